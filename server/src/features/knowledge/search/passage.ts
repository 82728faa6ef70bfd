/** A passage as the search returns it, and the passages that a search looks through. */
import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '../../../language/values/calendar.ts';

export type Passage = {
  id: number;
  knowledge_base_id: number;
  document_id: number;
  /** The title of a citation: the name of the file. */
  title: string;
  /** Path of headings; empty where there is none. */
  section: string;
  page: number | null;
  /** Literally the document's text from `start` to `end`, in UTF-16 code units. */
  content: string;
  start: number;
  end: number;
  /** Comparable within one search only. */
  score: number;
  /** The parts of the score, each 0 to 1, where meaning was looked at as well as words. */
  scores?: { words: number; meaning: number };
  /** The share of the question that this passage speaks of, 0 to 1: what `relevant` decides by. */
  coverage: number;
};

export type PassageKey = Pick<Passage, 'id' | 'knowledge_base_id'>;

/** The columns of a `Passage` in statements that join the passages `p` of a scope with their documents `d`. */
export const passageColumns = sql`p.id, p.knowledge_base_id, p.document_id, d.original_filename title, p.section, p.page,
  p.content, p.start_offset "start", p.end_offset "end"`;

/** The passages that one search looks through: some bases, or the files of a conversation. */
export type SearchScope = {
  /** A table or a subquery with the columns of `passages`. */
  passages: SQL;
  /** Which of its rows belong to the scope. */
  isIn: SQL;
  /** Joins the passages `p` with their documents `d`, which have `id` and `original_filename`. */
  documents: SQL;
  /** A subquery of the words that the passages have: `lexeme`, `document_frequency`. */
  terms: SQL;
  /** A statement with one row: how many passages there are, and the sum of their lengths in lexemes. */
  size: SQL;
  /** A statement of the synonyms of its own, as `word`, `others`, `weight`; absent where it can have none. */
  synonyms?: SQL;
};

export const joinDocuments = sql`join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id`;

/** With `days`, only passages that hold on any of them, or of which nothing is known. */
export function basesScope(knowledge_base_ids: number[], days?: Period): SearchScope {
  const bases = sql`${sql.param(knowledge_base_ids)}::int[]`;
  return {
    passages: sql`passages`,
    isIn: days
      ? sql`knowledge_base_id = any (${bases}) and ${holdsIn(days)}`
      : sql`knowledge_base_id = any (${bases})`,
    documents: joinDocuments,
    terms: sql`(select lexeme, document_frequency from passage_terms where knowledge_base_id = any (${bases}))`,
    size: sql`
      select coalesce(sum(passage_count), 0)::int passages, coalesce(sum(lexeme_sum), 0)::float8 lexemes
      from knowledge_bases where id = any (${bases})`,
    synonyms: sql`
      select word, others, weight from knowledge_base_synonyms
      where knowledge_base_id = any (${bases}) order by knowledge_base_id, id`,
  };
}

/** The condition names the passages `all_passages`. A document whose days in force have a hole keeps them all in a range. */
const holdsIn = ({ first, last }: Period): SQL => sql`
  (all_passages.valid_from is null or all_passages.valid_from <= ${last}::date)
  and (all_passages.valid_until is null or all_passages.valid_until >= ${first}::date)
  and not exists (
    select from document_validity v
    where v.knowledge_base_id = all_passages.knowledge_base_id and v.document_id = all_passages.document_id
      and v.intervals is not null and not v.intervals && daterange(${first}::date, ${last}::date, '[]'))`;
