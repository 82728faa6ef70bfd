/** One change of a base at a time, so that its term counts add up. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../app-error.ts';
import type { Database, Transaction } from '../../../db/client.ts';

/** Any fixed number: the first half of the advisory locks that bases are filled under. */
const INGESTION_LOCK = 7_301_885;
const PATIENCE_MS = 300_000;

/**
 * Runs a transaction under an advisory lock of the base. A caller that does not get the lock returns its connection
 * before it tries again, so that many simultaneous uploads do not hold all connections.
 */
export async function withKnowledgeBaseLock<T>(
  db: Database,
  knowledgeBaseId: number,
  change: (transaction: Transaction) => Promise<T>,
  { patience_ms = PATIENCE_MS, signal }: { patience_ms?: number; signal?: AbortSignal } = {},
): Promise<T> {
  const patienceEnds = performance.now() + patience_ms;
  for (;;) {
    signal?.throwIfAborted();
    const done = await db.transaction(async (transaction) => {
      const { rows } = await transaction.execute<{ is_mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${INGESTION_LOCK}, ${knowledgeBaseId}) is_mine`,
      );
      return rows[0]?.is_mine ? { value: await change(transaction) } : null;
    });
    if (done) return done.value;
    if (performance.now() > patienceEnds) throw new AppError('knowledge_base_busy');
    await pause(20 + Math.random() * 80);
  }
}
