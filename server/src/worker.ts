/** Every background job, one line each. */
import type { JobBodies, Queue } from './adapters/queue.ts';
import type { AppContext } from './app-context.ts';
import { keyJobs } from './features/access-keys/emails.ts';
import { forgetRevokedKeys } from './features/access-keys/records/store.ts';
import { accountJobs } from './features/auth/jobs.ts';
import { forgetOldAccountRows } from './features/auth/records/sign-in-store.ts';
import { refusalJob } from './features/auth/sign-in-audit.ts';
import { feedbackJobs } from './features/feedback/jobs.ts';
import { knowledgeJobs } from './features/knowledge/jobs.ts';
import { privacyJobs } from './features/privacy/jobs.ts';
import { statsJobs } from './features/stats/jobs.ts';
import { planJobs, schedulePlanJobs } from './features/subscriptions/jobs.ts';
import { deleteExpiredIdempotencyKeys } from './request-guards/idempotency.ts';
import { deleteExpiredRateLimits } from './request-guards/rate-limit.ts';
import type { ServerContext } from './server-context.ts';

export const jobBodies = (context: ServerContext): JobBodies => ({
  ...accountJobs(context),
  ...refusalJob(context),
  ...knowledgeJobs(context),
  ...privacyJobs(context),
  ...keyJobs(context),
  ...feedbackJobs(context),
  ...statsJobs(context),
  ...planJobs(context),
  'house.tidy': () => tidy(context),
});

export async function scheduleJobs(queue: Queue): Promise<void> {
  await queue.repeat('privacy.erase-due', '*/10 * * * *');
  await queue.repeat('stats.roll-up', '12 * * * *');
  // What the hours before this start left, and on the first start everything.
  await queue.send('stats.roll-up', {});
  await queue.repeat('house.tidy', '17 * * * *');
  await queue.repeat('knowledge.resume', '* * * * *');
  await queue.repeat('knowledge.embed', '*/10 * * * *');
  await schedulePlanJobs(queue);
}

async function tidy({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await forgetOldAccountRows(db, now);
  await deleteExpiredRateLimits(db, now);
  await deleteExpiredIdempotencyKeys(db, now);
  await forgetRevokedKeys(db, now);
}
