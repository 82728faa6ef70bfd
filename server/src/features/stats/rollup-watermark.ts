/** Watermark: every hour before it is rolled up into the statistics. */
import { eq } from 'drizzle-orm';
import type { Readable, Transaction } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';

const KEY = 'statistics';

/** Every hour before it is rolled up; null when none is. */
export async function readWatermark(db: Readable): Promise<Date | null> {
  const [row] = await db
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, KEY));
  return dateOf(row?.value);
}

/** Locks the watermark until the transaction ends, so that roll-ups and erasures run one after the other. */
export async function lockWatermark(tx: Transaction): Promise<Date | null> {
  await tx.insert(installation).values({ key: KEY, value: {} }).onConflictDoNothing();
  const [row] = await tx
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, KEY))
    .for('update');
  return dateOf(row?.value);
}

export async function moveWatermark(tx: Transaction, watermark: Date, now: Date): Promise<void> {
  await tx
    .update(installation)
    .set({ value: { rolled_until: watermark.toISOString() }, updated_at: now })
    .where(eq(installation.key, KEY));
}

const dateOf = (value: unknown): Date | null => {
  const { rolled_until } = (value ?? {}) as { rolled_until?: string };
  return rolled_until ? new Date(rolled_until) : null;
};
