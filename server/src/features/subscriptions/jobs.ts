/** Background jobs of plans and token allowances. */
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { lapseOverdue } from './lapse.ts';
import { reconcile } from './reconcile.ts';
import { renewCycles } from './renewal.ts';
import { forgetOldEvents } from './store.ts';
import { noticeUsage } from './usage-notices.ts';

type PlanJobs = Pick<
  JobBodies,
  'plans.lapse' | 'plans.reconcile' | 'tokens.renew' | 'tokens.notice' | 'desk.deliver' | 'desk.catch-up'
>;

export const planJobs = (context: AppContext): PlanJobs => ({
  'plans.lapse': () => lapseOverdue(context),
  'plans.reconcile': async () => {
    await reconcile(context);
    await forgetOldEvents(context.db, context.clock.now());
  },
  'tokens.renew': async () => {
    await renewCycles(context);
  },
  'tokens.notice': ({ user_id }) => noticeUsage(context, user_id),
  'desk.deliver': async ({ event_id }) => context.payments?.desk?.deliver(event_id),
  'desk.catch-up': async () => context.payments?.desk?.catchUp(),
});
