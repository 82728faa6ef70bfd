/** Every background job, one line each. */
import type { JobBodies } from './adapters/queue.ts';
import { accountJobs } from './features/auth/jobs.ts';
import type { World } from './world.ts';

export const jobBodies = (world: World): JobBodies => ({
  ...accountJobs(world),
});
