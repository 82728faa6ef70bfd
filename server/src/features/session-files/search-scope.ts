/** The files of a conversation as a scope of the search in bases: the same words, the same ranking. */
import { sql } from 'drizzle-orm';
import type { SearchScope } from '../knowledge/search/passage.ts';

export type ReadableFiles = {
  user_id: number;
  /** Their ready files, in the order of their upload. */
  files: { id: string; tokens: number; passages: number }[];
};

/** A file has the number of its place among the files, from 1, in the stead of a document's id. */
export function filesScope({ user_id, files }: ReadableFiles): SearchScope {
  const ids = sql`${sql.param(files.map(({ id }) => id))}::uuid[]`;
  const isIn = sql`user_id = ${user_id}::int and file_id = any (${ids})`;
  return {
    passages: sql`(
      select 0 knowledge_base_id, id, array_position(${ids}, file_id) document_id, document_hash, ordinal, section,
        page, content, start_offset, end_offset, tsv, lexeme_count
      from session_passages where ${isIn})`,
    isIn: sql`true`,
    documents: sql`join (
      select array_position(${ids}, id) id, original_filename from session_files
      where user_id = ${user_id}::int and id = any (${ids})
    ) d on d.id = p.document_id`,
    terms: sql`(
      select word.lexeme, count(*)::int document_frequency
      from session_passages cross join lateral unnest(tsv) word where ${isIn} group by 1)`,
    size: sql`
      select coalesce(sum(passage_count), 0)::int passages, coalesce(sum(lexeme_sum), 0)::float8 lexemes
      from session_files where user_id = ${user_id}::int and id = any (${ids})`,
  };
}
