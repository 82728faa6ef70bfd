import type { JobBodies } from '../../adapters/queue.ts';
import type { CounterContext } from './counter-context.ts';
import { letterJobs } from './requests/letters.ts';
import { tidyCounters } from './tidy.ts';

export const counterJobs = (
  context: CounterContext,
): Pick<JobBodies, 'counters.letter' | 'counters.tidy'> => ({
  ...letterJobs(context),
  'counters.tidy': () => tidyCounters(context),
});
