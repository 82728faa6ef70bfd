/** Background jobs of plans and token cycles. */
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { expireCredits } from '../users/tokens/credits.ts';
import { expirePastDue } from './lifecycle/expire-past-due.ts';
import { reconcile } from './lifecycle/reconcile.ts';
import { renewCycles } from './lifecycle/renew-token-cycles.ts';
import { forgetOldEvents } from './lifecycle/subscription-store.ts';
import type { SubscriptionContext } from './lifecycle/sync-subscription.ts';
import { noticePrepaidEnds } from './purchases/end-notices.ts';
import { reconcilePurchases } from './purchases/reconcile-purchases.ts';
import { noticeUsage } from './usage-notices.ts';

type PlanJobs = Pick<
  JobBodies,
  | 'plans.lapse'
  | 'plans.reconcile'
  | 'plans.end-notices'
  | 'credits.expire'
  | 'tokens.renew'
  | 'tokens.notice'
  | 'desk.deliver'
  | 'desk.catch-up'
>;

export const planJobs = (context: AppContext & SubscriptionContext): PlanJobs => ({
  'plans.lapse': () => expirePastDue(context),
  'plans.reconcile': async () => {
    await reconcile(context);
    await reconcilePurchases(context);
    await forgetOldEvents(context.db, context.clock.now());
  },
  'plans.end-notices': () => noticePrepaidEnds(context),
  'credits.expire': () => expireCredits(context),
  'tokens.renew': async () => {
    await renewCycles(context);
  },
  'tokens.notice': ({ user_id }) => noticeUsage(context, user_id),
  'desk.deliver': async ({ event_id }) => context.payments?.fake?.deliver(event_id),
  'desk.catch-up': async () => context.payments?.fake?.catchUp(),
});
