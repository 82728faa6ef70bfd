/** Letters to the reviewers of verified answers whose day of review comes or has passed. */
import { and, eq, sql } from 'drizzle-orm';
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { agents } from '../../db/tables/agents.ts';
import { verified_answers } from '../../db/tables/verified-answers.ts';
import { today } from '../../language/values/calendar.ts';
import { type Addressee, greeting } from '../auth/emails.ts';
import { findAccount } from '../users/store.ts';

/** Days after the day of review on which its reviewer gets a letter. */
const LETTER_DAYS = [-14, 0, 7, 14, 21, 28];

export const reviewJobs = (
  context: AppContext,
): Pick<JobBodies, 'verified.review' | 'verified.review-notice'> => ({
  'verified.review': () => queueReviewNotices(context),
  'verified.review-notice': (notice) => sendReviewNotice(context, notice),
});

/** One letter for all days that have passed since the last one: a server that was off sends no pile of them. */
async function queueReviewNotices({ db, clock, queue }: AppContext): Promise<void> {
  const day = today(clock.now());
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ user_id: number; verified_answer_id: number }>(sql`
      update verified_answers a set review_notices = due.passed
      from (
        select id, (select count(*)::int from unnest(${sql.param(LETTER_DAYS)}::int[]) days
          where review_on + days <= ${day}::date) passed
        from verified_answers where state <> 'paused'
      ) due, users u
      where due.id = a.id and due.passed > a.review_notices and u.id = a.reviewer_user_id and u.active
      returning u.id user_id, a.id verified_answer_id`);
    for (const notice of rows) await queue.send('verified.review-notice', notice, tx);
  });
}

type Notice = { user_id: number; verified_answer_id: number };

/** Nothing where it was deleted, or reviewed, or given to somebody else meanwhile. */
async function sendReviewNotice(
  { db, clock, mailer, env }: AppContext,
  { user_id, verified_answer_id }: Notice,
): Promise<void> {
  const account = await findAccount(db, user_id);
  const [answer] = await db
    .select({
      question: verified_answers.question,
      review_on: verified_answers.review_on,
      review_notices: verified_answers.review_notices,
      agent_id: agents.id,
      agent_name: agents.name,
    })
    .from(verified_answers)
    .innerJoin(agents, eq(agents.id, verified_answers.agent_id))
    .where(and(eq(verified_answers.id, verified_answer_id), eq(verified_answers.reviewer_user_id, user_id)));
  if (!account || !answer || answer.review_notices === 0) return;
  const isPast = answer.review_on < today(clock.now());
  await mailer.send(reviewLetter(account, { ...answer, isPast }, env.APP_URL));
}

type Reviewed = {
  question: string;
  review_on: string;
  agent_id: number;
  agent_name: string;
  isPast: boolean;
};

export function reviewLetter(
  to: Addressee,
  { question, review_on, agent_id, agent_name, isPast }: Reviewed,
  appUrl: string,
): Letter {
  const day = review_on.split('-').toReversed().join('/');
  const title = isPast ? `Resposta verificada vencida em ${day}` : `Resposta verificada vence em ${day}`;
  return {
    to: to.email,
    subject: title,
    title,
    before: [
      greeting(to.name),
      `Você revisa a resposta verificada «${question}», do agente «${agent_name}».`,
      isPast
        ? `O dia da revisão era ${day}: ela não é mais dada a quem pergunta até alguém a conferir.`
        : `O dia da revisão é ${day}: depois dele ela não é mais dada a quem pergunta.`,
    ],
    action: { label: 'Abrir o agente', url: `${appUrl}/admin/agents/${agent_id}?tab=configuration` },
    after: ['Confira a resposta e escolha um novo dia em «Revisar em».'],
    appUrl,
  };
}
