/** Asks the compiled statements of a plan and makes the result of their rows. */
import type { Condition, Plan } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import type { ContentRow, ContentSession } from '../../../adapters/content/read-only-session.ts';
import { compareDecimals, movePoint } from '../../../language/values/decimal.ts';
import { fold } from '../../../language/words.ts';
import { type TableCell, withReckoned } from '../compile/cells.ts';
import { figuresStatement } from '../compile/figures.ts';
import { queryTable, type RowsPart, rowsStatement, type Statement } from '../compile/statement.ts';
import type { Statement as RunStatement } from '../search/ranked-rows.ts';
import { chipsOf } from './chips.ts';
import { measuredKind, shownKind } from './shown-kind.ts';
import { columnOf, measureWords, type Table, understoodWords } from './understood.ts';

export type AskedSource = {
  id: number;
  name: string;
  table: Table & { money_column: string | null; date_column: string | null };
  cells: TableCell[];
  /** The columns that are shown of a row, in this order. */
  row_columns: string[];
};

export type PlanRun = { result: TableResult; statements: RunStatement[] };

const CHART_GROUPS_MAX = 20;
const ROW_COLUMNS = 6;

/** `columns`: the most columns of a row. */
export type RunLimits = RowsPart & { columns?: number };

export async function runTablePlan(
  session: Pick<ContentSession, 'rows' | 'base' | 'server'>,
  source: AskedSource,
  plan: Plan,
  now: Date,
  limits: RunLimits = {},
): Promise<PlanRun> {
  const statements: PlanRun['statements'] = [];
  const ask = async (statement: Statement) => {
    const rows = await session.rows(statement.sql, statement.params);
    statements.push({ sql: statement.sql, params: statement.words.map(parameterText), rows: rows.length });
    return rows;
  };
  const table = queryTable(session, source.cells);
  const names = rowColumns(source, plan, limits.columns);
  const made = plan.rows
    ? rowsResult(source, plan, names, await ask(rowsStatement(table, plan, names, limits)))
    : figuresResult(source, plan, await ask(figuresStatement(table, plan, limits.most)));
  const alternatives: TableResult['alternatives'] = [];
  for (const { text, filters, measures } of plan.alternatives) {
    const other = { ...plan, filters, measures: measures ?? plan.measures };
    const figure = await otherFigure(ask, session, source, other);
    // A reading that gives the same figure leaves nothing to choose.
    if (figure === ownFigure(plan, made)) continue;
    // A name that is only looked for, and that no row has, is no reading.
    if (/^0\b/.test(figure) && filters.some((filter) => isLookedFor(filter, plan))) continue;
    alternatives.push({ label: text, figure, filters, ...(measures && { measures }) });
  }
  const result: TableResult = {
    index: 0,
    data_source_id: source.id,
    data_source_name: source.name,
    read_at: now.toISOString(),
    understood: understoodWords(source.table, plan),
    plan,
    chips: chipsOf(source.table, plan),
    alternatives,
    ...made,
  };
  return { result, statements };
}

const isLookedFor = ({ column, op }: Condition, plan: Plan): boolean =>
  op === 'contains' && !plan.filters.some((filter) => filter.column === column);

const parameterText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The only figure of a plan, or the number of rows where there are none, as `otherFigure` words it; null where groups or rows are shown. */
function ownFigure(plan: Plan, { columns, rows }: Pick<TableResult, 'columns' | 'rows'>): string | null {
  if (plan.rows && rows.length === 0) return '0';
  if (plan.rows || plan.group_by.length > 0 || plan.share) return null;
  return columns.map((column, place) => tableCellWords(rows[0]?.[place], column)).join(' · ');
}

/** The figure of the other reading of an ambiguity: that of the plan, or the number of rows. */
async function otherFigure(
  ask: (statement: Statement) => Promise<ContentRow[]>,
  session: Pick<ContentSession, 'base' | 'server'>,
  source: AskedSource,
  plan: Plan,
): Promise<string> {
  const measures =
    plan.rows || plan.group_by.length > 0 ? [{ fn: 'count' as const, column: null }] : plan.measures;
  const other: Plan = {
    ...plan,
    measures,
    rows: false,
    group_by: [],
    order: [],
    having: [],
    limit: null,
    share: false,
    share_of: [],
  };
  const [row] = await ask(figuresStatement(queryTable(session, source.cells), other));
  const columns = measureColumns(source.table, other);
  return columns.map((column, place) => tableCellWords(text(row?.[`m${place}`]), column)).join(' · ');
}

/** The statements give every cell as text, and counts as numbers. */
const text = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null;

type Made = Omit<
  TableResult,
  | 'index'
  | 'data_source_id'
  | 'data_source_name'
  | 'read_at'
  | 'understood'
  | 'plan'
  | 'chips'
  | 'alternatives'
>;

/** The identifier and the main content, the columns that the plan names, the amount and the day, then the others. */
export function rowColumns(
  { row_columns, cells, table }: AskedSource,
  plan: Plan,
  most = ROW_COLUMNS,
): string[] {
  const named = [
    ...(plan.show ?? []),
    ...plan.order.flatMap(({ column }) => column ?? []),
    ...plan.filters.map(({ column }) => column),
  ];
  const known = new Set(withReckoned(cells, plan).map(({ name }) => name));
  // Where all are shown they stand in the order of the query.
  const usual =
    most > ROW_COLUMNS ? [] : [table.money_column, table.date_column].filter((name) => name !== null);
  const all = [
    ...row_columns.slice(0, 2),
    ...named,
    ...(isLookUp(row_columns.slice(0, 2), plan)
      ? table.columns.filter(tellsOutcome).map(({ name }) => name)
      : []),
    ...usual,
    ...row_columns.slice(2),
    ...cells.map(({ name }) => name),
  ];
  return [...new Set(all)].filter((name) => known.has(name)).slice(0, most);
}

/** «a coleta da Escola Modelo no dia 7»: the rows of one thing by its name or code. */
const isLookUp = (leading: string[], { rows, filters }: Plan): boolean =>
  rows &&
  filters.some(({ column, op, values }) => op === 'in' && values.length === 1 && leading.includes(column));

/** «laudo», «situação da entrega»: what became of it. */
const tellsOutcome = ({ kind, label }: AskedSource['table']['columns'][number]): boolean =>
  kind === 'category' &&
  /^(?:laudo|situacao|resultado|status|desfecho|conclusao|parecer)\b/.test(fold(label));

export const resultColumn = (source: AskedSource, name: string): ResultColumn => {
  const column = columnOf(source.table, name);
  return { name, label: column.label, kind: shownKind(column), unit: column.unit, bucket: null };
};

function rowsResult(source: AskedSource, plan: Plan, names: string[], rows: ContentRow[]): Made {
  const considered = Number(rows[0]?.considered ?? 0);
  const left = Math.max(0, considered - (plan.skip ?? 0));
  const wanted = Math.min(left, plan.limit ?? left);
  return {
    columns: names.map((name) => resultColumn(source, name)),
    rows: rows.map((row) => names.map((_, place) => text(row[`c${place}`]))),
    total: null,
    rows_considered: considered,
    skipped_nulls: 0,
    others: Math.max(0, wanted - rows.length),
    others_row: null,
    comparison: null,
    chart: null,
  };
}

function measureColumns(table: Table, plan: Plan): ResultColumn[] {
  return plan.measures.map((measure, place) => {
    const column = measure.column === null ? null : columnOf(table, measure.column);
    const isCount = measure.fn === 'count' || measure.fn === 'count_distinct';
    const isPart = plan.share && plan.share_of.length > 0;
    return {
      name: `figure_${place}`,
      label: measureWords(table, measure, isPart),
      kind: isPart ? 'percent' : isCount || !column ? 'number' : measuredKind(measure.fn, column),
      unit: isPart || isCount ? null : (column?.unit ?? null),
      bucket: null,
    };
  });
}

function figuresResult(source: AskedSource, plan: Plan, rows: ContentRow[]): Made {
  const figures = measureColumns(source.table, plan);
  const keys = plan.group_by.map((key) => ({ ...resultColumn(source, key.column), bucket: key.bucket }));
  const shares = plan.share && plan.share_of.length === 0 && keys.length > 0 ? figures.map(shareColumn) : [];
  const [first] = rows;
  if (keys.length === 0) return withoutGroups(figures, first);
  const cells = rows.map((row) => [
    ...keys.map((_, place) => text(row[`k${place}`])),
    ...figures.map((_, place) => text(row[`m${place}`])),
    ...shares.map((_, place) => text(row[`s${place}`])),
  ]);
  const total = totalOf(first);
  const groups = Number(first?.group_count ?? 0);
  const left = Math.max(0, groups - (plan.skip ?? 0));
  const wanted = Math.min(left, plan.limit ?? left);
  const others = Math.max(0, wanted - rows.length);
  return {
    columns: [...keys, ...figures, ...shares],
    rows: cells,
    // Under the one group that is shown, the figure of all would seem to be its own.
    total: plan.limit === 1 ? null : total && figures.map((_, place) => text(total[`m${place}`])),
    rows_considered: Number(total?.considered ?? 0),
    skipped_nulls: skipped(total, figures.length),
    others,
    others_row: others > 0 && total ? othersRow(plan, cells, total) : null,
    comparison: comparisonOf(plan, cells, keys.length),
    chart: chartOf(plan, cells.length),
  };
}

const shareColumn = (figure: ResultColumn): ResultColumn => ({
  ...figure,
  name: `${figure.name}_share`,
  label: '% do total',
  kind: 'percent',
  unit: null,
});

function withoutGroups(figures: ResultColumn[], row: ContentRow | undefined): Made {
  return {
    columns: figures,
    rows: row ? [figures.map((_, place) => text(row[`m${place}`]))] : [],
    total: null,
    rows_considered: Number(row?.considered ?? 0),
    skipped_nulls: skipped(row ?? null, figures.length),
    others: 0,
    others_row: null,
    comparison: null,
    chart: null,
  };
}

/** The statement gives the figures over all considered rows as one JSON object beside each group. */
function totalOf(row: ContentRow | undefined): ContentRow | null {
  const total = row?.total;
  if (typeof total === 'string') return JSON.parse(total) as ContentRow;
  return total && typeof total === 'object' ? (total as ContentRow) : null;
}

/** Counts and sums of the groups that are not shown: what the shown ones lack of the whole. */
function othersRow(plan: Plan, rows: (string | null)[][], total: ContentRow): (string | null)[] | null {
  const isAdded = plan.measures.every(({ fn }) => fn === 'count' || fn === 'sum');
  if (!isAdded || plan.share || plan.having.length > 0 || plan.limit !== null) return null;
  const keys = plan.group_by.length;
  return [
    ...plan.group_by.map(() => null),
    ...plan.measures.map((_, place) => {
      const shown = rows.map((row) => row[keys + place] ?? '0');
      return shown.reduce(minus, text(total[`m${place}`]) ?? '0');
    }),
  ];
}

const fractionLength = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

function minus(one: string, other: string): string {
  const places = Math.max(fractionLength(one), fractionLength(other));
  return movePoint(String(BigInt(movePoint(one, places)) - BigInt(movePoint(other, places))), -places);
}

function skipped(total: ContentRow | null, figures: number): number {
  const considered = Number(total?.considered ?? 0);
  const least = Array.from({ length: figures }, (_, place) => Number(total?.[`n${place}`] ?? considered));
  return Math.max(0, considered - Math.min(considered, ...least));
}

/** Two groups of one key are compared: the difference, and by how many percent the second differs from the first. */
function comparisonOf(plan: Plan, rows: (string | null)[][], keys: number): TableResult['comparison'] {
  const isAsked = plan.filters.some(
    ({ column, op, values }) => op === 'in' && values.length === 2 && column === plan.group_by[0]?.column,
  );
  const [one = [], two = []] = rows;
  const [first, second] = [one[keys], two[keys]];
  if (!isAsked || keys !== 1 || rows.length !== 2 || !first || !second) return null;
  const difference = minus(second, first);
  return {
    first: one[0] ?? '',
    second: two[0] ?? '',
    difference,
    percent: compareDecimals(first, '0') === 0 ? null : percentOf(difference, first),
  };
}

/** Two places, rounded half away from zero. */
function percentOf(part: string, whole: string): string {
  const places = Math.max(fractionLength(part), fractionLength(whole));
  const scaled = (BigInt(movePoint(part, places)) * 100_000n) / BigInt(movePoint(whole, places));
  const rounded = (scaled + (scaled < 0n ? -5n : 5n)) / 10n;
  return movePoint(String(rounded), -2);
}

function chartOf(plan: Plan, groups: number): TableResult['chart'] {
  if (groups < 2 || plan.measures.length !== 1 || plan.group_by.length > 2) return null;
  const bucket = plan.group_by[0]?.bucket ?? null;
  const isOverTime = bucket !== null && bucket !== 'weekday' && bucket !== 'band';
  if (isOverTime && plan.group_by.length === 1) return 'line';
  if (groups > CHART_GROUPS_MAX) return null;
  return plan.group_by.length === 2 ? 'stacked' : 'bar';
}
