/** The body of every background job; their schedules stand in `adapters/jobs.ts`. */
import type { JobBodies } from './adapters/queue.ts';
import { keyJobs } from './features/access-keys/emails.ts';
import { alertJobs } from './features/alerts/jobs.ts';
import { approvalJobs } from './features/approvals/emails.ts';
import { anchorHead } from './features/audit/anchor.ts';
import { refusalJob } from './features/auth/entry/sign-in-audit.ts';
import { accountJobs } from './features/auth/jobs.ts';
import { expiryJobs } from './features/chat/expire.ts';
import { retentionJobs } from './features/chat/retention.ts';
import { beginNight } from './features/checks/nightly/night.ts';
import { runNight } from './features/checks/nightly/run-night.ts';
import { counterJobs } from './features/counters/jobs.ts';
import { profileJobs } from './features/data-sources/profile/refresh-profile.ts';
import { sweepSheets } from './features/data-sources/sheets/sheet-tables.ts';
import { feedbackJobs } from './features/feedback/jobs.ts';
import { moveFiles } from './features/file-storage/move-files.ts';
import { groupJobs } from './features/groups/budget-notices.ts';
import { invitationJobs } from './features/invitations/send-letters.ts';
import { knowledgeJobs } from './features/knowledge/jobs.ts';
import { modelJobs } from './features/models/administration/jobs.ts';
import { openQuestionJobs } from './features/open-questions/jobs.ts';
import { privacyJobs } from './features/privacy/jobs.ts';
import { sessionFileJobs } from './features/session-files/jobs.ts';
import { recheckDue } from './features/sign-on/endings/recheck.ts';
import { statsJobs } from './features/stats/jobs.ts';
import { planJobs } from './features/subscriptions/jobs.ts';
import { syncJobs } from './features/syncs/jobs.ts';
import { validityJobs } from './features/validity/jobs.ts';
import { reviewJobs } from './features/verified-answers/review.ts';
import { cleanUp } from './maintenance/cleanup.ts';
import { keepPartitions } from './maintenance/partitions.ts';
import { reseal } from './maintenance/reseal.ts';
import type { ServerContext } from './server-context.ts';

export const jobBodies = (context: ServerContext): JobBodies => ({
  ...accountJobs(context),
  ...refusalJob(context),
  ...approvalJobs(context),
  ...invitationJobs(context),
  'access.recheck': () => recheckDue(context),
  'audit.anchor': () => anchorHead(context),
  ...knowledgeJobs(context),
  ...validityJobs(context),
  ...syncJobs(context),
  ...sessionFileJobs(context),
  ...expiryJobs(context),
  ...retentionJobs(context),
  'sheets.sweep': () => sweepSheets(context),
  ...profileJobs(context),
  ...privacyJobs(context),
  ...keyJobs(context),
  ...groupJobs(context),
  ...feedbackJobs(context),
  ...statsJobs(context),
  ...planJobs(context),
  ...modelJobs(context),
  ...openQuestionJobs(context),
  ...reviewJobs(context),
  ...alertJobs(context),
  ...counterJobs(context),
  'checks.nightly': () => beginNight(context),
  'checks.run-agent': (run) => runNight(context, run),
  'files.move': () => moveFiles(context),
  'maintenance.cleanup': () => cleanUp(context),
  'maintenance.partitions': () => keepPartitions(context),
  'secrets.reseal': () => reseal(context),
});
