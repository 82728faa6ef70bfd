/**
 * How a citizen comes back to a request: by its number, the address it was left with, and a code that is sent there. Whether
 * number and address fit is known only to those who can read the letter.
 */
import { timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { REQUESTS_PER_HOUR, VERIFICATION_CODE_TRIES } from '#contract/limits.ts';
import type { OpenedRequest } from '#contract/public-counters.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { citizen_requests } from '../../../db/tables/counters.ts';
import { consumeRateLimit } from '../../../request-guards/rate-limit.ts';
import { recordChange } from '../../audit/record.ts';
import { consumeRateLimits, fromPlace } from '../../auth/records/limits.ts';
import type { CounterContext } from '../counter-context.ts';
import { findCounter } from '../counter-rows.ts';
import { mayWriteTo } from './letters.ts';
import { readProtocol } from './protocol.ts';
import { ERASED_WORDS, emailHash, openedField, REASON_WORDS, type RequestRow } from './records.ts';
import { codeHash } from './request-code.ts';

type Named = { slug: string; ip: string; protocol: string; email: string };
type Opened = Omit<OpenedRequest, 'request'> & {
  request?: Omit<NonNullable<OpenedRequest['request']>, 'created_at'> & { created_at: Date };
};

const HOUR = 3_600;
/** Attempts to open or erase requests, of one address. */
const triesFrom = (ip: string) => fromPlace('counter-open', ip, { max: REQUESTS_PER_HOUR, seconds: HOUR });
/** Letters with codes about one request, from any address. */
const codesFor = (request_id: number) => ({
  key: `counter-code:${request_id}`,
  max: REQUESTS_PER_HOUR,
  seconds: HOUR,
});

/** Without a code the reply is the same whatever exists. */
export async function openRequest(
  context: CounterContext,
  { code, ...named }: Named & { code?: string | undefined },
): Promise<Opened> {
  const { db, clock, queue } = context;
  const now = clock.now();
  const counter = await findCounter(db, named.slug);
  await consumeRateLimits(db, triesFrom(named.ip), now);
  if (code !== undefined) {
    const row = await withCode(context, counter.id, { ...named, code }, (_, found) => Promise.resolve(found));
    return { request: shownTo(context, row) };
  }
  const row = await findNamed(context, db, counter.id, named);
  if (!row) return {};
  try {
    await consumeRateLimit(db, codesFor(row.id), now);
  } catch (error) {
    // A refusal would tell that it exists.
    if (error instanceof AppError && error.code === 'too_many_requests') return {};
    throw error;
  }
  if (await mayWriteTo(context, named.email))
    await queue.send('counters.letter', { counter_id: counter.id, request_id: row.id, kind: 'code' });
  return {};
}

export async function eraseRequest(context: CounterContext, named: Named & { code: string }): Promise<null> {
  const { db, clock } = context;
  const now = clock.now();
  const counter = await findCounter(db, named.slug);
  await consumeRateLimits(db, triesFrom(named.ip), now);
  await withCode(context, counter.id, named, async (tx, row) => {
    await eraseWords(tx, row, now);
    const values = { object_type: 'citizen_request' as const, object_id: row.id, object_name: row.protocol };
    await recordChange(tx, null, { action: 'citizen_request.erased', ...values }, now);
    return row;
  });
  return null;
}

export async function eraseWords(tx: Transaction, { id, ended_at }: RequestRow, now: Date): Promise<void> {
  await tx
    .update(citizen_requests)
    .set({ ...ERASED_WORDS, state: 'erased', erased_at: now, ended_at: ended_at ?? now })
    .where(eq(citizen_requests.id, id));
}

function shownTo(context: CounterContext, row: RequestRow): NonNullable<Opened['request']> {
  const { protocol, state, due_on, reason, created_at } = row;
  return {
    protocol,
    state,
    due_on,
    text: openedField(context, 'text', row),
    answer: openedField(context, 'answer', row),
    reason: reason && REASON_WORDS[reason],
    created_at,
  };
}

async function findNamed(
  context: Pick<AppContext, 'secret'>,
  db: Queryable,
  counter_id: number,
  { protocol, email }: Pick<Named, 'protocol' | 'email'>,
): Promise<RequestRow | undefined> {
  const read = readProtocol(protocol);
  if (read === null) return undefined;
  const [row] = await db
    .select()
    .from(citizen_requests)
    .where(and(eq(citizen_requests.counter_id, counter_id), eq(citizen_requests.protocol, read)));
  const given = emailHash(context, counter_id, email);
  return row?.email_hash && timingSafeEqual(row.email_hash, given) ? row : undefined;
}

/** A wrong code counts; after five of them the code opens nothing. A right one may be used until it expires. */
async function withCode(
  context: CounterContext,
  counter_id: number,
  { code, ...named }: Named & { code: string },
  run: (tx: Transaction, row: RequestRow) => Promise<RequestRow>,
): Promise<RequestRow> {
  const { db, clock, secret } = context;
  const now = clock.now();
  const done = await db.transaction(async (tx) => {
    const found = await findNamed(context, tx, counter_id, named);
    if (!found) return null;
    const [row] = await tx
      .select()
      .from(citizen_requests)
      .where(eq(citizen_requests.id, found.id))
      .for('update');
    const isAlive =
      row?.code_hash &&
      row.code_expires_at &&
      row.code_expires_at > now &&
      row.code_tries < VERIFICATION_CODE_TRIES;
    if (!row?.code_hash || !isAlive) return null;
    if (timingSafeEqual(row.code_hash, codeHash(secret, row.id, code))) return run(tx, row);
    await tx
      .update(citizen_requests)
      .set({ code_tries: sql`${citizen_requests.code_tries} + 1` })
      .where(eq(citizen_requests.id, row.id));
    return null;
  });
  if (!done) throw new AppError('invalid_code');
  return done;
}
