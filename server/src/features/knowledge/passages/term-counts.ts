/**
 * passage_terms holds, for each base, in how many of its passages each word occurs; knowledge_bases holds how many
 * passages it has and how long they are together. Both always equal a recount: every transaction that adds or removes
 * passages updates them here, under the base's lock.
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import type { PassageSize } from '../documents/store.ts';
import { textArray } from './wire-array.ts';

/** A document in its base. */
type Place = { knowledge_base_id: number; id: number };

/** Words at a time: a new one costs its trigrams, and no statement may take as long as a query is allowed to. */
const BATCH = 2_000;
/** Passages counted at a time, for the same reason. Fewer would tell most words again and again. */
const COUNTED = 1_000;

/**
 * After a document's passages were inserted, all at once: a word that is in each batch of a long document would
 * otherwise be written, and indexed, as often. PostgreSQL sorts them: sorting all words of a
 * table here would block the event loop.
 */
export async function addTerms(transaction: Transaction, document: Place): Promise<void> {
  const all = [...(await countsOf(transaction, document))];
  for (let first = 0; first < all.length; first += BATCH) {
    const batch = all.slice(first, first + BATCH);
    await transaction.execute(sql`
      insert into passage_terms (knowledge_base_id, lexeme, document_frequency)
      select ${document.knowledge_base_id}, lexeme, passages from unnest(
        ${textArray(batch.map(([lexeme]) => lexeme))}::text[], ${sql.param(batch.map(([, passages]) => passages))}::int[]
      ) words(lexeme, passages) order by lexeme
      on conflict (knowledge_base_id, lexeme)
      do update set document_frequency = passage_terms.document_frequency + excluded.document_frequency`);
  }
}

type Counted = { passages: number; lexemes: string[] | null; counts: number[] | null };

/** In how many of the document's passages each word is. */
async function countsOf(
  transaction: Transaction,
  { knowledge_base_id, id }: Place,
): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  const add = (lexeme: string, count: number) => all.set(lexeme, (all.get(lexeme) ?? 0) + count);
  for (let first = 0; ; first += COUNTED) {
    const { rows } = await transaction.execute<Counted>(sql`
      with counted as materialized (
        select tsv from passages where knowledge_base_id = ${knowledge_base_id} and document_id = ${id}
          and ordinal between ${first} and ${first + COUNTED - 1}
      )
      select (select count(*)::int from counted) passages, json_agg(lexeme) lexemes, json_agg(count) counts
      from (select lexeme, count(*) from counted cross join lateral unnest(tsvector_to_array(tsv)) lexeme group by 1) word`);
    const { passages = 0, lexemes, counts } = rows[0] ?? {};
    for (const [index, lexeme] of (lexemes ?? []).entries()) add(lexeme, counts?.[index] ?? 0);
    if (passages < COUNTED) return all;
  }
}

export async function sizeOfDocument(transaction: Transaction, document: Place): Promise<PassageSize> {
  const { rows } = await transaction.execute<PassageSize>(sql`
    select count(*)::int passages, coalesce(sum(lexeme_count), 0)::float8 lexemes from passages
    where knowledge_base_id = ${document.knowledge_base_id} and document_id = ${document.id}`);
  return rows[0] ?? { passages: 0, lexemes: 0 };
}

/** Before the passages are deleted. */
export async function removeTerms(transaction: Transaction, document: Place): Promise<void> {
  await transaction.execute(sql`
    with words as materialized (
      select word.lexeme, count(*)::int passages
      from passages cross join lateral unnest(tsvector_to_array(passages.tsv)) word(lexeme)
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
