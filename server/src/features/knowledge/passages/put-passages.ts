/** Puts a document's passages into its base, a batch at a time. */
import { type SQL, sql } from 'drizzle-orm';
import { lowerPriority } from '../../../db/backend-priority.ts';
import type { Transaction } from '../../../db/client.ts';
import type { DocumentPlace } from '../documents/store.ts';
import type { PassageDraft } from './chunks.ts';
import { textArray } from './wire-array.ts';

/** Its part of the text as letters or, from a reader, as bytes. */
export type EncodedPassage = Omit<PassageDraft, 'content'> & { content: string | Buffer };

export type Batches = Iterable<EncodedPassage[]> | AsyncIterable<EncodedPassage[]>;

/** Where passages are put: a table, and its columns that say whose they are, with their values. */
export type PassageTarget = {
  table: SQL;
  keys: SQL;
  values: SQL;
  /** The first eight bytes of the SHA-256 of the document's text. */
  hash: bigint;
};

export const passagesOfDocument = (
  { knowledge_base_id, document_id }: DocumentPlace,
  hash: bigint,
): PassageTarget => ({
  table: sql`passages`,
  keys: sql`knowledge_base_id, document_id`,
  values: sql`${knowledge_base_id}::int, ${document_id}::int`,
  hash,
});

/** `between` is called after each batch, with the place in the text up to which it is done. */
export async function putPassages(
  transaction: Transaction,
  target: PassageTarget,
  batches: Batches,
  between: (end: number) => Promise<void>,
): Promise<void> {
  let first = 0;
  for await (const batch of batches) {
    // A document of one batch is written at the usual priority.
    if (first) await lowerPriority(transaction);
    await putBatch(transaction, target, { first, batch });
    first += batch.length;
    await between(batch.at(-1)?.end ?? 0);
  }
}

/**
 * How often words occur in a vector, each as often as it does. With its second normalization ts_rank divides by just
 * that, and what two words joined by "and" score is never 0, whether they are there or not; to unnest the vector and to
 * add its positions up takes longer than to store it.
 */
const lexemeCount = sql`coalesce(round(
  ts_rank('{1,1,1,1}', tsv, $$'a' & 'b'$$::tsquery, 0) / nullif(ts_rank('{1,1,1,1}', tsv, $$'a' & 'b'$$::tsquery, 2), 0)
)::int, 0)`;

/** Words are found once: what is stored and measured of them comes from the same vector. */
async function putBatch(
  transaction: Transaction,
  { table, keys, values, hash }: PassageTarget,
  { first, batch }: { first: number; batch: EncodedPassage[] },
): Promise<void> {
  const texts = (pick: (draft: EncodedPassage) => string | Buffer) =>
    sql`${textArray(batch.map(pick))}::text[]`;
  const numbers = (pick: (draft: EncodedPassage) => number | null) =>
    sql`${sql.param(batch.map(pick))}::int[]`;
  await transaction.execute(sql`
    insert into ${table} (${keys}, document_hash, ordinal, section, page, content, start_offset, end_offset, tsv, lexeme_count)
    select ${values}, ${hash}::bigint, ${first} + place - 1, section, page, content, start_offset, end_offset, tsv, ${lexemeCount}
    from (
      select *, to_tsvector('public.pt_ua', section || ' ' || content) tsv
      from unnest(
        ${texts(({ section }) => section)}, ${numbers(({ page }) => page)}, ${texts(({ content }) => content)},
        ${numbers(({ start }) => start)}, ${numbers(({ end }) => end)}
      ) with ordinality given(section, page, content, start_offset, end_offset, place)
      offset 0
    ) drafts`);
}
