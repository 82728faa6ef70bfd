/**
 * The seal of an audit entry: an HMAC over its content and over the seal before it. Words stand in it as a salted digest,
 * so that an erasure may take them out and leave the chain intact. Entries of release 1.0 carry a SHA-256 without a key;
 * they are valid only before the first keyed entry.
 */
import { createHash } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { audit_entries, type ErasedWords } from '../../db/tables/audit.ts';
import { type SealingKey, type SealingKeys, sealingKeys, sealWith } from './sealing-keys.ts';
import { canonical } from './values.ts';

export type Entry = typeof audit_entries.$inferSelect;
export type Words = Pick<Entry, 'object_name' | 'before' | 'after'>;
/** The content that the seal covers; `key_id` names the key, null in entries of release 1.0. */
export type Sealed = Omit<Entry, 'id' | 'hash' | 'previous_hash' | 'words_salt' | 'erased_words'>;

/** The previous hash of the first entry. */
export const NO_HASH = '0'.repeat(64);

const PER_STEP = 2_000;

const wordsOf = ({ object_name, before, after }: Words): Words => ({ object_name, before, after });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const digestWords = (salt: string, words: Words): string =>
  sha256(`${salt}\n${canonical(wordsOf(words))}`);

/** Null when the key of the entry is not among `keys`. */
export function seal(previous_hash: string, entry: Sealed, keys: SealingKeys): string | null {
  const { words_digest } = entry;
  const words = words_digest === null ? wordsOf(entry) : { words_digest };
  const text = `${previous_hash}\n${canonical({ ...factsOf(entry), ...words })}`;
  if (entry.key_id === null) return sha256(text);
  const key = keys.find(({ id }) => id === entry.key_id);
  return key ? sealWith(key, 'audit', text) : null;
}

const factsOf = (entry: Sealed) => ({
  created_at: entry.created_at.toISOString(),
  action: entry.action,
  actor_reference: entry.actor_reference,
  object_type: entry.object_type,
  object_id: entry.object_id,
  person_reference: entry.person_reference,
});

/** Stands for the digest of the words, or for the whole seal where that covers the words themselves. */
export const sealErasure = (entry: Entry, fields: ErasedWords['fields'], key: SealingKey): string =>
  sealWith(
    key,
    'audit erasure',
    canonical({
      ...factsOf(entry),
      ...wordsOf(entry),
      hash: entry.hash,
      previous_hash: entry.previous_hash,
      fields,
    }),
  );

/** Whether the entry is as it was sealed, apart from words whose erasure is sealed itself. */
export function isIntact(entry: Entry, keys: SealingKeys): boolean {
  const { erased_words, words_digest, words_salt } = entry;
  const fits = () => entry.hash === seal(entry.previous_hash, entry, keys);
  if (!erased_words)
    return fits() && (words_digest === null || words_digest === digestWords(words_salt ?? '', entry));
  const key = keys.find(({ id }) => id === erased_words.key_id);
  if (!key || erased_words.seal !== sealErasure(entry, erased_words.fields, key)) return false;
  return words_digest === null || fits();
}

/** An entry whose hash was noted outside of the database. */
export type Anchor = { id: number; hash: string };

/** `with_erased_words` counts the entries that lost words of an erased person. */
export type Verified = {
  entries: number;
  with_erased_words: number;
  intact: boolean;
  broken_at: number | null;
};

/**
 * Walks from the first entry to the last. `broken_at` is the first one that does not fit: it was changed, its key is
 * unknown, an entry before it is gone, or it is the anchored one and is missing or another.
 */
export async function verifyChain(
  db: Queryable,
  { keys = sealingKeys(), anchor = null as Anchor | null, perStep = PER_STEP } = {},
): Promise<Verified> {
  let entries = 0;
  let with_erased_words = 0;
  let last: Walked = { id: 0, hash: NO_HASH, isKeyed: false };
  for await (const row of rowsInOrder(db, perStep)) {
    entries += 1;
    if (row.erased_words) with_erased_words += 1;
    if (!follows(last, row, keys) || missesAnchor(last, row, anchor))
      return { entries, with_erased_words, intact: false, broken_at: row.id };
    last = { id: row.id, hash: row.hash, isKeyed: last.isKeyed || row.key_id !== null };
  }
  const isCut = anchor !== null && anchor.id > last.id;
  return { entries, with_erased_words, intact: !isCut, broken_at: isCut ? anchor.id : null };
}

/** The last entry that fits, and whether a keyed one is among those before. */
type Walked = { id: number; hash: string; isKeyed: boolean };

/** An entry without a key may not come after one that has one. */
const follows = (last: Walked, row: Entry, keys: SealingKeys): boolean =>
  row.previous_hash === last.hash && isIntact(row, keys) && !(last.isKeyed && row.key_id === null);

function missesAnchor(last: Walked, row: Entry, anchor: Anchor | null): boolean {
  if (!anchor) return false;
  return row.id === anchor.id ? row.hash !== anchor.hash : last.id < anchor.id && row.id > anchor.id;
}

async function* rowsInOrder(db: Queryable, perStep: number): AsyncGenerator<Entry> {
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(audit_entries)
      .where(gt(audit_entries.id, after))
      .orderBy(asc(audit_entries.id))
      .limit(perStep);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
