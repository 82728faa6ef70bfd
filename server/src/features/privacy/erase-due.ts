/** Erases the accounts that are due. An account that cannot be erased now is tried again in the next run. */
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { reasonOf } from '../../db/client.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { stopAnswer } from '../chat/run/stop-answer.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import type { SubscriptionContext } from '../subscriptions/lifecycle/sync-subscription.ts';
import { holdWithSuperadmins } from '../users/authority.ts';
import { requestStops, wakePerson } from '../users/rights-changed.ts';
import { anotherStays } from './deletion.ts';
import { accountErasedEmail } from './emails.ts';
import { erase } from './erase.ts';
import { findPerson, type Person } from './person.ts';
import { findResidualData } from './residual-personal-data.ts';

export type EraseContext = AppContext & SubscriptionContext & Pick<ChatContext, 'chat'>;

const AT_ONCE = 100;
/** Answers of a process that has died are ended by the sweeper; an account that waits longer than this comes later. */
const STOPPING_MAX_MS = 15_000;
const LOOKING_MS = 200;

export async function eraseDue(context: EraseContext): Promise<void> {
  const { db, clock, log } = context;
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletion_due, clock.now()))
    .orderBy(asc(users.deletion_due))
    .limit(AT_ONCE);
  let failed = 0;
  for (const { id } of due)
    try {
      await eraseOne(context, id);
    } catch (error) {
      failed += 1;
      log.error({ user_id: id, err: { message: reasonOf(error) } }, 'a due account was not erased');
    }
  if (failed) throw new Error(`${failed} of ${due.length} due accounts were not erased`);
}

async function eraseOne(context: EraseContext, id: number): Promise<void> {
  const { db, clock, log, mailer } = context;
  if (!(await shutOut(context, id))) return;
  await stopAnswers(context, id);
  await endSubscription(context, id);
  const person = await db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [id]);
    const found = await findPerson(tx, id);
    // Somebody else has erased them, or has let them in again.
    if (!found || held.find((one) => one.id === id)?.active) return null;
    await erase(tx, found, clock.now());
    return found;
  });
  if (!person) return;
  log.info({ user_id: id }, 'an account was erased');
  await sendLastEmail(context, person);
  // The last letter too: a local mailbox would keep it.
  await mailer.forget(person.email);
  await verify(context, person);
}

/** From here on nobody enters as this person. False when they are not due any more, or must stay. */
async function shutOut(context: AppContext, id: number): Promise<boolean> {
  const { db, clock, log } = context;
  const isOut = await db.transaction(async (tx) => {
    const person = (await holdWithSuperadmins(tx, [id])).find((one) => one.id === id);
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), lte(users.deletion_due, clock.now())));
    if (!person || !still) return false;
    if (person.role === 'superadmin' && person.active && !(await anotherStays(tx, id))) {
      log.error({ user_id: id }, 'the last superadmin is due to be erased: another one is needed first');
      return false;
    }
    await tx.update(users).set({ active: false }).where(eq(users.id, id));
    await tx
      .update(sign_ins)
      .set({ ended_at: clock.now(), ended_because: 'deactivated' })
      .where(and(eq(sign_ins.user_id, id), isNull(sign_ins.ended_at)));
    await requestStops(tx, id, 'all');
    return true;
  });
  if (isOut) await wakePerson(context, id);
  return isOut;
}

async function stopAnswers(context: EraseContext, user_id: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    const running = await context.db
      .select({ session_id: messages.session_id })
      .from(messages)
      .where(and(eq(messages.user_id, user_id), eq(messages.status, 'streaming')));
    if (!running.length) return;
    if (performance.now() - began > STOPPING_MAX_MS) throw new Error('answers are still being written');
    for (const { session_id } of running) await stopAnswer(context, user_id, session_id);
    await pause(LOOKING_MS);
  }
}

/** A name or a telephone number that another person has too proves nothing: it is logged only. */
async function verify({ db, log }: AppContext, person: Person): Promise<void> {
  const remains = await findResidualData(db, person);
  const certain = remains.filter(({ of }) => of !== 'name' && of !== 'phone');
  if (remains.length)
    log[certain.length ? 'error' : 'warn']({ remains }, 'of an erased person something is left');
  if (certain.length) throw new Error(`of an erased person something is left in ${certain.length} columns`);
}

/** Their address is known to nobody but this moment: a letter that cannot be handed over now is not sent. */
async function sendLastEmail({ mailer, env, log }: AppContext, person: Person): Promise<void> {
  try {
    const letter = accountErasedEmail(person, env.APP_URL);
    // No account says any more in which language its owner reads.
    await mailer.send(person.language === 'en' ? { ...letter, language: 'en' } : letter);
  } catch (error) {
    log.warn({ err: { message: reasonOf(error) } }, 'the last letter to an erased person was not sent');
  }
}
