/** Requests as the staff reads, answers, closes and erases them. The audit has their number and no word of theirs. */
import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { CitizenRequest, RequestReason } from '#contract/citizen-requests.ts';
import type { RequestState } from '#contract/counters.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { citizen_requests, counters } from '../../../db/tables/counters.ts';
import { users } from '../../../db/tables/people.ts';
import { today } from '../../../language/values/calendar.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import type { CounterContext } from '../counter-context.ts';
import { eraseWords } from './citizen-door.ts';
import type { RequestLetter } from './letters.ts';
import { openedField, type RequestRow, sealedField } from './records.ts';

type Dto = Omit<CitizenRequest, 'created_at' | 'ended_at'> & { created_at: Date; ended_at: Date | null };
type Wanted = { state: RequestState; counter_id?: number | undefined; skip: number; limit: number };

const selectRequests = (db: Queryable) =>
  db
    .select({
      request: citizen_requests,
      counter_name: counters.name,
      agent_id: counters.agent_id,
      answered_by: users.name,
    })
    .from(citizen_requests)
    .innerJoin(counters, eq(counters.id, citizen_requests.counter_id))
    .leftJoin(users, eq(users.id, citizen_requests.answered_by));

type Found = Awaited<ReturnType<typeof selectRequests>>[number];

export async function listRequests(
  context: CounterContext,
  { state, counter_id, skip, limit }: Wanted,
): Promise<{ rows: Dto[]; total: number }> {
  const { db } = context;
  const wanted = and(
    eq(citizen_requests.state, state),
    counter_id === undefined ? undefined : eq(citizen_requests.counter_id, counter_id),
  );
  const order =
    state === 'open'
      ? [asc(citizen_requests.due_on), asc(citizen_requests.id)]
      : [desc(citizen_requests.ended_at), desc(citizen_requests.id)];
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(citizen_requests).where(wanted),
    selectRequests(db)
      .where(wanted)
      .orderBy(...order)
      .limit(limit)
      .offset(skip),
  ]);
  return { rows: rows.map((row) => dtoOf(context, row)), total: counted?.total ?? 0 };
}

export const showRequest = (context: CounterContext, id: number): Promise<Dto> =>
  show(context, context.db, id);

function dtoOf(context: CounterContext, { request, ...of }: Found): Dto {
  const { id, counter_id, protocol, state, due_on, reason, created_at, ended_at } = request;
  const opened = (field: 'name' | 'email' | 'text' | 'question' | 'answer' | 'note') =>
    openedField(context, field, request);
  return {
    id,
    counter_id,
    ...of,
    protocol,
    state,
    due_on,
    overdue: state === 'open' && due_on < today(context.clock.now()),
    name: opened('name'),
    email: opened('email'),
    text: opened('text'),
    question: opened('question'),
    answer: opened('answer'),
    reason,
    note: opened('note'),
    created_at,
    ended_at,
  };
}

export const answerRequest = (context: CounterContext, by: Actor, id: number, answer: string): Promise<Dto> =>
  end(context, by, id, {
    action: 'citizen_request.answered',
    letter: 'answered',
    values: (row) => ({
      state: 'answered',
      answer_sealed: sealedField(context, 'answer', row, cleanText(answer)),
    }),
  });

export const closeRequest = (
  context: CounterContext,
  by: Actor,
  id: number,
  { reason, note }: { reason: RequestReason; note: string },
): Promise<Dto> =>
  end(context, by, id, {
    action: 'citizen_request.closed',
    letter: 'closed',
    values: (row) => ({
      state: 'closed',
      reason,
      note_sealed: note ? sealedField(context, 'note', row, cleanText(note)) : null,
    }),
  });

/** In any state; erased ones stay as they are. */
export function eraseByStaff(context: CounterContext, by: Actor, id: number): Promise<Dto> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const row = await lockRequest(tx, id);
    if (row.state !== 'erased') {
      await eraseWords(tx, row, now);
      await note(tx, by, 'citizen_request.erased', row, now);
    }
    return show(context, tx, id);
  });
}

type Ending = {
  action: string;
  letter: RequestLetter;
  values: (row: RequestRow) => Partial<typeof citizen_requests.$inferInsert>;
};

/** The first one ends it, and others who had it open are refused. */
function end(
  context: CounterContext,
  by: Actor,
  id: number,
  { action, letter, values }: Ending,
): Promise<Dto> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const row = await lockRequest(tx, id);
    if (row.state !== 'open') throw new AppError('request_closed');
    await tx
      .update(citizen_requests)
      .set({ ...values(row), answered_by: by.user_id, ended_at: now })
      .where(eq(citizen_requests.id, id));
    const { counter_id } = row;
    await context.queue.send('counters.letter', { counter_id, request_id: id, kind: letter }, tx);
    await note(tx, by, action, row, now);
    return show(context, tx, id);
  });
}

async function lockRequest(tx: Transaction, id: number): Promise<RequestRow> {
  const [row] = await tx.select().from(citizen_requests).where(eq(citizen_requests.id, id)).for('update');
  if (!row) throw new AppError('request_not_found');
  return row;
}

async function show(context: CounterContext, db: Queryable, id: number): Promise<Dto> {
  const [row] = await selectRequests(db).where(eq(citizen_requests.id, id));
  if (!row) throw new AppError('request_not_found');
  return dtoOf(context, row);
}

const note = (
  tx: Transaction,
  by: Actor,
  action: string,
  { id, protocol }: RequestRow,
  now: Date,
): Promise<void> =>
  recordChange(tx, by, { action, object_type: 'citizen_request', object_id: id, object_name: protocol }, now);
