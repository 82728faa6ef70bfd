import type { JobBodies } from '../../adapters/queue.ts';
import type { World } from '../../world.ts';
import { rollUp } from './roll-up.ts';

export const statsJobs = (
  world: Pick<World, 'db' | 'clock' | 'log' | 'queue'>,
): Pick<JobBodies, 'stats.roll-up'> => ({
  async 'stats.roll-up'() {
    if (await rollUp(world)) await world.queue.send('stats.roll-up', {});
  },
});
