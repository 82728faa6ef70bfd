import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { rollUp } from './roll-up.ts';

export const statsJobs = (
  context: Pick<AppContext, 'db' | 'clock' | 'log' | 'queue'>,
): Pick<JobBodies, 'stats.roll-up'> => ({
  async 'stats.roll-up'() {
    if (await rollUp(context)) await context.queue.send('stats.roll-up', {});
  },
});
