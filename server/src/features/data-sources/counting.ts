/** Figures over all rows that pass the filters, worked out by the database: never from the few rows a model sees. */
import { quoted, shown } from '../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../adapters/content/sql-reader.ts';
import type { Figure } from './profile.ts';
import { conditionsOf, lexemesOf, vectorOf } from './relational-search.ts';
import { columnOf } from './terminology.ts';

export type Counted = {
  figure: Figure;
  /** Rows that were counted, and of those the ones that have a value in the column. */
  rows: number;
  with_value: number;
  /** As PostgreSQL writes a number; null when no row has one. */
  result: string | null;
  /** The row with the largest or smallest value. */
  row: ContentRow | null;
  /** The words that a counted row mentions, all of them; empty when words were not asked for or none has them all. */
  words: string;
  /** Rows were asked for by these words, and none mentions them all: the figure is without them. */
  words_left_out: string;
  statement: { sql: string; params: string[] };
};

export type CountWanted = {
  figure: Figure;
  filters: Record<string, string[]>;
  /** What is left of the question that tells its subject. */
  words: string;
  content_column: string;
};

export async function work(session: ContentSession, wanted: CountWanted): Promise<Counted> {
  const lexemes = await lexemesOf(session, wanted.words);
  if (!lexemes.length) return figureOver(session, wanted, '');
  const withWords = await figureOver(session, wanted, wanted.words);
  if (withWords.rows > 0) return withWords;
  return { ...(await figureOver(session, wanted, '')), words_left_out: wanted.words };
}

async function figureOver(session: ContentSession, wanted: CountWanted, words: string): Promise<Counted> {
  const { figure, filters, content_column } = wanted;
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const where = conditionsOf(session, filters, bind);
  const content = columnOf(session.columns, content_column);
  if (words && content) where.push(`${vectorOf(`q.${quoted(content.name)}`)} @@ ${allOf(bind(words))}`);
  const from = `(SELECT * FROM ${session.base}) AS q${where.length ? ` WHERE ${where.join(' AND ')}` : ''}`;
  const cell = figure.kind === 'count' ? null : cellOf(session, figure.column);
  const sql = `SELECT count(*)::int AS __rows, ${cell ? `count(${cell})::int` : 'count(*)::int'} AS __with, (${aggregate(figure, cell)})::text AS __result FROM ${from}`;
  const [counted] = await session.rows(sql, params);
  return {
    figure,
    rows: Number(counted?.__rows ?? 0),
    with_value: Number(counted?.__with ?? 0),
    result: typeof counted?.__result === 'string' ? counted.__result : null,
    row: cell ? await extreme(session, { figure, cell, from, params }) : null,
    words,
    words_left_out: '',
    statement: { sql, params: params.map(String) },
  };
}

/** Every word, in its form with accents or without. */
const allOf = (text: string) => `plainto_tsquery('portuguese', ${text})`;

function cellOf(session: ContentSession, name: string): string {
  const column = columnOf(session.columns, name);
  if (!column) throw new Error(`no column ${name}`);
  return column.type === 'money' ? `q.${quoted(column.name)}::numeric` : `q.${quoted(column.name)}`;
}

function aggregate(figure: Figure, cell: string | null): string {
  if (figure.kind === 'sum') return `sum(${cell})`;
  if (figure.kind === 'average') return `round(avg(${cell})::numeric, 2)`;
  if (figure.kind === 'largest') return `max(${cell})`;
  if (figure.kind === 'smallest') return `min(${cell})`;
  return 'count(*)';
}

async function extreme(
  session: ContentSession,
  { figure, cell, from, params }: { figure: Figure; cell: string; from: string; params: unknown[] },
): Promise<ContentRow | null> {
  if (figure.kind !== 'largest' && figure.kind !== 'smallest') return null;
  const direction = figure.kind === 'largest' ? 'DESC' : 'ASC';
  const [row] = await session.rows(
    `SELECT ${session.columns.map((column) => shown(column, 'q')).join(', ')} FROM ${from} ORDER BY ${cell} ${direction} NULLS LAST LIMIT 1`,
    params,
  );
  return row ?? null;
}
