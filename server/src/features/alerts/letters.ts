/** One e-mail a person for all that a look has found; at most twenty an hour, and what is held back comes in one sum. */
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { agents } from '../../db/tables/agents.ts';
import { alert_events, alert_rules } from '../../db/tables/alerts.ts';
import { users } from '../../db/tables/people.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { isAdmin } from '../agents/availability.ts';
import { type Addressee, greeting } from '../auth/emails.ts';
import { findAccount } from '../users/store.ts';
import { eventSentence } from './event-words.ts';

type LettersContext = Pick<AppContext, 'db' | 'clock' | 'queue'>;

const PER_HOUR = 20;

export async function queueLetters({ db, clock, queue }: LettersContext): Promise<void> {
  const now = clock.now();
  const sent = db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: alert_events.id,
        stage: alert_events.letter_due,
        user_ids: alert_rules.user_ids,
        owner: agents.owner_user_id,
      })
      .from(alert_events)
      .innerJoin(alert_rules, eq(alert_rules.id, alert_events.rule_id))
      .leftJoin(
        agents,
        and(eq(alert_events.kind, 'checks_fell'), sql`${agents.id}::text = ${alert_events.subject}`),
      )
      .where(isNotNull(alert_events.letter_due))
      .orderBy(asc(alert_events.id))
      .for('update', { of: alert_events, skipLocked: true });
    if (!due.length) return;
    const letters = new Map<number, { id: number; stage: 'opened' | 'reminder' | 'ended' }[]>();
    for (const { id, stage, user_ids, owner } of due)
      for (const user_id of new Set([...user_ids, ...(owner === null ? [] : [owner])]))
        if (stage) letters.set(user_id, [...(letters.get(user_id) ?? []), { id, stage }]);
    for (const [user_id, events] of letters) {
      await consumeRateLimit(tx, { key: `alerts:${user_id}`, max: PER_HOUR, seconds: 3_600 }, now);
      await queue.send('alerts.letter', { user_id, events }, tx);
    }
    await tx
      .update(alert_events)
      .set({ letter_due: null })
      .where(
        inArray(
          alert_events.id,
          due.map(({ id }) => id),
        ),
      );
  });
  await sent.catch((error: unknown) => {
    // The hour is full: all of it waits for the next one.
    if (!(error instanceof AppError)) throw error;
  });
}

/** An e-mail to an administrator. A made-up one has no events. */
export const letterJob = (
  context: Pick<AppContext, 'db' | 'mailer' | 'env'>,
): Pick<JobBodies, 'alerts.letter'> => ({
  async 'alerts.letter'({ user_id, events }) {
    const { db, mailer, env } = context;
    const account = await findAccount(db, user_id);
    const [person] = await db
      .select({ active: users.active, role: users.role, user_group_id: users.user_group_id })
      .from(users)
      .where(eq(users.id, user_id));
    if (!account || !person?.active || !isAdmin(person)) return;
    const stages = new Map(events.map(({ id, stage }) => [id, stage]));
    const found = events.length
      ? await db
          .select()
          .from(alert_events)
          .where(inArray(alert_events.id, [...stages.keys()]))
          .orderBy(asc(alert_events.id))
      : [];
    if (events.length && !found.length) return;
    const sentences = found.map((event) => eventSentence(event, stages.get(event.id) ?? 'opened'));
    const isEnd = events.every(({ stage }) => stage === 'ended');
    await mailer.send(alertLetter(account, { sentences, isEnd }, env.APP_URL));
  },
});

/** Without a sentence it is a test. */
export function alertLetter(
  to: Addressee,
  { sentences, isEnd }: { sentences: string[]; isEnd: boolean },
  appUrl: string,
): Letter {
  const [title, said] = sentences.length
    ? [isEnd ? 'Um aviso terminou' : 'Aviso do Prosa', sentences]
    : ['Aviso de teste', ['Esta é uma mensagem de teste: os avisos desta regra chegam a você.']];
  return {
    to: to.email,
    subject: sentences.length > 1 ? `${title}: ${sentences.length} acontecimentos` : title,
    title,
    before: [greeting(to.name), ...said],
    after: ['Em «Avisos», na administração, estão as regras e o que aconteceu.'],
    appUrl,
  };
}
