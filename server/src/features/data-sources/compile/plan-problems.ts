/** Checks a plan against the columns of a table: what can be compiled, and what cannot and why. */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import { type TableCell, withReckoned } from './cells.ts';
import { asksForWords, isWeekday } from './conditions.ts';

/** `column`: there is none of that name, or it is hidden. `form`: the plan asks of a column what its kind does not have. */
export type PlanProblem = { problem: 'column' | 'form'; column: string | null };

type Cells = Map<string, TableCell>;

/** Empty where the plan can be asked. `visible` holds no hidden columns. */
export function planProblems(visible: TableCell[], plan: Plan): PlanProblem[] {
  const cells: Cells = new Map(withReckoned(visible, plan).map((cell) => [cell.name, cell]));
  return [
    ...formProblems(plan),
    ...[...plan.filters, ...plan.alternatives.flatMap(({ filters }) => filters)].flatMap((filter) =>
      conditionProblems(cells, filter),
    ),
    ...[...plan.measures, ...plan.alternatives.flatMap(({ measures = [] }) => measures)].flatMap((measure) =>
      measureProblems(cells, measure),
    ),
    ...(plan.show ?? []).flatMap((column) => columnProblems(cells, column, () => true)),
    ...plan.group_by.flatMap((key) => groupProblems(cells, key)),
    ...plan.order.flatMap(({ column }) => (column === null ? [] : columnProblems(cells, column, () => true))),
  ];
}

const form = (column: string | null = null): PlanProblem[] => [{ problem: 'form', column }];

/** Positions that name nothing, and a plan that asks for neither figures nor rows. */
function formProblems(plan: Plan): PlanProblem[] {
  const { rows, measures, group_by, order, having, filters, share_of, either = [] } = plan;
  const lengths = { measure: measures.length, group: group_by.length, column: Number.POSITIVE_INFINITY };
  const isWhole =
    (rows || measures.length > 0) &&
    order.every(({ by, index, column }) => index < lengths[by] && (by !== 'column' || column !== null)) &&
    having.every(({ measure, value }) => measure < measures.length && DECIMAL.test(value)) &&
    [...share_of, ...either].every((place) => place < filters.length) &&
    // A choice is compared with the whole as one.
    (share_of.every((place) => !either.includes(place)) || either.every((place) => share_of.includes(place)));
  return isWhole ? [] : form();
}

function columnProblems(cells: Cells, column: string, fits: (cell: TableCell) => boolean): PlanProblem[] {
  const cell = cells.get(column);
  if (!cell) return [{ problem: 'column', column }];
  return fits(cell) ? [] : form(column);
}

const isNumber = ({ kind }: TableCell) => kind === 'number' || kind === 'money';

function measureProblems(cells: Cells, { fn, column }: Measure): PlanProblem[] {
  if (column === null) return fn === 'count' ? [] : form();
  if (fn === 'count' || fn === 'count_distinct') return columnProblems(cells, column, () => true);
  const isOrdered = fn === 'minimum' || fn === 'maximum';
  return columnProblems(cells, column, (cell) => isNumber(cell) || (isOrdered && cell.kind === 'date'));
}

const groupProblems = (cells: Cells, { column, bucket }: GroupKey): PlanProblem[] =>
  columnProblems(
    cells,
    column,
    (cell) => bucket === null || (bucket === 'band' ? isNumber(cell) : cell.kind === 'date'),
  );

const COMPARING: Condition['op'][] = ['between', '>=', '<=', '>', '<'];
const LISTING: Condition['op'][] = ['in', 'not_in'];

function conditionProblems(cells: Cells, { column, op, values }: Condition): PlanProblem[] {
  return columnProblems(cells, column, (cell) => {
    if (op === 'empty' || op === 'filled') return true;
    if (values.length === 0) return false;
    const isList = LISTING.includes(op);
    if (asksForWords(cell, { column, op, values })) return true;
    if (isNumber(cell))
      return (isList || COMPARING.includes(op)) && values.every((value) => DECIMAL.test(value));
    if (cell.kind === 'date')
      return (isList && values.every(isPeriod)) || (COMPARING.includes(op) && values.every(isDay));
    return !COMPARING.includes(op);
  });
}

/** As long as PostgreSQL's `numeric` takes it without an exponent. */
const DECIMAL = /^-?\d{1,100}(?:\.\d{1,100})?$/;
const PERIOD = /^[12]\d{3}(?:-S[12]|-T[1-4]|-(?:0[1-9]|1[0-2]))?$/;

function isDay(value: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const isPeriod = (value: string): boolean =>
  PERIOD.test(value) || isWeekday(value) || (value.split('/').length <= 2 && value.split('/').every(isDay));
