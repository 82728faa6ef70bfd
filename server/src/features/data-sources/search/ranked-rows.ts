/**
 * Finds the rows of a base query that answer a question: filtered by bound values, ranked by built-in full-text search.
 * The text of a statement holds only the base query and column names that the database itself returned.
 */
import type { Condition } from '#contract/table-plan.ts';
import { type ContentColumn, findColumn } from '../../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../../adapters/content/read-only-session.ts';
import type { Language } from '../../../language/written-language.ts';
import type { TableCell } from '../compile/cells.ts';
import { conditionsSql } from '../compile/conditions.ts';
import type { Bind } from '../compile/dialect.ts';
import { dialectOf } from '../compile/dialect-of.ts';
import { type PrefixPattern, prefixPatternsFor } from './prefix-patterns.ts';
import { rankedHere } from './ranked-here.ts';
import { anyOf, type Term, termsOf, vectorOf } from './terms.ts';

export type SearchParams = {
  filters: Condition[];
  cells: TableCell[];
  /** Free text to rank by. */
  search: string;
  content_column: string;
  limit: number;
  /** Sample of the rows' texts, from which word frequencies are estimated. */
  language: Language;
  texts: string[];
};

export type RankedRow = { row: ContentRow; rank: number };

export type Statement = { sql: string; params: string[]; rows: number };

export type SearchResult = { rows: RankedRow[]; statements: Statement[] };

/** Ranking stems a whole text in a quarter of a millisecond; only the best candidates are ranked. */
const RANKED_MAX = 300;

export async function searchRows(session: ContentSession, wanted: SearchParams): Promise<SearchResult> {
  const content = requireContent(session, wanted.content_column);
  const terms = await termsOf(session, wanted.search, wanted.language);
  const search = { ...wanted, content, terms, looks: prefixPatternsFor(terms, wanted.texts) };
  const found = terms.length ? await bestOf(session, search) : { rows: [], statements: [] };
  const room = wanted.limit - found.rows.length;
  const hasFilters = wanted.filters.length > 0;
  // Without a filter a row must match the search.
  if (room <= 0 || !hasFilters) return found;
  const others = await passing(session, search, room);
  return {
    rows: [...found.rows, ...others.rows],
    statements: [...found.statements, ...others.statements],
  };
}

function requireContent(session: ContentSession, name: string): ContentColumn {
  const content = findColumn(session.columns, name);
  if (!content) throw new Error(`no column ${name}`);
  return content;
}

type Search = SearchParams & { content: ContentColumn; terms: Term[]; looks: PrefixPattern[] };

/** Searches by the rare words first; when they give enough rows, the other words need no scan. */
async function bestOf(session: ContentSession, search: Search): Promise<SearchResult> {
  const rare = search.looks.filter(({ isRare }) => isRare);
  const isWorth = rare.length > 0 && rare.length < search.looks.length;
  const first = isWorth ? await mentioning(session, search, rare) : { rows: [], statements: [] };
  if (first.rows.length >= search.limit) return first;
  const all = await mentioning(session, search, search.looks);
  return { rows: all.rows, statements: [...first.statements, ...all.statements] };
}

/** Rows that pass the filters and match one of `wanted`, ranked by all terms. */
async function mentioning(
  session: ContentSession,
  search: Search,
  wanted: PrefixPattern[],
): Promise<SearchResult> {
  const { content, terms, looks, filters, language } = search;
  if (session.server !== 'postgres') return mentioningHere(session, search, wanted);
  const { quote, mentions: matches, selectList } = dialectOf(session);
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const cell = `q.${quote(content.name)}`;
  const where = cheapFirst(filtering(session, search, bind), [matches(cell, bind, anyLook(wanted))]);
  const mentions = looks.map(
    ({ pattern, weight }) => `(${matches(cell, bind, pattern)})::int * ${bind(weight)}::float8`,
  );
  const rank = `ts_rank_cd(${vectorOf(cell, language)}, ${bind(anyOf(terms, language))}::tsquery, 33)`;
  // Filtered before numbering, so that the base query sorts only the rows that pass.
  const sql = `WITH found AS (
  SELECT q.*, row_number() OVER () AS __ord, ${mentions.join(' + ') || '0'} AS __near FROM ${tableOf(session)}
  WHERE ${where}
  ORDER BY __near DESC, __ord LIMIT ${RANKED_MAX}
), ranked AS MATERIALIZED (SELECT q.*, (${rank})::float8 AS __rank FROM found AS q)
SELECT ${selectList(session.columns, 'r')}, r.__rank
FROM ranked AS r${filters.length ? '' : ' WHERE r.__rank > 0'}
ORDER BY r.__rank DESC, r.__ord LIMIT ${bind(search.limit)}`;
  const found = await session.rows(sql, params);
  return {
    rows: found.map(({ __rank, ...row }) => ({ row, rank: Number(__rank) })),
    statements: [{ sql, params: params.map(String), rows: found.length }],
  };
}

/** The same where the server does not rank: of all rows that pass, a bounded number of those with most words is ranked here. */
async function mentioningHere(
  session: ContentSession,
  search: Search,
  wanted: PrefixPattern[],
): Promise<SearchResult> {
  const { content, terms, looks } = search;
  const { quote, mentions, selectList } = dialectOf(session);
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const cell = `q.${quote(content.name)}`;
  const near = looks.map(
    ({ pattern, weight }) => `CASE WHEN ${mentions(cell, bind, pattern)} THEN ${bind(weight)} ELSE 0 END`,
  );
  const sql = `SELECT ${selectList(session.columns, 'q')} FROM ${tableOf(session)}
WHERE ${cheapFirst(filtering(session, search, bind), [mentions(cell, bind, anyLook(wanted))])}
ORDER BY ${near.join(' + ') || '1'} DESC LIMIT ${bind(RANKED_MAX)}`;
  const found = await session.rows(sql, params);
  const ranked = rankedHere(found, content.name, terms);
  const rows = ranked.filter(({ rank }) => search.filters.length > 0 || rank > 0).slice(0, search.limit);
  return { rows, statements: [{ sql, params: params.map(String), rows: found.length }] };
}

/** Rows that pass the filters without matching a term, in the order of the base query. */
async function passing(session: ContentSession, search: Search, room: number): Promise<SearchResult> {
  const { content, looks, terms } = search;
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { quote, mentions, selectList } = dialectOf(session);
  const cell = `q.${quote(content.name)}`;
  const filtered = filtering(session, search, bind);
  const silent = terms.length ? [`(${mentions(cell, bind, anyLook(looks))}) IS NOT TRUE`] : [];
  const sql = `SELECT ${selectList(session.columns, 'q')} FROM ${tableOf(session)}
WHERE ${cheapFirst(filtered, silent)}
LIMIT ${bind(room)}`;
  const found = await session.rows(sql, params);
  return {
    rows: found.map((row) => ({ row, rank: 0 })),
    statements: [{ sql, params: params.map(String), rows: found.length }],
  };
}

/** The alias by which compiled conditions name the rows. */
const tableOf = ({ base }: ContentSession): string => `(SELECT * FROM ${base}) AS q`;

const filtering = (session: ContentSession, { filters, cells }: Search, bind: Bind): string[] =>
  filters.length ? [conditionsSql(cells, filters, { sql: dialectOf(session), bind })] : [];

const anyLook = (looks: PrefixPattern[]) => looks.map(({ pattern }) => pattern).join('|') || '.';

/** Evaluates expensive conditions only where the cheap ones hold; the planner takes a pattern for cheaper than it is. */
function cheapFirst(cheap: string[], dear: string[]): string {
  if (!cheap.length || !dear.length) return [...cheap, ...dear].join(' AND ') || 'true';
  return `CASE WHEN ${cheap.join(' AND ')} THEN ${dear.join(' AND ')} ELSE false END`;
}
