/** Words that tell which document is meant and not what is asked of it: most of its passages have them. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { Passage, SearchScope } from '../passage.ts';
import type { AskedWord } from '../question/question-terms.ts';

/** A word that so large a share of a document's passages has is its subject. */
const SHARE = 0.3;
/** The share says nothing of a shorter document. */
const PASSAGES_MIN = 8;
/** So many passages from its beginning tell what a document is about. */
const READ_MAX = 120;
/** A pasted page has many words; the subject is among the first. */
const WORDS_MAX = 32;

/** The lexemes that are the subject of each document. */
export async function subjectsOf(
  db: Queryable,
  scope: SearchScope,
  { asked, passages }: { asked: AskedWord[]; passages: Pick<Passage, 'document_id'>[] },
): Promise<Map<number, Set<string>>> {
  const lexemes = asked
    .filter(({ document_frequency }) => document_frequency >= SHARE * PASSAGES_MIN)
    .map(({ lexeme }) => lexeme)
    .slice(0, WORDS_MAX);
  const documents = [...new Set(passages.map(({ document_id }) => document_id))];
  if (!lexemes.length || !documents.length) return new Map();
  const { rows } = await db.execute<{ document_id: number; lexeme: string }>(sql`
    select document_id, lexeme
    from (
      select document_id, tsv from ${scope.passages} all_passages
      where document_id = any (${sql.param(documents)}::int[]) and ordinal < ${READ_MAX} and ${scope.isIn}
      offset 0
    ) read cross join unnest(${sql.param(lexemes)}::text[]) asked(lexeme)
    group by document_id, lexeme
    having count(*) >= ${PASSAGES_MIN} and avg((tsv @@ quote_literal(lexeme)::tsquery)::int) >= ${SHARE}
    order by document_id, lexeme collate "C"`);
  return new Map(
    [...Map.groupBy(rows, ({ document_id }) => document_id)].map(([id, some]) => [
      id,
      new Set(some.map(({ lexeme }) => lexeme)),
    ]),
  );
}
