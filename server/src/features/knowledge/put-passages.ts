/** Puts a document's passages into its base, a batch at a time. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { giveWay } from '../../db/giving-way.ts';
import type { PassageDraft } from './chunks.ts';
import type { DocumentPlace } from './store.ts';

/** Passages at a time: writing a statement down keeps the process from everybody else for a moment. */
const BATCH = 100;

/** `between` is called after each batch, with the share that is done. */
export async function putPassages(
  transaction: Transaction,
  place: DocumentPlace,
  drafts: PassageDraft[],
  between: (done: number) => Promise<void>,
): Promise<void> {
  // What is done at once keeps nobody waiting.
  if (drafts.length > BATCH) await giveWay(transaction);
  for (let first = 0; first < drafts.length; first += BATCH) {
    await putBatch(transaction, place, { first, batch: drafts.slice(first, first + BATCH) });
    await between(Math.min(1, (first + BATCH) / drafts.length));
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
  { knowledge_base_id, document_id }: DocumentPlace,
  { first, batch }: { first: number; batch: PassageDraft[] },
): Promise<void> {
  const column = <T>(pick: (draft: PassageDraft) => T) => sql.param(batch.map(pick));
  await transaction.execute(sql`
    insert into passages (knowledge_base_id, document_id, ordinal, section, page, content, start_offset, end_offset, tsv, lexeme_count)
    select ${knowledge_base_id}, ${document_id}, ${first} + place - 1, section, page, content, start_offset, end_offset, tsv, ${lexemeCount}
    from (
      select *, to_tsvector('public.pt_ua', section || ' ' || content) tsv
      from unnest(
        ${column(({ section }) => section)}::text[], ${column(({ page }) => page)}::int[],
        ${column(({ content }) => content)}::text[],
        ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[]
      ) with ordinality given(section, page, content, start_offset, end_offset, place)
      offset 0
    ) drafts`);
}
