/** A provider as its form holds it: texts of fields, until they are saved. */
import type {
  AccountLevel,
  GivenSettings,
  GroupMapping,
  IdentityProvider,
  IdentityProviderChange,
  IdentityProviderKind,
  LdapSettings,
  OidcSettings,
} from '#contract/identity-providers.ts';
import { PROVIDER_SESSION_HOURS_MAX } from '#contract/limits.ts';

type Common = Pick<
  OidcSettings,
  'provision' | 'groups_mode' | 'may_grant_admin' | 'trust_mfa' | 'end_session'
>;
type Oidc = Pick<
  OidcSettings,
  'issuer' | 'client_id' | 'client_auth' | 'scopes' | 'claim_email' | 'claim_name'
>;
type Ldap = Omit<LdapSettings, keyof Common | 'user_group_id' | 'session_hours' | 'key_idle_days' | 'ca_pem'>;

export type MappingRow = GroupMapping & { key: string };

export type ProviderDraft = Common &
  Oidc &
  Ldap & {
    name: string;
    /** Blank keeps the stored one. */
    secret: string;
    claim_groups: string;
    hd: string;
    min_level: AccountLevel | '';
    ca_pem: string;
    user_group_id: number | null;
    session_hours: string;
    key_idle_days: string;
    mappings: MappingRow[];
  };

const noOidc: Oidc & Pick<ProviderDraft, 'claim_groups' | 'hd' | 'min_level'> = {
  ...{ issuer: '', client_id: '', client_auth: 'basic', scopes: '', claim_email: '', claim_name: '' },
  ...{ claim_groups: '', hd: '', min_level: '' },
};
const noLdap: Ldap & Pick<ProviderDraft, 'ca_pem'> = {
  ...{ url: '', tls: 'ldaps', bind_dn: '', base: '', nested: false, ca_pem: '' },
  ...{ attribute_login: '', attribute_email: '', attribute_name: '', attribute_id: '' },
};

let lastKey = 0;
export const newRow = (user_group_id: number): MappingRow => {
  lastKey += 1;
  return { key: `row-${lastKey}`, value: '', user_group_id, grants_admin: false };
};

export function draftOf({ name, settings, group_mappings }: IdentityProvider): ProviderDraft {
  const { session_hours, key_idle_days, ...common } = settings;
  return {
    ...noOidc,
    ...noLdap,
    ...common,
    claim_groups: ('claim_groups' in settings && settings.claim_groups) || '',
    hd: ('hd' in settings && settings.hd) || '',
    min_level: ('min_level' in settings && settings.min_level) || '',
    ca_pem: ('ca_pem' in settings && settings.ca_pem) || '',
    name,
    secret: '',
    session_hours: session_hours === null ? '' : String(session_hours),
    key_idle_days: key_idle_days === null ? '' : String(key_idle_days),
    mappings: group_mappings.map((row, place) => ({ ...row, key: `stored-${place}` })),
  };
}

export const isSameDraft = (one: ProviderDraft, other: ProviderDraft): boolean =>
  JSON.stringify(withoutKeys(one)) === JSON.stringify(withoutKeys(other));

const withoutKeys = ({ mappings, ...rest }: ProviderDraft) => ({
  ...Object.fromEntries(Object.entries(rest).toSorted(([one], [other]) => one.localeCompare(other))),
  mappings: mappings.map(({ key: _, ...row }) => row),
});

/** Names of the fields that stand in the way of saving. */
export function faultsOf(kind: IdentityProviderKind, draft: ProviderDraft): ReadonlySet<string> {
  const needed =
    kind === 'ldap'
      ? (['name', 'url', 'base', 'attribute_login', 'attribute_email', 'attribute_id'] as const)
      : (['name', 'issuer', 'client_id', 'scopes', 'claim_email', 'claim_name'] as const);
  const faults = new Set<string>(needed.filter((field) => !draft[field].trim()));
  if (!isBlankOrWithin(draft.session_hours, PROVIDER_SESSION_HOURS_MAX)) faults.add('session_hours');
  if (!isBlankOrWithin(draft.key_idle_days, KEY_DAYS_MAX)) faults.add('key_idle_days');
  for (const row of draft.mappings) if (!row.value.trim()) faults.add(row.key);
  return faults;
}

const KEY_DAYS_MAX = 3_650;

const isBlankOrWithin = (text: string, max: number) =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max);

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));
const textOrNull = (text: string) => text.trim() || null;

export function changeOf(
  { kind, active, updated_at }: IdentityProvider,
  draft: ProviderDraft,
): IdentityProviderChange {
  return {
    name: draft.name.trim(),
    active,
    updated_at,
    settings: settingsOf(kind, draft),
    group_mappings: draft.mappings.map(({ key: _, value, ...row }) => ({ ...row, value: value.trim() })),
    ...(draft.secret ? { secret: draft.secret } : {}),
  };
}

const COMMON = [
  ...(['provision', 'user_group_id', 'groups_mode'] as const),
  ...(['may_grant_admin', 'trust_mfa', 'end_session'] as const),
] as const;
const OIDC = ['issuer', 'client_id', 'client_auth', 'scopes', 'claim_email', 'claim_name'] as const;
const LDAP = [
  ...(['url', 'tls', 'bind_dn', 'base', 'nested'] as const),
  ...(['attribute_login', 'attribute_email', 'attribute_name', 'attribute_id'] as const),
] as const;

const picked = <K extends keyof ProviderDraft>(draft: ProviderDraft, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, draft[name]])) as Pick<ProviderDraft, K>;

function settingsOf(kind: IdentityProviderKind, draft: ProviderDraft): GivenSettings {
  const common = {
    ...picked(draft, COMMON),
    session_hours: numberOrNull(draft.session_hours),
    key_idle_days: numberOrNull(draft.key_idle_days),
  };
  if (kind === 'ldap') return { ...common, ...picked(draft, LDAP), ca_pem: textOrNull(draft.ca_pem) };
  return {
    ...common,
    ...picked(draft, OIDC),
    claim_groups: textOrNull(draft.claim_groups),
    hd: textOrNull(draft.hd),
    min_level: draft.min_level || null,
  };
}
