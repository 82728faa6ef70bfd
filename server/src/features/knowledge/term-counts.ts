/**
 * passage_terms holds, for each base, in how many of its passages each word occurs. It always equals a recount:
 * whoever adds or removes passages says so here, in the same transaction and while alone in the base.
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';

/** The empty word, which every passage has: its count is how many passages there are. */
export const EVERYWHERE = '';

/** A document, or the part of it that begins with passage `from`. */
type Place = { knowledge_base_id: number; id: number; from?: number };

/** The words of a document's passages, in order, so that two transactions never wait for each other crosswise. */
const wordsOf = ({ knowledge_base_id, id, from = 0 }: Place) => sql`
  select word.lexeme, count(*)::int passages
  from passages cross join lateral (select lexeme from unnest(passages.tsv) union all select ${EVERYWHERE}::text) word
  where passages.knowledge_base_id = ${knowledge_base_id} and passages.document_id = ${id}
    and passages.ordinal >= ${from}
  group by word.lexeme order by word.lexeme`;

/** After the passages were inserted. */
export async function addTerms(transaction: Transaction, added: Place): Promise<void> {
  await transaction.execute(sql`
    insert into passage_terms (knowledge_base_id, lexeme, document_frequency)
    select ${added.knowledge_base_id}, lexeme, passages from (${wordsOf(added)}) words
    on conflict (knowledge_base_id, lexeme)
    do update set document_frequency = passage_terms.document_frequency + excluded.document_frequency`);
}

/** Before the passages are deleted. */
export async function takeTermsOut(transaction: Transaction, document: Place): Promise<void> {
  await transaction.execute(sql`
    with words as materialized (${wordsOf(document)}), gone as (
      delete from passage_terms using words
      where passage_terms.knowledge_base_id = ${document.knowledge_base_id}
        and passage_terms.lexeme = words.lexeme and passage_terms.document_frequency <= words.passages
    )
    update passage_terms set document_frequency = passage_terms.document_frequency - words.passages
    from words
    where passage_terms.knowledge_base_id = ${document.knowledge_base_id}
      and passage_terms.lexeme = words.lexeme and passage_terms.document_frequency > words.passages`);
}
