import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import { noticeJob } from './end-notices.ts';
import { watchModels } from './watch.ts';

export const modelJobs = (context: AppContext): Pick<JobBodies, 'models.watch' | 'models.notice'> => ({
  ...noticeJob(context),
  'models.watch': () => watchModels(context),
});
