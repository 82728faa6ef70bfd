/** Calls of operators, and of the browser before anybody signs in. */
import { z } from 'zod';
import { DOMAIN_ENTRIES, PASSWORD_DOORS } from './domains.ts';
import { get } from './endpoint.ts';
import { IDENTITY_PROVIDER_KINDS } from './identity-providers.ts';
import { PAYMENTS_KINDS } from './settings.ts';

export const PublicConfig = z.object({
  /** Empty: the page's own origin. */
  api_url: z.string(),
  api_backup_url: z.string().nullable(),
  sentry_dsn: z.string().nullable(),
  version: z.string(),
  /** The IANA name of the time zone of the calendar days of this installation. */
  time_zone: z.string(),
  /** Somebody here has a device key with which they may sign in. */
  passkeys: z.boolean(),
  /** Everybody who has the code of a receipt may check it. */
  receipts_public: z.boolean(),
  /** Conversations are erased after so many months without use; null: never. */
  keep_months: z.int().nullable(),
  /** How people enter here besides e-mail and password. */
  sign_in: z.object({
    /** A button each, in this order. */
    providers: z.array(
      z.object({ slug: z.string(), name: z.string(), kind: z.enum(IDENTITY_PROVIDER_KINDS) }),
    ),
    /** The form also takes names of a directory and their passwords. */
    login_names: z.boolean(),
    /**
     * Domains whose people enter by a provider only. `except`: of `*.exemplo.gov.br`, the more exact rules that are open;
     * absent where there is none.
     */
    closed_domains: z.array(
      z.object({ domain: z.string(), slug: z.string(), except: z.array(z.string()).optional() }),
    ),
    /** Whether everybody else may register. */
    registration: z.enum(DOMAIN_ENTRIES),
    /** `link`: the form for passwords stands behind a link, where there are buttons of providers. */
    password_door: z.enum(PASSWORD_DOORS),
  }),
  /** Letters leave for their addresses; else the server keeps them. */
  sends_mail: z.boolean(),
  /** With `none` nobody pays, and nothing speaks of it. */
  payments: z.enum(PAYMENTS_KINDS),
  /** The parts that run in their local form. `address`: the links of e-mails lead to this machine alone. */
  local: z.object({ models: z.boolean(), mail: z.boolean(), payments: z.boolean(), address: z.boolean() }),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const operationsApi = {
  health: get('/health', {
    access: 'public',
    summary: 'Alive',
    bare: z.object({ status: z.literal('ok') }),
  }),
  ready: get('/ready', {
    access: 'public',
    summary: 'Able to serve; otherwise 503 with `missing`: database, migrations, storage, draining',
    bare: z.object({ status: z.literal('ready') }),
  }),
  config: get('/config', {
    access: 'public',
    summary: 'What the browser needs to know before sign-in',
    reply: PublicConfig,
  }),
};
