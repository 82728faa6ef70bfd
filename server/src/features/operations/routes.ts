/** Alive, ready, and what the browser needs before sign-in. */
import { operationsApi } from '#contract/operations.ts';
import { settingsApi } from '#contract/settings.ts';
import { paymentsKind } from '../../adapters/payments/payments-kind.ts';
import { AppError } from '../../app-error.ts';
import { TIME_ZONE } from '../../env.ts';
import { type Route, routes } from '../../http/routes.ts';
import { isExposed, isLoopbackHost } from '../../network-address.ts';
import { version } from '../../version.ts';
import { passwordDoor } from '../access-policy/policy.ts';
import { arePasskeysUsed } from '../access-policy/relying-party.ts';
import { waysIn } from '../domains/ways-in.ts';
import { interfaceOf } from '../interface/interface-settings.ts';
import { missing, type Readiness } from './readiness.ts';
import { type SettingsContext, settingsOf } from './settings.ts';

export const operationRoutes = (context: SettingsContext, readiness: Readiness): Route[] => [
  ...routes(settingsApi, { show: ({ caller }) => settingsOf(context, readiness, caller) }),
  ...routes(operationsApi, {
    health: () => ({ status: 'ok' as const }),
    ready: async () => {
      readiness.asked_at = performance.now();
      const lacking = await missing(context, readiness);
      if (lacking.length) throw new AppError('not_ready', { extra: { missing: lacking } });
      return { status: 'ready' as const };
    },
    config: async () => {
      const { env, models } = context;
      const payments = paymentsKind(env);
      const { receipts_public, keep_months } = await interfaceOf(context.db);
      return {
        api_url: env.PUBLIC_API_URL ?? '',
        api_backup_url: env.PUBLIC_API_BACKUP_URL ?? null,
        sentry_dsn: env.SENTRY_DSN ?? null,
        version,
        time_zone: TIME_ZONE,
        passkeys: await arePasskeysUsed(context),
        receipts_public,
        keep_months,
        sign_in: { ...(await waysIn(context.db)), password_door: await passwordDoor(context.db) },
        sends_mail: env.SMTP_URL !== undefined,
        payments,
        local: {
          models: models.local,
          mail: !env.SMTP_URL && !isExposed(env),
          payments: payments === 'desk',
          address: isLoopbackHost(new URL(env.APP_URL).hostname),
        },
      };
    },
  }),
];
