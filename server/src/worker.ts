/** Every background job, one line each. */
import type { JobBodies, Queue } from './adapters/queue.ts';
import { accountJobs } from './features/auth/jobs.ts';
import { forgetOldAccountRows } from './features/auth/store.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { forgetOldLimits } from './http/rate-limit.ts';
import type { World } from './world.ts';

export const jobBodies = (world: World): JobBodies => ({
  ...accountJobs(world),
  'house.tidy': () => tidy(world),
});

export async function scheduleJobs(queue: Queue): Promise<void> {
  await queue.repeat('house.tidy', '17 * * * *');
}

async function tidy({ db, clock }: World): Promise<void> {
  const now = clock.now();
  await forgetOldAccountRows(db, now);
  await forgetOldLimits(db, now);
  await forgetOldKeys(db, now);
}
