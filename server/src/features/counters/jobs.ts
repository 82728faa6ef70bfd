import type { JobBodies } from '../../adapters/queue.ts';
import type { CounterContext } from './counter-context.ts';
import { letterJobs } from './requests/letters.ts';
import { queueStaffLetters, staffLetterJob } from './requests/staff-notices.ts';
import { tidyCounters } from './tidy.ts';

type CounterJobs = 'counters.letter' | 'counters.notice' | 'counters.staff-letter' | 'counters.tidy';

export const counterJobs = (context: CounterContext): Pick<JobBodies, CounterJobs> => ({
  ...letterJobs(context),
  ...staffLetterJob(context),
  'counters.notice': () => queueStaffLetters(context),
  'counters.tidy': () => tidyCounters(context),
});
