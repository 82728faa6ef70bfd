/** A citizen leaves a request: it gets a number, a day until which it is answered, and a letter that says both. */
import { eq, sql } from 'drizzle-orm';
import { REQUESTS_PER_HOUR } from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { citizen_requests } from '../../../db/tables/counters.ts';
import type { VisitorCaller } from '../../../http/routes.ts';
import { addDays, today, yearOf } from '../../../language/values/calendar.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { consumeRateLimits, fromPlace } from '../../auth/records/limits.ts';
import { findMessage } from '../../chat/conversations/message-store.ts';
import { lockCounter } from '../administration/counters.ts';
import type { CounterContext } from '../counter-context.ts';
import { findCounter, isOpen } from '../counter-rows.ts';
import { countAtCounter } from '../statistics.ts';
import { mayWriteTo } from './letters.ts';
import { protocolOf } from './protocol.ts';
import { emailHash, type SealedField, sealedField } from './records.ts';

export type GivenRequest = { name: string; email: string; text: string; message_id?: number | undefined };

/** Requests that one visit, and one address, leaves in an hour. */
const requestsFrom = (visitor_id: string, ip: string) => [
  { key: `counter-request:${visitor_id}`, max: REQUESTS_PER_HOUR, seconds: 3_600 },
  ...fromPlace('counter-request', ip, { max: REQUESTS_PER_HOUR, seconds: 3_600 }),
];

export async function leaveRequest(
  context: CounterContext,
  caller: VisitorCaller,
  { slug, ip, ...given }: GivenRequest & { slug: string; ip: string },
): Promise<{ protocol: string; due_on: string }> {
  const { db, clock, queue } = context;
  const now = clock.now();
  const counter = await findCounter(db, slug);
  if (!isOpen(counter, now)) throw new AppError('counter_closed');
  const question = await questionOf(db, caller, given.message_id);
  await consumeRateLimits(db, requestsFrom(caller.visitor_id, ip), now);
  const isWrittenTo = await mayWriteTo(context, given.email);
  const day = today(now);
  const made = await db.transaction(async (tx) => {
    // Under the lock of the counter, so that numbers have no gaps and none is given twice.
    const { id: counter_id, deadline_days } = await lockCounter(tx, counter.id);
    const year = yearOf(day);
    const [last] = await tx
      .select({ number: sql<number>`coalesce(max(${citizen_requests.number}), 0)`.mapWith(Number) })
      .from(citizen_requests)
      .where(sql`${citizen_requests.counter_id} = ${counter_id} and ${citizen_requests.year} = ${year}`);
    const number = (last?.number ?? 0) + 1;
    const protocol = protocolOf(year, number);
    const due_on = addDays(day, deadline_days);
    const [row] = await tx
      .insert(citizen_requests)
      .values({
        counter_id,
        protocol,
        year,
        number,
        due_on,
        email_hash: emailHash(context, counter_id, given.email),
        created_at: now,
      })
      .returning();
    if (!row) throw new Error('no request was inserted');
    // Their seals are bound to the number that the row has only now.
    const sealed = (field: SealedField, text: string) => sealedField(context, field, row, cleanText(text));
    await tx
      .update(citizen_requests)
      .set({
        name_sealed: sealed('name', given.name),
        email_sealed: sealed('email', given.email),
        text_sealed: sealed('text', given.text),
        question_sealed: question === null ? null : sealed('question', question),
      })
      .where(eq(citizen_requests.id, row.id));
    if (isWrittenTo)
      await queue.send('counters.letter', { counter_id, request_id: row.id, kind: 'received' }, tx);
    return { protocol, due_on };
  });
  await countAtCounter(context, counter.id, 'requests');
  return made;
}

/** The question of an answer of the same visit; another one is unknown. */
async function questionOf(
  db: Queryable,
  { user_id, session_id }: VisitorCaller,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const message = await findMessage(db, { user_id, id });
  if (message?.session_id !== session_id) throw new AppError('message_not_found');
  return message.question;
}
