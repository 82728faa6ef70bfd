/**
 * Idempotency keys: the reply of the first request with a key is kept for 24 hours, and repeats get it. Keys belong to
 * their user; 0 stands for callers who are not signed in.
 */
import { createHash } from 'node:crypto';
import { and, eq, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../app-error.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { idempotency_keys } from '../db/tables/idempotency.ts';

export type IdempotentCall = {
  user_id: number;
  key: string;
  /** The request in any fixed form: another request with the same key is refused. */
  request: string;
};

/** The stored reply; `message_id` is the streamed answer to join. */
export type FirstRun = { answer: unknown; message_id: number | null };

const KEPT_MS = 24 * 3_600_000;

/**
 * Takes the key for the running transaction and returns null, or returns what the first run left. A repeat that
 * comes while the first run is being written waits for its transaction; if that fails, the repeat becomes the first.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  call: IdempotentCall,
  now: Date,
): Promise<FirstRun | null> {
  const fresh = { request_hash: hashOf(call), status: null, answer: null, message_id: null, created_at: now };
  const [claimed] = await tx
    .insert(idempotency_keys)
    .values({ user_id: call.user_id, key: call.key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotency_keys.user_id, idempotency_keys.key],
      set: fresh,
      setWhere: lt(idempotency_keys.created_at, new Date(now.getTime() - KEPT_MS)),
    })
    .returning({ key: idempotency_keys.key });
  return claimed ? null : findFirstRun(tx, call, now);
}

/** Stores the reply for repeats, in the transaction that claimed the key. */
export async function storeFirstRun(
  tx: Transaction,
  { user_id, key }: IdempotentCall,
  run: { status: number; answer?: unknown; message_id?: number },
): Promise<void> {
  await tx.update(idempotency_keys).set(run).where(isUnder({ user_id, key }));
}

/** The stored reply; null for a first request. */
export async function findFirstRun(db: Queryable, call: IdempotentCall, now: Date): Promise<FirstRun | null> {
  const [run] = await db.select().from(idempotency_keys).where(isUnder(call));
  return run && !isExpired(run, now) ? firstRunOf(run, call) : null;
}

type KeptRun = typeof idempotency_keys.$inferSelect;

export const isUnder = ({ user_id, key }: { user_id: number | Placeholder; key: string | Placeholder }) =>
  and(eq(idempotency_keys.user_id, user_id), eq(idempotency_keys.key, key));

/** Past its 24 hours, and not deleted yet. */
export const isExpired = ({ created_at }: Pick<KeptRun, 'created_at'>, now: Date) =>
  created_at.getTime() < now.getTime() - KEPT_MS;

export function firstRunOf(run: KeptRun, call: IdempotentCall): FirstRun {
  if (!run.request_hash.equals(hashOf(call))) throw new AppError('idempotency_mismatch');
  return { answer: run.answer, message_id: run.message_id };
}

/**
 * Takes the key and notes its answer at once, as a part of a larger statement: for the one row of `given`, which has the
 * `message_id`. Where the key is taken already the whole statement fails.
 */
export const insertFirstRun = (call: IdempotentCall, now: Date, given: SQL): SQL => sql`
  insert into idempotency_keys (user_id, key, request_hash, status, message_id, created_at)
  select ${call.user_id}::int, ${call.key}::text, ${hashOf(call)}::bytea, 200, message_id, ${now}::timestamptz
  from ${given}`;

export async function deleteExpiredIdempotencyKeys(db: Queryable, now: Date): Promise<void> {
  await db.delete(idempotency_keys).where(lt(idempotency_keys.created_at, new Date(now.getTime() - KEPT_MS)));
}

const hashOf = ({ request }: IdempotentCall) => createHash('sha256').update(request).digest();
