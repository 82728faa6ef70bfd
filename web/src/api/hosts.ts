/** Addresses of the API, from `/config` of our own origin, which is also the fallback. */
import { API_BASE } from '#contract/endpoint.ts';
import type { PublicConfig } from '#contract/operations.ts';
import { setTimeZone } from '../lib/text/time-zone.ts';

export type Hosts = {
  primary: string;
  backup: string | null;
  /** The collector of errors, if one is configured. */
  reports: { dsn: string; version: string } | null;
  /** E-mails are not sent: the server keeps them and shows them at `/dev/mailbox`. */
  keeps_mail: boolean;
  /** Letters leave for their addresses. */
  sends_mail: boolean;
  /** How payments are taken. With `none` nothing speaks of paying. */
  payments: PublicConfig['payments'];
  /** The links of e-mails lead to the server's own machine alone. */
  links_stay_here: boolean;
  /** Somebody here has a device key with which they may sign in. */
  passkeys: boolean;
  /** Ways in besides e-mail and password. */
  sign_in: PublicConfig['sign_in'];
  /** Everybody who has the code of a receipt may check it. */
  receipts_public: boolean;
  /** Conversations are erased after so many months without use; null: never. */
  keep_months: number | null;
};

export const NO_OTHER_WAYS: PublicConfig['sign_in'] = {
  providers: [],
  login_names: false,
  closed_domains: [],
  registration: 'enters',
  password_door: 'shown',
};

const OWN_ORIGIN: Hosts = {
  primary: '',
  backup: null,
  reports: null,
  keeps_mail: false,
  sends_mail: true,
  payments: 'stripe',
  links_stay_here: false,
  passkeys: false,
  sign_in: NO_OTHER_WAYS,
  receipts_public: false,
  keep_months: null,
};
const TIMEOUT_MS = 4_000;
const RETRY_AFTER_MS = 30_000;

let asked: Promise<Hosts> | null = null;
let known = OWN_ORIGIN;

/** The fetched hosts. Screens behind the sign-in find them here, because each of them begins with a call. */
export const knownHosts = (): Hosts => known;

/** Fetched once; after a failure our own origin is used, and the next call after a while fetches again. */
export function apiHosts(): Promise<Hosts> {
  asked ??= ask().catch(() => {
    setTimeout(() => {
      asked = null;
    }, RETRY_AFTER_MS);
    return OWN_ORIGIN;
  });
  return asked;
}

async function ask(): Promise<Hosts> {
  const response = await fetch(`${API_BASE}/config`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`config answered ${response.status}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  if (typeof data.time_zone === 'string') setTimeZone(data.time_zone);
  known = {
    primary: originIn(data.api_url) ?? '',
    backup: originIn(data.api_backup_url),
    reports: reportsIn(data),
    passkeys: data.passkeys === true,
    sign_in: (data.sign_in as PublicConfig['sign_in'] | undefined) ?? NO_OTHER_WAYS,
    receipts_public: data.receipts_public === true,
    keep_months: typeof data.keep_months === 'number' ? data.keep_months : null,
    keeps_mail: (data.local as { mail?: unknown } | undefined)?.mail === true,
    sends_mail: data.sends_mail !== false,
    payments: (data.payments as PublicConfig['payments'] | undefined) ?? OWN_ORIGIN.payments,
    links_stay_here: (data.local as { address?: unknown } | undefined)?.address === true,
  };
  return known;
}

function originIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.replace(/\/+$/, '') : null;
}

function reportsIn({ sentry_dsn, version }: Record<string, unknown>): Hosts['reports'] {
  return typeof sentry_dsn === 'string' && sentry_dsn !== ''
    ? { dsn: sentry_dsn, version: typeof version === 'string' ? version : '' }
    : null;
}
