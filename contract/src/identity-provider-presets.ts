/** The settings that a provider of each kind begins with. The form is filled with them; all of them may be changed. */
import {
  type GivenSettings,
  type IdentityProviderKind,
  identityProviderMessages,
} from './identity-providers.ts';

const KEY_IDLE_DAYS = 30;
/** Providers that say nothing when somebody leaves: their sign-ins last a working day. */
const WORKING_DAY_HOURS = 8;

const common = {
  provision: 'enters',
  user_group_id: null,
  groups_mode: 'always',
  may_grant_admin: false,
  trust_mfa: 'amr',
  session_hours: null,
  end_session: false,
  key_idle_days: KEY_IDLE_DAYS,
} as const satisfies GivenSettings;

const oidc = {
  ...common,
  client_auth: 'basic',
  scopes: 'openid email profile',
  claim_email: 'email',
  claim_name: 'name',
  claim_groups: null,
  hd: null,
  min_level: null,
  acr_values: [],
} as const satisfies GivenSettings;

/** Production and «Homologação» of gov.br. */
export const GOVBR_ISSUERS = ['https://sso.acesso.gov.br/', 'https://sso.staging.acesso.gov.br/'] as const;

export const identityProviderPresets: Record<IdentityProviderKind, GivenSettings> = {
  entra: {
    ...oidc,
    client_auth: 'post',
    claim_groups: 'groups',
  },
  google: { ...oidc, issuer: 'https://accounts.google.com' },
  keycloak: { ...oidc, claim_groups: 'groups' },
  govbr: {
    ...oidc,
    issuer: GOVBR_ISSUERS[0],
    scopes: 'openid email profile govbr_confiabilidades govbr_confiabilidades_idtoken',
    session_hours: WORKING_DAY_HOURS,
    min_level: 'bronze',
  },
  oidc: { ...oidc },
  ldap: {
    ...common,
    trust_mfa: 'never',
    tls: 'ldaps',
    ca_pem: null,
    bind_dn: '',
    attribute_login: 'sAMAccountName',
    attribute_email: 'mail',
    attribute_name: 'displayName',
    attribute_id: 'objectGUID',
    nested: false,
  },
};

const ENTRA = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/i;

/** Why an issuer does not belong to its kind; null where it does. */
export function issuerProblem(kind: IdentityProviderKind, issuer: string): string | null {
  if (!URL.canParse(issuer)) return identityProviderMessages.issuer;
  const { protocol, username, password, search, hash } = new URL(issuer);
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    return identityProviderMessages.issuer;
  if (kind === 'entra' && !ENTRA.test(issuer)) return identityProviderMessages.tenant;
  if (kind === 'google' && issuer !== identityProviderPresets.google.issuer)
    return identityProviderMessages.issuer;
  if (kind === 'govbr' && !(GOVBR_ISSUERS as readonly string[]).includes(issuer))
    return identityProviderMessages.issuer;
  return null;
}
