import { sql } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { type AskingContext, askGroupAgain } from './ask-again.ts';
import { dropPersonal, groupQuestions } from './group-questions.ts';

export const openQuestionJobs = (
  context: AskingContext,
): Pick<JobBodies, 'questions.group' | 'questions.ask-again'> => ({
  async 'questions.group'() {
    await dropPersonal(context.db);
    await groupQuestions(context);
    await askWaiting(context);
  },
  'questions.ask-again': (data) => askGroupAgain(context, data),
});

/** Groups that wait for their document to be read, and those whose process died while it asked. */
async function askWaiting({ db, queue }: AppContext): Promise<void> {
  const { rows } = await db.execute<{ group_id: number; user_id: number }>(sql`
    select id group_id, closed_by user_id from open_question_groups
    where state = 'closed' and closure_kind <> 'resolved' and asked_again is null and closed_by is not null
      and (asking_until is null or asking_until <= now())`);
  for (const data of rows) await queue.send('questions.ask-again', data);
}
