/** Figures over all rows that pass the filters, computed by the database and not from the few rows a model sees. */
import { findColumn, quoteIdentifier, selectList } from '../../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../../adapters/content/read-only-session.ts';
import type { Language } from '../../../language/written-language.ts';
import type { Figure } from '../plan/query-plan.ts';
import { findMissingWords } from './missing-words.ts';
import { prefixPatternOf } from './prefix-patterns.ts';
import { cheapFirst, conditionsOf, type Statement } from './ranked-rows.ts';
import { allOf, matches, type Term, termsOf } from './terms.ts';

export type FigureResult = {
  figure: Figure;
  /** Rows that were counted; `with_value` of them have a value in the column. */
  rows: number;
  with_value: number;
  /** In PostgreSQL's notation of a number or a day; null when no row has a value. */
  result: string | null;
  /** The row with the largest or smallest value. */
  row: ContentRow | null;
  /** All of these words occur in each counted row; empty when the figure is not narrowed by words. */
  words: string;
  /** Words of the question that the figure leaves out, because no row has all of them. */
  words_left_out: string[];
  /** The part of `words_left_out` that occurs in no row at all. */
  words_nowhere: string[];
};

export type FigureParams = {
  figures: Figure[];
  filters: Record<string, string[]>;
  /** The subject words of the question. */
  words: string[];
  content_column: string;
  language: Language;
};

export type FigureResults = { counted: FigureResult[]; statements: Statement[] };

export async function computeFigures(session: ContentSession, wanted: FigureParams): Promise<FigureResults> {
  const all = await figuresOver(session, wanted);
  if (!all.terms || hasRows(all)) return all;
  // A word that no row has must not drop the words that some rows have.
  const nowhere = await findMissingWords(session, { ...wanted, rows: [] });
  const others = wanted.words.filter((word) => !nowhere.includes(word));
  const some =
    nowhere.length && others.length ? await figuresOver(session, { ...wanted, words: others }) : null;
  const isSome = some?.terms && hasRows(some);
  const last = isSome ? some : await figuresOver(session, { ...wanted, words: [] });
  const left = { words_left_out: isSome ? nowhere : wanted.words, words_nowhere: nowhere };
  return {
    counted: last.counted.map((each) => ({ ...each, ...left })),
    statements: [...all.statements, ...(some?.statements ?? []), ...(isSome ? [] : last.statements)],
  };
}

const hasRows = ({ counted }: FigureResults) => counted.some(({ rows }) => rows > 0);

/** One statement for all figures, and one more for the row that has the largest or smallest value. */
async function figuresOver(
  session: ContentSession,
  wanted: FigureParams,
): Promise<FigureResults & { terms: number }> {
  const { figures } = wanted;
  const words = wanted.words.join(' ');
  const terms = await termsOf(session, words, wanted.language);
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const from = `${session.base}\nWHERE ${conditionFor(session, wanted, terms, bind)}`;
  const asked = figures.map((figure, place) => {
    const cell = cellOf(session, figure);
    return `count(${cell ?? '*'})::int AS __with_${place}, (${aggregate(figure, cell)})::text AS __result_${place}`;
  });
  const sql = `SELECT count(*)::int AS __rows, ${asked.join(', ')} FROM ${from}`;
  const [found] = await session.rows(sql, params);
  const rows = Number(found?.__rows ?? 0);
  const counted: FigureResult[] = [];
  for (const [place, figure] of figures.entries()) {
    const result = found?.[`__result_${place}`];
    counted.push({
      figure,
      rows,
      with_value: Number(found?.[`__with_${place}`] ?? 0),
      result: typeof result === 'string' ? result : null,
      row: typeof result === 'string' ? await rowWith(session, { figure, result, from, params }) : null,
      words: terms.length ? words : '',
      words_left_out: [],
      words_nowhere: [],
    });
  }
  return { counted, terms: terms.length, statements: [{ sql, params: params.map(String), rows }] };
}

function conditionFor(
  session: ContentSession,
  { filters, content_column, language }: FigureParams,
  terms: Term[],
  bind: (value: unknown) => string,
): string {
  const filtered = conditionsOf(session, filters, bind);
  const content = findColumn(session.columns, content_column);
  if (!terms.length || !content) return cheapFirst(filtered, []);
  const cell = `b.${quoteIdentifier(content.name)}`;
  // Patterns first: a row that fails one is not stemmed.
  const looks = terms.map((term) => `${cell}::text ~* ${bind(prefixPatternOf(term))}`);
  return cheapFirst([cheapFirst(filtered, looks)], [matches(cell, language, bind(allOf(terms)))]);
}

/** The column expression of a figure; null when rows are counted. */
function cellOf(session: ContentSession, figure: Figure): string | null {
  if (figure.kind === 'count') return null;
  const column = findColumn(session.columns, figure.column);
  if (!column) throw new Error(`no column ${figure.column}`);
  const cell = `b.${quoteIdentifier(column.name)}`;
  if (figure.kind === 'distinct') return `nullif(btrim(${cell}::text), '')`;
  return column.type === 'money' ? `${cell}::numeric` : cell;
}

function aggregate({ kind }: Figure, cell: string | null): string {
  if (kind === 'distinct') return `count(DISTINCT ${cell})`;
  if (kind === 'sum') return `sum(${cell})`;
  if (kind === 'average') return `round(avg(${cell})::numeric, 2)`;
  if (kind === 'largest' || kind === 'latest') return `max(${cell})`;
  if (kind === 'smallest' || kind === 'earliest') return `min(${cell})`;
  return 'count(*)';
}

const ONE_ROW: Figure['kind'][] = ['largest', 'smallest', 'latest', 'earliest'];

/** The first row that has this value. */
async function rowWith(
  session: ContentSession,
  given: { figure: Figure; result: string; from: string; params: unknown[] },
): Promise<ContentRow | null> {
  const cell = cellOf(session, given.figure);
  if (!cell || !ONE_ROW.includes(given.figure.kind)) return null;
  const params = [...given.params, given.result];
  const [row] = await session.rows(
    `SELECT ${selectList(session.columns, 'b')} FROM ${given.from}
  AND (${cell})::text = $${params.length} LIMIT 1`,
    params,
  );
  return row ?? null;
}
