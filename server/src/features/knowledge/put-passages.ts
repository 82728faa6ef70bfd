/** Puts a document's passages into its base, a batch at a time, and counts their words on the way. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import type { PassageDraft } from './chunks.ts';
import type { DocumentPlace } from './store.ts';
import { EVERYWHERE, type TermCounts } from './term-counts.ts';

/** Passages at a time: writing a statement down keeps the process from everybody else for a moment. */
const BATCH = 100;

type Counted = { lexemes: string[] | null; passages: number[] | null };

/** In how many of the passages each word is. `between` is called after each batch, with the share that is done. */
export async function putPassages(
  transaction: Transaction,
  place: DocumentPlace,
  drafts: PassageDraft[],
  between: (done: number) => Promise<void>,
): Promise<TermCounts> {
  const counts: TermCounts = new Map();
  for (let first = 0; first < drafts.length; first += BATCH) {
    const batch = drafts.slice(first, first + BATCH);
    const { lexemes, passages } = await putBatch(transaction, place, { first, batch });
    for (const [index, lexeme] of (lexemes ?? []).entries())
      counts.set(lexeme, (counts.get(lexeme) ?? 0) + (passages?.[index] ?? 0));
    await between(Math.min(1, (first + BATCH) / drafts.length));
  }
  if (drafts.length) counts.set(EVERYWHERE, drafts.length);
  return counts;
}

/** Words are found once: what is stored, measured and counted of them comes from the same vector. */
async function putBatch(
  transaction: Transaction,
  { knowledge_base_id, document_id }: DocumentPlace,
  { first, batch }: { first: number; batch: PassageDraft[] },
): Promise<Counted> {
  const column = <T>(pick: (draft: PassageDraft) => T) => sql.param(batch.map(pick));
  const { rows } = await transaction.execute<Counted>(sql`
    with drafts as materialized (
      select *, to_tsvector('public.pt_ua', section || ' ' || content) tsv
      from unnest(
        ${column(({ section }) => section)}::text[], ${column(({ page }) => page)}::int[],
        ${column(({ content }) => content)}::text[],
        ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[]
      ) with ordinality given(section, page, content, start_offset, end_offset, place)
    ), put as (
      insert into passages (knowledge_base_id, document_id, ordinal, section, page, content, start_offset, end_offset, tsv, lexeme_count)
      select ${knowledge_base_id}, ${document_id}, ${first} + place - 1, section, page, content, start_offset, end_offset, tsv,
        (select coalesce(sum(cardinality(positions)), 0) from unnest(tsv))
      from drafts
    )
    select json_agg(lexeme) lexemes, json_agg(passages) passages from (
      select word.lexeme, count(*) passages from drafts cross join lateral unnest(drafts.tsv) word group by word.lexeme
    ) counted`);
  return rows[0] ?? { lexemes: null, passages: null };
}
