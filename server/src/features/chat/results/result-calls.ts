/** A stored result asked again: as a CSV file, as the rows behind it, and how it is calculated. */
import type { Download, Page } from '#contract/endpoint.ts';
import { RESULT_CSV_ROWS } from '#contract/limits.ts';
import { columnsOfPlan, DURATION_UNIT, type Plan } from '#contract/table-plan.ts';
import {
  type Cells,
  FILTER_VALUES_MAX,
  type FilterColumn,
  type ResultCalculation,
  type ResultColumn,
  type TableResult,
} from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { fold } from '../../../language/words.ts';
import { type Cell, csvHeader, csvLine } from '../../../text/csv.ts';
import { cleanFilename } from '../../../text/filename.ts';
import { isAdmin } from '../../agents/availability.ts';
import { misfitsStatement, queryTable } from '../../data-sources/compile/statement.ts';
import { type AskedSource, resultColumn, runTablePlan } from '../../data-sources/results/run-table-plan.ts';
import type { ChatUser } from '../conversations/session-store.ts';
import { type AskContext, askAgain } from './ask-again.ts';
import { requireOwnResult } from './own-result.ts';

type ResultId = { id: number; index: number };

/** As many columns as a profile holds. */
const ALL_COLUMNS = 100;

export async function resultCsv(context: AskContext, user: ChatUser, named: ResultId): Promise<Download> {
  const stored = await requireOwnResult(context.db, user, named);
  const now = context.clock.now();
  const { result } = await askAgain(context, user.user_id, stored, (session, source, plan) =>
    runTablePlan(session, source, plan, now, { most: RESULT_CSV_ROWS, columns: ALL_COLUMNS }),
  );
  const lines = result.rows.map((row) =>
    csvLine(row.map((cell, place) => csvCell(cell, result.columns[place] as ResultColumn))),
  );
  return {
    filename: cleanFilename(`${stored.data_source_name.replaceAll(/[/\\]/g, '-')}.csv`),
    content: csvHeader(result.columns.map(headOf)) + lines.join(''),
  };
}

const headOf = ({ label, kind, unit }: ResultColumn): string => {
  const shown = kind === 'percent' ? '%' : unit;
  return shown && !label.includes(shown) ? `${label} (${shown})` : label;
};

/** Figures are numbers to a Brazilian spreadsheet: a comma, no points, no unit. Everything else is as it is shown. */
function csvCell(cell: string | null, column: ResultColumn): Cell {
  const { kind, unit, bucket } = column;
  if (cell === null || cell === '') return null;
  if (bucket) return tableCellWords(cell, column);
  if (unit === DURATION_UNIT) return tableCellWords(cell, column);
  if (kind === 'money' || kind === 'number' || kind === 'percent') return { decimal: cell };
  return kind === 'date' || kind === 'boolean' ? tableCellWords(cell, column) : cell;
}

type RowsPage = Page<Cells> & { metadata: { columns: ResultColumn[] } };

/** A page of the rows that the filters of the plan leave, of one group of the result where `group` is its position. */
export async function resultRows(
  context: AskContext,
  user: ChatUser,
  { group, skip, limit, ...named }: ResultId & { group?: number | undefined; skip: number; limit: number },
): Promise<RowsPage> {
  const stored = await requireOwnResult(context.db, user, named);
  const keys = group === undefined ? [] : groupOf(stored, group);
  const now = context.clock.now();
  return askAgain(context, user.user_id, stored, async (session, source, asked) => {
    const plan = rowsOf(asked);
    const page = (part: { skip: number; most: number }) =>
      runTablePlan(session, source, plan, now, { ...part, group: keys, columns: ALL_COLUMNS });
    const { result } = await page({ skip, most: limit });
    // Beyond the last row there is none that says how many there are.
    const { rows_considered: rows } =
      result.rows.length || !skip ? result : (await page({ skip: 0, most: 1 })).result;
    const left = Math.max(0, rows - (plan.skip ?? 0));
    const total = Math.min(left, plan.limit ?? left);
    return { rows: result.rows, total, metadata: { columns: result.columns } };
  });
}

/** Without figures and groups; «as 3 maiores» stay three. */
const rowsOf = (plan: Plan): Plan => ({
  ...plan,
  measures: [],
  group_by: [],
  order: plan.order.filter(({ by }) => by === 'column'),
  limit: plan.rows ? plan.limit : null,
  skip: plan.rows ? plan.skip : undefined,
  share: false,
  share_of: [],
  having: [],
  rows: true,
});

function groupOf({ plan, rows }: TableResult, group: number) {
  const keys = rows[group];
  return keys ? plan.group_by.map((key, place) => ({ ...key, value: keys[place] ?? null })) : [];
}

/** The columns are those of today, without hidden ones, and the numbers that the plan reckons from them, such as the time of the day. */
export async function resultColumns(
  context: AskContext,
  user: ChatUser,
  named: ResultId,
): Promise<Page<FilterColumn>> {
  const stored = await requireOwnResult(context.db, user, named);
  const rows = await askAgain(context, user.user_id, stored, (_session, source, plan) => {
    const { columns } = source.table;
    const reckoned = [...columnsOfPlan(plan)].filter((name) => columns.every((each) => each.name !== name));
    return Promise.resolve([
      ...columns.map(({ name, label, kind, unit, values }) => ({
        name,
        label,
        kind,
        unit,
        values: spelledOnce(values).slice(0, FILTER_VALUES_MAX),
      })),
      ...reckoned.map((name) => {
        const { label, unit } = resultColumn(source, name);
        return { name, label, kind: 'number' as const, unit, values: [] };
      }),
    ]);
  });
  return { rows, total: rows.length };
}

/** Conditions do not tell spellings apart: the commonest of each value stands for the others. */
const spelledOnce = (values: string[]): string[] => [
  ...values
    .reduce((known, value) => {
      const folded = fold(value).trim();
      return known.has(folded) ? known : known.set(folded, value);
    }, new Map<string, string>())
    .values(),
];

export async function resultHow(
  context: AskContext,
  user: ChatUser,
  named: ResultId,
): Promise<ResultCalculation> {
  const stored = await requireOwnResult(context.db, user, named);
  const now = context.clock.now();
  return askAgain(context, user.user_id, stored, async (session, source, plan) => {
    const began = performance.now();
    const { result, statements } = await runTablePlan(session, source, plan, now);
    const ms = Math.round(performance.now() - began);
    const [statement] = statements;
    return {
      rows_considered: result.rows_considered,
      skipped_nulls: result.skipped_nulls,
      misfits: await misfitsOf(session, source, plan),
      ms,
      ...(isAdmin(user) && statement
        ? { sql: statement.sql, parameters: statement.params.map(parameterWords) }
        : {}),
    };
  });
}

const parameterWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

async function misfitsOf(
  session: Pick<ContentSession, 'base' | 'rows' | 'server'>,
  { cells }: AskedSource,
  plan: Plan,
): Promise<number> {
  const statement = misfitsStatement(queryTable(session, cells), plan);
  if (!statement) return 0;
  const [row] = await session.rows(statement.sql, statement.params);
  return Number(row?.misfits ?? 0);
}
