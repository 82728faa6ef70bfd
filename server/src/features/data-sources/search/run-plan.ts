/** Runs the plan of a question over the rows of a source: matching rows, figures, and words that no row has. */
import type { DataSource } from '#contract/data-sources.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { fold } from '../../../language/words.ts';
import type { QueryPlan } from '../plan/query-plan.ts';
import { asksForAll, subjectWords } from '../plan/subject.ts';
import type { KnownSource } from '../values/known-source.ts';
import { computeFigures, type FigureResult } from './figures.ts';
import { expectedIn, findMissingWords } from './missing-words.ts';
import { firstRows, type RankedRow, type Statement, searchRows } from './ranked-rows.ts';

export type PlanResult = {
  rows: RankedRow[];
  counted: FigureResult[];
  /** No row passed the filters: the rows are only related to the question. */
  relaxed: boolean;
  /** Words that no row which passes the filters has, although rows were found. */
  unmentioned: string[];
  statements: Statement[];
};

export async function runPlan(
  session: ContentSession,
  source: Pick<DataSource, 'name' | 'description' | 'rag_config'>,
  { language, texts }: KnownSource,
  asked: QueryPlan,
): Promise<PlanResult> {
  const { main_content_column: content_column, max_documents: limit } = source.rag_config.document_search;
  const { filters, figures } = asked;
  const search = await withoutMissingBorrowed(session, asked, language, texts);
  const hasFilters = Object.keys(filters).length > 0;
  const words = subjectWords(search, source, session.columns);
  const listed = { content_column, limit, language };
  if (!hasFilters && !figures.length && asksForAll(search, source, 'name')) return listing(session, listed);
  const { counted, statements } = figures.length
    ? await computeFigures(session, { figures, filters, words, content_column, language })
    : { counted: [], statements: [] };
  const wanted = { search, content_column, limit, language, texts };
  const first = await searchRows(session, { ...wanted, filters });
  const run = [...statements, ...first.statements];
  if (!first.rows.length && !hasFilters && !counted.length && asksForAll(search, source, 'description')) {
    const all = await listing(session, listed);
    return { ...all, statements: [...run, ...all.statements] };
  }
  if (first.rows.length || !hasFilters) {
    const expected = first.rows.length && !counted.length ? expectedIn(words, language) : [];
    // The sample is of all rows and may hold none that passes the filters.
    const rows = [...first.rows.map(({ row }) => Object.values(row)), ...(hasFilters ? [] : texts)];
    const unmentioned = await findMissingWords(session, { words: expected, filters, language, rows });
    return { rows: first.rows, counted, relaxed: false, unmentioned, statements: run };
  }
  const related = await searchRows(session, { ...wanted, filters: {} });
  return {
    rows: related.rows.filter(({ rank }) => rank > 0),
    counted,
    relaxed: true,
    unmentioned: [],
    statements: [...run, ...related.statements],
  };
}

/** The search without borrowed words that no row of the whole source has: the earlier answer has said so already. */
async function withoutMissingBorrowed(
  session: ContentSession,
  { search, borrowed }: QueryPlan,
  language: KnownSource['language'],
  rows: string[],
): Promise<string> {
  const telling = borrowed.filter(isContentWord);
  if (!telling.length) return search;
  const missing = await findMissingWords(session, { words: telling, filters: {}, language, rows });
  return search.replace(/[\p{L}\p{N}]+/gu, (word) => (missing.includes(fold(word)) ? ' ' : word)).trim();
}

/** The first rows of all with their number, so that the few that are shown do not pass for all. */
async function listing(
  session: ContentSession,
  wanted: { content_column: string; limit: number; language: KnownSource['language'] },
): Promise<PlanResult> {
  const all = { ...wanted, filters: {}, words: [], figures: [{ kind: 'count' as const }] };
  const { counted, statements } = await computeFigures(session, all);
  const { rows, ...listed } = await firstRows(session, wanted);
  return {
    rows,
    counted,
    relaxed: false,
    unmentioned: [],
    statements: [...statements, ...listed.statements],
  };
}
