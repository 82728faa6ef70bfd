/** Providers of sign-on: the organisation's own accounts, by OpenID Connect or LDAP. */
import { z } from 'zod';
import { DOMAIN_ENTRIES } from './domains.ts';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { GROUP_MAPPINGS_MAX, IDENTITY_PROVIDER_NAME_MAX, PROVIDER_SESSION_HOURS_MAX } from './limits.ts';
import { Id, IdNumber, Time } from './paging.ts';

export const IDENTITY_PROVIDER_KINDS = ['entra', 'google', 'keycloak', 'govbr', 'oidc', 'ldap'] as const;
export type IdentityProviderKind = (typeof IDENTITY_PROVIDER_KINDS)[number];

/** Lowest first. */
export const ACCOUNT_LEVELS = ['bronze', 'silver', 'gold'] as const;
export const ACCOUNT_LEVEL_NAMES = { bronze: 'Bronze', silver: 'Prata', gold: 'Ouro' } as const;
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number];

export const identityProviderMessages = {
  name: `Dê um nome de 1 a ${IDENTITY_PROVIDER_NAME_MAX} caracteres.`,
  slug: 'Use de 2 a 40 letras minúsculas sem acento, algarismos e hífens.',
  slugTaken: 'Este endereço já é de outro provedor.',
  issuer: 'Informe o endereço do emissor, como https://sso.exemplo.gov.br/realms/pessoas.',
  issuerFixed: 'O emissor não muda depois que alguém entrou por ele. Adicione outro provedor.',
  tenant: 'Informe o ID do locatário: https://login.microsoftonline.com/<ID>/v2.0.',
  clientId: 'Informe o ID do cliente.',
  secretAgain: 'O endereço mudou: informe o segredo de novo.',
  hours: `Informe de 1 a ${PROVIDER_SESSION_HOURS_MAX} horas.`,
  hd: 'Informe o domínio do Workspace.',
  long: 'O texto é longo demais.',
  group: 'Este grupo não existe.',
  scimKind: 'Provedores LDAP não recebem pessoas por SCIM.',
} as const;

const text = (max: number, sentence: string = identityProviderMessages.long) =>
  z.string(sentence).trim().max(max, identityProviderMessages.long);

const { hours } = identityProviderMessages;

/** Settings that every kind has. */
const Common = z.object({
  /** Whether people without an account here may come in. */
  provision: z.enum(DOMAIN_ENTRIES),
  /** The group of people who come in by it and whom no mapping names. */
  user_group_id: z.int().nullable(),
  /** `always`: the mappings decide at every entry; `first`: at the first one. */
  groups_mode: z.enum(['always', 'first']),
  may_grant_admin: z.boolean(),
  /** Whether the provider's own second factor counts here: as its answer says (`amr`), always, or never. */
  trust_mfa: z.enum(['amr', 'always', 'never']),
  /** How long a sign-in lasts; null for as long as it is renewed. */
  session_hours: z.number(hours).int(hours).min(1, hours).max(PROVIDER_SESSION_HOURS_MAX, hours).nullable(),
  /** Signing out here ends the session there too. */
  end_session: z.boolean(),
  /** Access keys of people of closed domains rest after so many days without word of the provider; null: never. */
  key_idle_days: z.int().min(1).max(3_650).nullable(),
});

export const OidcSettings = Common.extend({
  issuer: text(500, identityProviderMessages.issuer).min(1, identityProviderMessages.issuer),
  client_id: text(500, identityProviderMessages.clientId).min(1, identityProviderMessages.clientId),
  client_auth: z.enum(['basic', 'post']),
  scopes: text(1_000).min(1),
  claim_email: text(100).min(1),
  claim_name: text(100).min(1),
  claim_groups: text(200).nullable(),
  /** The Google Workspace domain that accounts must belong to. */
  hd: text(253).nullable(),
  /** The lowest level of gov.br that may enter. */
  min_level: z.enum(ACCOUNT_LEVELS).nullable(),
  /** Values of `acr` that mean a second factor. */
  acr_values: z.array(text(200).min(1)).max(20),
});
export type OidcSettings = z.output<typeof OidcSettings>;

export const LdapSettings = Common.extend({
  url: text(500, 'Informe o servidor, como ldaps://diretorio.exemplo.gov.br:636.').regex(
    /^ldaps?:\/\/[^\s/?#]+\/?$/i,
    'Informe o servidor, como ldaps://diretorio.exemplo.gov.br:636.',
  ),
  tls: z.enum(['ldaps', 'starttls']),
  /** The certificate of the authority that signed the server's; null for those that the system knows. */
  ca_pem: text(20_000).nullable(),
  bind_dn: text(1_000),
  base: text(1_000, 'Informe a base de busca.').min(1, 'Informe a base de busca.'),
  attribute_login: text(100).min(1),
  attribute_email: text(100).min(1),
  attribute_name: text(100).min(1),
  attribute_id: text(100).min(1),
  /** Active Directory: groups within groups count. */
  nested: z.boolean(),
});
export type LdapSettings = z.output<typeof LdapSettings>;

/** Settings of any kind. Absent ones take the preset of the kind; the server checks those that the kind needs. */
const GivenSettings = OidcSettings.partial().extend({
  ...LdapSettings.partial().shape,
  url: text(500).optional(),
});
export type GivenSettings = z.output<typeof GivenSettings>;

const Name = text(IDENTITY_PROVIDER_NAME_MAX, identityProviderMessages.name)
  .min(1, identityProviderMessages.name)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, identityProviderMessages.name);

const GroupMapping = z.object({
  value: text(500).min(1),
  user_group_id: z.int(),
  grants_admin: z.boolean(),
});
export type GroupMapping = z.output<typeof GroupMapping>;

const Shared = {
  name: Name,
  active: z.boolean(),
  position: z.int().min(0).max(1_000).optional(),
  settings: GivenSettings,
  /** Absent to keep the stored secret, null to remove it. It is never read back. */
  secret: z.string().min(1).max(2_000).nullable().optional(),
  group_mappings: z.array(GroupMapping).max(GROUP_MAPPINGS_MAX).optional(),
};

export const NewIdentityProvider = z.object({
  slug: z.string(identityProviderMessages.slug).regex(/^[a-z0-9-]{2,40}$/, identityProviderMessages.slug),
  kind: z.enum(IDENTITY_PROVIDER_KINDS),
  ...Shared,
});
export type NewIdentityProvider = z.output<typeof NewIdentityProvider>;

export const IdentityProviderChange = z.object({ ...Shared, updated_at: Time });
export type IdentityProviderChange = z.output<typeof IdentityProviderChange>;

export const ScimToken = z
  .object({
    id: z.int(),
    /** The end of the secret. */
    hint: z.string(),
    created_at: Time,
    last_used_at: Time.nullable(),
    /** The last call with it, as `PATCH /Users/:id`, and its status. */
    last_call: z.string().nullable(),
    last_status: z.int().nullable(),
  })
  .meta({ id: 'ScimToken' });
export type ScimToken = z.output<typeof ScimToken>;

export const IdentityProvider = z
  .object({
    id: z.int(),
    slug: z.string(),
    kind: z.enum(IDENTITY_PROVIDER_KINDS),
    name: z.string(),
    active: z.boolean(),
    position: z.int(),
    settings: z.union([OidcSettings, LdapSettings]),
    secret_set_at: Time.nullable(),
    /** False where the secrets do not open under the keys of this installation, so that they have to be typed again. */
    readable: z.boolean(),
    group_mappings: z.array(GroupMapping),
    /** The last good trial sign-in since the connection was changed. */
    tested_at: Time.nullable(),
    failing_since: Time.nullable(),
    /** A code of our own. */
    last_error: z.string().nullable(),
    people: z.int(),
    last_entry_at: Time.nullable(),
    /** To be entered at the provider. */
    addresses: z.object({ redirect: z.string(), backchannel: z.string(), scim: z.string() }),
    /** The tokens of its directory (SCIM), and how many people and groups it has sent. */
    scim: z.object({
      tokens: z.array(ScimToken),
      users: z.int(),
      groups: z.int(),
    }),
    updated_at: Time,
  })
  .meta({ id: 'IdentityProvider' });
export type IdentityProvider = z.output<typeof IdentityProvider>;

export const identityProvidersApi = {
  list: get('/admin/identity-providers', {
    access: 'superadmin',
    summary: 'The providers of sign-on, without their secrets',
    reply: z.array(IdentityProvider),
  }),
  create: post('/admin/identity-providers', {
    access: 'superadmin',
    summary: 'Adds a provider of sign-on; settings that are left out take the preset of its kind',
    body: NewIdentityProvider,
    reply: IdentityProvider,
    status: 201,
    confirmed: true,
  }),
  show: get('/admin/identity-providers/:id', {
    access: 'superadmin',
    summary: 'One provider of sign-on',
    params: Id,
    reply: IdentityProvider,
    missing: 'identity_provider_not_found',
  }),
  update: put('/admin/identity-providers/:id', {
    access: 'superadmin',
    summary: 'Changes a provider of sign-on; switching it off ends the sign-ins that it opened',
    params: Id,
    body: IdentityProviderChange,
    reply: IdentityProvider,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
  remove: del('/admin/identity-providers/:id', {
    access: 'superadmin',
    summary: 'Removes a provider of sign-on; its sign-ins end, accounts and conversations stay',
    params: Id,
    reply: Nothing,
    missing: 'identity_provider_not_found',
    confirmed: true,
  }),
};

export const scimTokensApi = {
  make: post('/admin/identity-providers/:id/scim-tokens', {
    access: 'superadmin',
    summary: 'Makes a token for the directory of a provider; its secret is told in this reply alone',
    params: Id,
    reply: ScimToken.extend({ secret: z.string() }),
    status: 201,
    missing: 'identity_provider_not_found',
    confirmed: true,
    idempotent: true,
  }),
  revoke: del('/admin/identity-providers/:id/scim-tokens/:tokenId', {
    access: 'superadmin',
    summary: 'Revokes a token; calls with it are refused from then on',
    params: z.object({ id: IdNumber, tokenId: IdNumber }),
    reply: Nothing,
    missing: 'scim_token_not_found',
    confirmed: true,
  }),
};
