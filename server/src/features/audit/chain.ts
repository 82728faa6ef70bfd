/**
 * The seal of an audit entry: an HMAC over its content and over the seal before it. Entries of release 1.0 carry a
 * SHA-256 without a key; they are valid only before the first keyed entry.
 */
import { createHash } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { type SealingKeys, sealingKeys, sealWith } from './sealing-keys.ts';
import { canonical } from './values.ts';

type Entry = typeof audit_entries.$inferSelect;
/** The content that the seal covers; `key_id` names the key, null in entries of release 1.0. */
export type Sealed = Omit<Entry, 'id' | 'hash' | 'previous_hash'>;

/** The previous hash of the first entry. */
export const NO_HASH = '0'.repeat(64);

const PER_STEP = 2_000;

/** Null when the key of the entry is not among `keys`. */
export function seal(previous_hash: string, entry: Sealed, keys: SealingKeys): string | null {
  const content = canonical({
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
  if (entry.key_id === null) return createHash('sha256').update(`${previous_hash}\n${content}`).digest('hex');
  const key = keys.find(({ id }) => id === entry.key_id);
  return key ? sealWith(key, 'audit', `${previous_hash}\n${content}`) : null;
}

/** An entry whose hash was noted outside of the database. */
export type Anchor = { id: number; hash: string };

export type Verified = { entries: number; intact: boolean; broken_at: number | null };

/**
 * Walks from the first entry to the last. `broken_at` is the first one that does not fit: it was changed, its key is
 * unknown, an entry before it is gone, or it is the anchored one and is missing or another.
 */
export async function verifyChain(
  db: Queryable,
  { keys = sealingKeys(), anchor = null as Anchor | null, perStep = PER_STEP } = {},
): Promise<Verified> {
  let entries = 0;
  let last = { id: 0, hash: NO_HASH };
  let isKeyed = false;
  for (;;) {
    const rows = await db
      .select()
      .from(audit_entries)
      .where(gt(audit_entries.id, last.id))
      .orderBy(asc(audit_entries.id))
      .limit(perStep);
    for (const row of rows) {
      entries += 1;
      const follows = row.previous_hash === last.hash && row.hash === seal(last.hash, row, keys);
      const isDowngraded = isKeyed && row.key_id === null;
      const passedAnchor = anchor && last.id < anchor.id && row.id > anchor.id;
      const differs = row.id === anchor?.id && row.hash !== anchor.hash;
      if (!follows || isDowngraded || passedAnchor || differs)
        return { entries, intact: false, broken_at: row.id };
      isKeyed ||= row.key_id !== null;
      last = row;
    }
    if (rows.length) continue;
    const isCut = anchor !== null && anchor.id > last.id;
    return { entries, intact: !isCut, broken_at: isCut ? anchor.id : null };
  }
}
