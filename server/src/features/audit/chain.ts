/** The seal of an entry: a hash over what it says and over the seal before it. */
import { createHash } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { canonical } from './values.ts';

type Entry = typeof audit_entries.$inferSelect;
/** What is sealed. */
export type Sealed = Omit<Entry, 'id' | 'hash' | 'previous_hash'>;

/** What the first entry is sealed with. */
export const NO_HASH = '0'.repeat(64);

const PER_STEP = 2_000;

export function seal(previous_hash: string, entry: Sealed): string {
  const said = canonical({
    created_at: entry.created_at.toISOString(),
    action: entry.action,
    actor_reference: entry.actor_reference,
    object_type: entry.object_type,
    object_id: entry.object_id,
    object_name: entry.object_name,
    person_reference: entry.person_reference,
    before: entry.before,
    after: entry.after,
  });
  return createHash('sha256').update(`${previous_hash}\n${said}`).digest('hex');
}

/**
 * Walks from the first entry to the last. `broken_at` is the first one that does not fit: it was changed, or what
 * stood before it was taken away.
 */
export async function verifyChain(
  db: Queryable,
  perStep = PER_STEP,
): Promise<{ entries: number; intact: boolean; broken_at: number | null }> {
  let entries = 0;
  let last = { id: 0, hash: NO_HASH };
  for (;;) {
    const rows = await db
      .select()
      .from(audit_entries)
      .where(gt(audit_entries.id, last.id))
      .orderBy(asc(audit_entries.id))
      .limit(perStep);
    if (!rows.length) return { entries, intact: true, broken_at: null };
    for (const row of rows) {
      entries += 1;
      if (row.previous_hash !== last.hash || row.hash !== seal(last.hash, row))
        return { entries, intact: false, broken_at: row.id };
      last = row;
    }
  }
}
