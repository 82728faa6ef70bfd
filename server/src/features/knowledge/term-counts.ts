/**
 * passage_terms holds, for each base, in how many of its passages each word occurs. It always equals a recount:
 * whoever adds or removes passages says so here, in the same transaction and while alone in the base.
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';

/** The empty word, which every passage has: its count is how many passages there are. */
export const EVERYWHERE = '';

/** In how many passages each word is. */
export type TermCounts = Map<string, number>;

/** Words at a time: a new one costs its trigrams, and no statement may take as long as a query is allowed to. */
const BATCH = 4_000;

/**
 * After a document's passages were inserted, all at once: a word that is in each batch of a long document would
 * otherwise be written, and indexed, as often. In order, so that two transactions never wait for each other crosswise.
 */
export async function addTerms(
  transaction: Transaction,
  knowledge_base_id: number,
  counts: TermCounts,
): Promise<void> {
  const all = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let first = 0; first < all.length; first += BATCH) {
    const batch = all.slice(first, first + BATCH);
    await transaction.execute(sql`
      insert into passage_terms (knowledge_base_id, lexeme, document_frequency)
      select ${knowledge_base_id}, lexeme, passages from unnest(
        ${sql.param(batch.map(([lexeme]) => lexeme))}::text[], ${sql.param(batch.map(([, passages]) => passages))}::int[]
      ) words(lexeme, passages)
      on conflict (knowledge_base_id, lexeme)
      do update set document_frequency = passage_terms.document_frequency + excluded.document_frequency`);
  }
}

/** A document in its base. */
type Place = { knowledge_base_id: number; id: number };

/** Before the passages are deleted. */
export async function takeTermsOut(transaction: Transaction, document: Place): Promise<void> {
  await transaction.execute(sql`
    with words as materialized (
      select word.lexeme, count(*)::int passages
      from passages cross join lateral (select lexeme from unnest(passages.tsv) union all select ${EVERYWHERE}::text) word
      where passages.knowledge_base_id = ${document.knowledge_base_id} and passages.document_id = ${document.id}
      group by word.lexeme order by word.lexeme
    ), gone as (
      delete from passage_terms using words
      where passage_terms.knowledge_base_id = ${document.knowledge_base_id}
        and passage_terms.lexeme = words.lexeme and passage_terms.document_frequency <= words.passages
    )
    update passage_terms set document_frequency = passage_terms.document_frequency - words.passages
    from words
    where passage_terms.knowledge_base_id = ${document.knowledge_base_id}
      and passage_terms.lexeme = words.lexeme and passage_terms.document_frequency > words.passages`);
}
