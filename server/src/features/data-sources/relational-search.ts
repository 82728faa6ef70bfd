/**
 * Finds the rows of a base query that answer a question: filtered by bound values, ranked by Portuguese text search
 * with what every PostgreSQL has. Only names that the database itself gave, and the base query, are text of a statement.
 */
import { type ContentColumn, quoted, shown } from '../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../adapters/content/sql-reader.ts';
import { columnOf } from './terminology.ts';

export type RowsWanted = {
  filters: Record<string, string[]>;
  /** Words to rank by. */
  search: string;
  content_column: string;
  limit: number;
};

export type FoundRow = { row: ContentRow; rank: number };

export type FoundRows = {
  rows: FoundRow[];
  /** Rows that pass the filters, ranked or not. */
  total: number;
  statement: { sql: string; params: string[] };
};

/** Of a base query without a filter, so many rows are ranked without looking first which can match at all. */
const RANKED_WITHOUT_LOOKING = 5_000;
const PREFIX_FROM = 6;
const TERMS_MAX = 24;

export async function searchRows(session: ContentSession, wanted: RowsWanted): Promise<FoundRows> {
  const content = columnOf(session.columns, wanted.content_column);
  if (!content) throw new Error(`no column ${wanted.content_column}`);
  const lexemes = await lexemesOf(session, wanted.search);
  const hasFilters = Object.keys(wanted.filters).length > 0;
  const first = await pass(session, { ...wanted, content, lexemes, look: lexemes.length > 0 });
  const isFull = first.rows.length >= wanted.limit || lexemes.length === 0;
  if (isFull || !(hasFilters || (await isSmall(session)))) return first;
  // What the first look passed over: rows that only the filters speak for, and words that it could not see.
  return pass(session, { ...wanted, content, lexemes, look: false });
}

type Pass = RowsWanted & { content: ContentColumn; lexemes: string[]; look: boolean };

async function pass(session: ContentSession, wanted: Pass): Promise<FoundRows> {
  const { content, lexemes, filters, limit, look } = wanted;
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const conditions = conditionsOf(session, filters, bind);
  const cell = `q.${quoted(content.name)}`;
  const query = lexemes.length ? bind(tsqueryOf(lexemes)) : null;
  const rank = query ? `ts_rank_cd(${vectorOf(cell)}, ${query}::tsquery, 33)` : '0';
  const looked = look ? [`${cell}::text ~* ${bind(lookFor(lexemes))}`] : [];
  // Without a filter a row must say something of what was asked.
  const mustRank = query && !Object.keys(filters).length ? [`${vectorOf(cell)} @@ ${query}::tsquery`] : [];
  const where = [...conditions, ...looked, ...mustRank];
  const sql = `WITH q AS (SELECT b.*, row_number() OVER () AS __ord FROM ${session.base})
SELECT ${session.columns.map((column) => shown(column, 'q')).join(', ')}, (count(*) OVER ())::int AS __total, (${rank})::float8 AS __rank
FROM q${where.length ? `\nWHERE ${where.join('\n  AND ')}` : ''}
ORDER BY __rank DESC, __ord LIMIT ${bind(limit)}`;
  const found = await session.rows(sql, params);
  return {
    rows: found.map(({ __total: _, __rank, ...row }) => ({ row, rank: Number(__rank) })),
    total: Number(found[0]?.__total ?? 0),
    statement: { sql, params: params.map(String) },
  };
}

/** One condition a parameter: OR within, AND across. */
export function conditionsOf(
  session: ContentSession,
  filters: Record<string, string[]>,
  bind: (value: unknown) => string,
): string[] {
  return Object.entries(filters).map(([parameter, values]) => {
    const column = columnOf(session.columns, parameter);
    if (!column) throw new Error(`no column ${parameter}`);
    const cell = `q.${quoted(column.name)}`;
    return column.type.endsWith('[]')
      ? `EXISTS (SELECT 1 FROM unnest(${cell}::text[]) AS v WHERE left(btrim(v), 500) = ANY(${bind(values)}::text[]))`
      : `left(btrim(${cell}::text), 500) = ANY(${bind(values)}::text[])`;
  });
}

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN';

/** `unaccent` is an extension that a foreign database may not have. */
const plain = (text: string) => `translate(${text}, '${ACCENTED}', '${PLAIN}')`;

/** Words with and without their accents: the Portuguese stemmer makes different stems of the two. */
export function vectorOf(cell: string): string {
  const text = `coalesce(left(${cell}::text, 100000), '')`;
  return `(to_tsvector('portuguese', ${text}) || to_tsvector('portuguese', ${plain(text)}))`;
}

/** The stems of what is searched for, both ways, as the database makes them. */
export async function lexemesOf(session: ContentSession, search: string): Promise<string[]> {
  if (!search.trim()) return [];
  const found = await session.rows(
    `SELECT DISTINCT l.lexeme FROM unnest(to_tsvector('portuguese', $1) || to_tsvector('portuguese', ${plain('$1')})) AS l LIMIT $2`,
    [search, TERMS_MAX],
  );
  return found.map(({ lexeme }) => String(lexeme));
}

/** Any of the stems; a long one also by its beginning, which more endings share. */
function tsqueryOf(lexemes: string[]): string {
  const quotedTerm = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return lexemes
    .flatMap((lexeme) => {
      const term = quotedTerm(lexeme);
      if (lexeme.length < PREFIX_FROM) return [term];
      return [term, `${quotedTerm(lexeme.slice(0, Math.max(4, lexeme.length - 3)))}:*`];
    })
    .join(' | ');
}

const CLASSES: Record<string, string> = {
  a: '[aáàâãä]',
  e: '[eéèêë]',
  i: '[iíìîï]',
  o: '[oóòôõö]',
  u: '[uúùûü]',
  c: '[cç]',
  n: '[nñ]',
};

/** A cheap look that passes every row that can match: made of letters and digits alone. */
function lookFor(lexemes: string[]): string {
  const beginnings = lexemes.map((lexeme) => {
    const bare = lexeme
      .normalize('NFD')
      .replace(/[^a-z0-9]/gi, '')
      .toLowerCase();
    return bare.slice(0, Math.max(4, bare.length - 3));
  });
  const classes = beginnings
    .filter(Boolean)
    .map((beginning) => beginning.replace(/./g, (letter) => CLASSES[letter] ?? letter));
  return classes.length ? [...new Set(classes)].join('|') : '.';
}

async function isSmall(session: ContentSession): Promise<boolean> {
  const [counted] = await session.rows(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM ${session.base} LIMIT ${RANKED_WITHOUT_LOOKING + 1}) AS few`,
  );
  return Number(counted?.n ?? 0) <= RANKED_WITHOUT_LOOKING;
}
