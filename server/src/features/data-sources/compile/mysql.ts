/**
 * The notation of MySQL 8 and MariaDB for the same plans. Text is folded in the statement, because no collation of both
 * servers folds as PostgreSQL's statements do; numbers stay decimals, and the middle values are found by `row_number`.
 */
import type { Bucket, Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import { mysqlSelectList, mysqlText, quoteMysqlName } from '../../../adapters/content/mysql/columns.ts';
import { addDays, type Period } from '../../../language/values/calendar.ts';
import { fold } from '../../../language/words.ts';
import type { TableCell } from './cells.ts';
import { type Bind, periodOf } from './conditions.ts';
import { GROUPS_MAX, isOfDays, placesOf } from './figures.ts';
import { ROWS_MAX, type RowsPart, type Statement } from './statement.ts';

const FOLDED: [string, string][] = [
  ['áàâãä', 'a'],
  ['éèêë', 'e'],
  ['íìîï', 'i'],
  ['óòôõö', 'o'],
  ['úùûü', 'u'],
  ['ç', 'c'],
  ['ñ', 'n'],
];

const raw = ({ name }: TableCell): string => `q.${quoteMysqlName(name)}`;

/** Booleans are numbers there, and are shown as PostgreSQL shows its own. */
const textOf = (cell: TableCell): string =>
  mysqlText(
    cell.type === 'boolean'
      ? `CASE WHEN ${raw(cell)} THEN 'true' WHEN NOT ${raw(cell)} THEN 'false' END`
      : raw(cell),
  );

export const plainText = (cell: TableCell): string => `NULLIF(TRIM(${textOf(cell)}), '')`;

export const foldedText = (cell: TableCell): string =>
  FOLDED.reduce(
    (text, [accented, plain]) =>
      Array.from(accented).reduce((inner, letter) => `REPLACE(${inner}, '${letter}', '${plain}')`, text),
    `LOWER(${plainText(cell)})`,
  );

/** The same forms as in PostgreSQL, without backslashes; longer texts than a decimal holds are no numbers. */
const NUMBER_TEXT =
  '^[[:space:]]*(R[$][[:space:]]*)?-?[0-9]{1,15}([.][0-9]{3})*(,[0-9]{1,6})?[[:space:]]*%?[[:space:]]*$';
const PLAIN_NUMBER_TEXT = '^[[:space:]]*-?[0-9]{1,15}[.][0-9]{1,2}[[:space:]]*$';
const DAY_TEXT = '^[[:space:]]*(0?[1-9]|[12][0-9]|3[01])/(0?[1-9]|1[0-2])/[12][0-9]{3}(?![0-9])';
const ISO_TEXT = '^[[:space:]]*[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?![0-9])';
const NUMBER_LENGTH = 40;
const READ_NUMBER = 'DECIMAL(46,6)';
const BOUND_NUMBER = 'DECIMAL(65,30)';
const isFloat = ({ type }: TableCell): boolean => type === 'real' || type === 'double precision';

export function numberOf(cell: TableCell): string {
  if (cell.reads !== 'number') return isFloat(cell) ? `CAST(${raw(cell)} AS DECIMAL(65,15))` : raw(cell);
  const text = textOf(cell);
  return `CASE WHEN CHAR_LENGTH(${text}) > ${NUMBER_LENGTH} THEN NULL
    WHEN ${text} REGEXP '${PLAIN_NUMBER_TEXT}' THEN CAST(TRIM(${text}) AS ${READ_NUMBER})
    WHEN ${text} REGEXP '${NUMBER_TEXT}' THEN CAST(REPLACE(REGEXP_REPLACE(${text}, '[^0-9,-]', ''), ',', '.') AS ${READ_NUMBER}) END`;
}

/** A number as text, without the zeros that reading or casting has added. */
const numberText = (cell: TableCell, number: string): string =>
  cell.reads === 'number' || isFloat(cell)
    ? `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${number} AS CHAR)))`
    : `CAST(${number} AS CHAR)`;

/** Null for a day that does not exist, and for the servers' day zero. */
export function dayOf(cell: TableCell): string {
  if (cell.reads !== 'date') return `CASE WHEN YEAR(${raw(cell)}) > 0 THEN CAST(${raw(cell)} AS DATE) END`;
  const text = `TRIM(${textOf(cell)})`;
  const part = (place: number) =>
    `LEFT(SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, '/', ${place}), '/', -1), 4)`;
  return `CASE WHEN ${text} REGEXP '${ISO_TEXT}' THEN CAST(LEFT(${text}, 10) AS DATE)
    WHEN ${text} REGEXP '${DAY_TEXT}' THEN CAST(CONCAT(${part(3)}, '-', ${part(2)}, '-', ${part(1)}) AS DATE) END`;
}

const isNumber = ({ kind }: TableCell): boolean => kind === 'number' || kind === 'money';

function isFilled(cell: TableCell): string {
  if (isNumber(cell)) return `(${numberOf(cell)}) IS NOT NULL`;
  return cell.kind === 'date' ? `(${dayOf(cell)}) IS NOT NULL` : `${plainText(cell)} IS NOT NULL`;
}

const BUCKETS: Record<Exclude<Bucket, 'band'>, (day: string) => string> = {
  year: (day) => `DATE_FORMAT(${day}, '%Y')`,
  semester: (day) => `CONCAT(DATE_FORMAT(${day}, '%Y'), '-S', IF(MONTH(${day}) <= 6, '1', '2'))`,
  quarter: (day) => `CONCAT(DATE_FORMAT(${day}, '%Y'), '-T', QUARTER(${day}))`,
  month: (day) => `DATE_FORMAT(${day}, '%Y-%m')`,
  week: (day) => `DATE_FORMAT(${day}, '%x-W%v')`,
  weekday: (day) => `CAST(WEEKDAY(${day}) + 1 AS CHAR)`,
  day: (day) => `DATE_FORMAT(${day}, '%Y-%m-%d')`,
};

function keyOf(cell: TableCell, bucket: Bucket | null): string {
  if (cell.kind === 'date') return BUCKETS[bucket && bucket !== 'band' ? bucket : 'day'](dayOf(cell));
  return isNumber(cell) ? numberText(cell, numberOf(cell)) : foldedText(cell);
}

export function conditionsSql(cells: TableCell[], conditions: Condition[], bind: Bind): string {
  const known = new Map(cells.map((cell) => [cell.name, cell]));
  const parts = conditions.map((condition) => {
    const cell = known.get(condition.column);
    if (!cell) throw new Error(`the table has no column ${condition.column}`);
    return `(${conditionSql(cell, condition, bind)})`;
  });
  return parts.join(' AND ') || 'TRUE';
}

function conditionSql(cell: TableCell, condition: Condition, bind: Bind): string {
  const { op } = condition;
  if (op === 'empty') return `NOT (${isFilled(cell)})`;
  if (op === 'filled') return isFilled(cell);
  if (cell.kind === 'date') return dayCondition(cell, condition, bind);
  return isNumber(cell) ? numberCondition(cell, condition, bind) : textCondition(cell, condition, bind);
}

const list = (values: string[], one: (value: string) => string): string =>
  values.map(one).join(', ') || 'NULL';

function textCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const folded = foldedText(cell);
  const asked = values.map((value) => fold(value).trim());
  const any = (by: (value: string) => string) => asked.map(by).join(' OR ') || 'FALSE';
  if (op === 'in') return `${folded} IN (${list(asked, bind)})`;
  if (op === 'not_in') return `${folded} NOT IN (${list(asked, bind)})`;
  if (op === 'starts_with')
    return any((value) => `${folded} LIKE ${bind(`${value.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (op === 'contains') return any((value) => `${folded} REGEXP ${bind(wordStart(value))}`);
  if (op === 'not_contains')
    return `NOT COALESCE(${any((value) => `${folded} REGEXP ${bind(wordStart(value))}`)}, FALSE)`;
  return `${plainText(cell)} ${op === 'between' ? '=' : op} ${bind(values[0] ?? '')}`;
}

/** A text is looked for from the beginning of a word on: «mina» is not in «iluminação». */
const wordStart = (text: string): string =>
  `${/^[\p{L}\p{N}]/u.test(text) ? WORD_START : ''}${text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}`;
export const WORD_START = '(?<![\\p{L}\\p{N}_])';

function numberCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const number = `(${numberOf(cell)})`;
  const [first = '0', second = first] = values;
  const one = (value: string) => `CAST(${bind(value)} AS ${BOUND_NUMBER})`;
  if (op === 'between') return `${number} BETWEEN ${one(first)} AND ${one(second)}`;
  if (op === 'in') return `${number} IN (${list(values, one)})`;
  if (op === 'not_in') return `${number} NOT IN (${list(values, one)})`;
  return `${number} ${op} ${one(first)}`;
}

function dayCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const day = `(${dayOf(cell)})`;
  const [first = '', second = first] = values;
  const one = (value: string) => `CAST(${bind(value)} AS DATE)`;
  const within = ({ first: from, last }: Period) =>
    `${day} >= ${one(from)} AND ${day} < ${one(addDays(last, 1))}`;
  if (op === 'between') return within({ first, last: second });
  if (op === 'in' || op === 'not_in') {
    const any = values.map((key) => `(${within(periodOf(key))})`).join(' OR ');
    return op === 'in' ? `(${any})` : `NOT (${any})`;
  }
  if (op === '<' || op === '>=') return `${day} ${op} ${one(first)}`;
  return op === '>' ? `${day} >= ${one(addDays(first, 1))}` : `${day} < ${one(addDays(first, 1))}`;
}

type Build = {
  cells: Map<string, TableCell>;
  bind: Bind;
  params: unknown[];
  base: string;
  /** Columns that are counted over all considered rows before they are put into groups: name → expression. */
  windows: Map<string, string>;
};

function build(base: string, cells: TableCell[]): Build {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  return { cells: new Map(cells.map((cell) => [cell.name, cell])), bind, params, base, windows: new Map() };
}

function cellOf({ cells }: Build, name: string): TableCell {
  const cell = cells.get(name);
  if (!cell) throw new Error(`the table has no column ${name}`);
  return cell;
}

const allOf = (made: Build, filters: Condition[]): string =>
  conditionsSql([...made.cells.values()], filters, made.bind);

/** The groups that a figure is counted in: `t`, all rows, or `g`, those of the keys. `share` narrows the part. */
type Scope = { name: 't' | 'g'; keys: string[]; share: string };

export function figuresStatement(base: string, cells: TableCell[], plan: Plan, most = GROUPS_MAX): Statement {
  const made = build(base, cells);
  const isCompared = (_: Condition, place: number) => plan.share && plan.share_of.includes(place);
  const where = allOf(
    made,
    plan.filters.filter((filter, place) => !isCompared(filter, place)),
  );
  const share = allOf(made, plan.filters.filter(isCompared));
  const keys = plan.group_by.map((key) => keyOf(cellOf(made, key.column), key.bucket));
  const whole: Scope = { name: 't', keys: [], share };
  const counted = plan.measures.map((measure, place) => `${present(made, measure)} AS n${place}`);
  const total = `t AS (SELECT ${[...figures(made, plan, whole), 'COUNT(*) AS considered', ...counted].join(', ')} FROM f AS q)`;
  const groups = keys.length > 0 ? groupsSql(made, plan, { name: 'g', keys, share }) : '';
  const windows = [...made.windows].map(([name, sql]) => `, ${sql} AS ${name}`).join('');
  const from = `WITH q AS (SELECT * FROM ${base}), f AS (SELECT q.*${windows} FROM q WHERE ${where})`;
  if (!groups) return { sql: `${from}, ${total} SELECT * FROM t`, params: made.params };
  const shared = plan.share && plan.share_of.length === 0 ? plan.measures.map(shareOfTotal) : [];
  const shown = [
    ...plan.group_by.map((_, place) => `g.k${place}`),
    ...plan.measures.map((_, place) => `g.m${place}`),
    ...shared,
  ];
  const totals = ['considered', ...plan.measures.flatMap((_, place) => [`m${place}`, `n${place}`])];
  return {
    sql: `${from}, ${total}, ${groups}
    SELECT ${shown.join(', ')}, g.considered, COUNT(*) OVER () AS \`groups\`,
      JSON_OBJECT(${totals.map((name) => `'${name}', t.${name}`).join(', ')}) AS total
    FROM g CROSS JOIN t ORDER BY ${orderOf(plan)} LIMIT ${made.bind(Math.min(plan.limit ?? most, most))}`,
    params: made.params,
  };
}

function groupsSql(made: Build, plan: Plan, scope: Scope): string {
  const labels = plan.group_by.map((key, place) => `${labelOf(made, key, scope, place)} AS k${place}`);
  const order = scope.keys.map((key, place) => `MIN(${key}) AS o${place}`);
  const having = plan.having.flatMap(({ measure, op, value }) => {
    const asked = plan.measures[measure];
    const bound = `CAST(${made.bind(value)} AS ${BOUND_NUMBER})`;
    return asked ? [`${figure(made, plan, asked, measure, scope)} ${op} ${bound}`] : [];
  });
  const select = [...labels, ...order, ...figures(made, plan, scope), 'COUNT(*) AS considered'].join(', ');
  return `g AS (SELECT ${select} FROM f AS q
    GROUP BY ${scope.keys.join(', ')}${having.length ? ` HAVING ${having.join(' AND ')}` : ''})`;
}

/** The commonest spelling of a group: the smallest of the counts from above, each written before its spelling. */
function labelOf(made: Build, { column, bucket }: GroupKey, { keys }: Scope, place: number): string {
  const cell = cellOf(made, column);
  const isText = cell.kind === 'category' || cell.kind === 'text' || cell.kind === 'identifier';
  if (!isText || bucket) return `MIN(${keys[place]})`;
  const text = plainText(cell);
  const count = window(made, `__s${place}`, `COUNT(*) OVER (PARTITION BY ${[...keys, text].join(', ')})`);
  return `SUBSTRING(MIN(CONCAT(LPAD(CAST(9999999999 - ${count} AS CHAR), 10, '0'), ${text})), 11)`;
}

function window(made: Build, name: string, sql: string): string {
  made.windows.set(name, sql);
  return `q.${name}`;
}

const shareOfTotal = (_: Measure, place: number): string =>
  `CAST(ROUND(100 * CAST(g.m${place} AS DECIMAL(65,10)) / NULLIF(CAST(t.m${place} AS DECIMAL(65,10)), 0), 2) AS CHAR) AS s${place}`;

function figures(made: Build, plan: Plan, scope: Scope): string[] {
  return plan.measures.map((measure, place) => {
    const number = figure(made, plan, measure, place, scope);
    const cell = measure.column === null ? null : cellOf(made, measure.column);
    const isRead =
      cell && isNumber(cell) && ['sum', 'minimum', 'maximum'].includes(measure.fn) && !isPart(plan);
    return `${isRead ? numberText(cell, number) : `CAST(${number} AS CHAR)`} AS m${place}`;
  });
}

const isPart = ({ share, share_of }: Plan): boolean => share && share_of.length > 0;

function figure(made: Build, plan: Plan, measure: Measure, place: number, scope: Scope): string {
  const plain = aggregate(made, measure, { ...scope, share: '' }, `${place}`);
  if (!isPart(plan)) return plain;
  const part = aggregate(made, measure, scope, `${place}_part`);
  return `ROUND(100 * COALESCE(${part}, 0) / NULLIF(${plain}, 0), 2)`;
}

function aggregate(made: Build, { fn, column }: Measure, scope: Scope, name: string): string {
  const within = (value: string) => (scope.share ? `CASE WHEN ${scope.share} THEN ${value} END` : value);
  if (fn === 'count' || column === null) return `COUNT(${within('1')})`;
  const cell = cellOf(made, column);
  if (fn === 'count_distinct') return `COUNT(DISTINCT ${within(keyOf(cell, null))})`;
  const end = fn === 'maximum' ? 'MAX' : 'MIN';
  if (cell.kind === 'date') return `${end}(${within(dayOf(cell))})`;
  const number = within(numberOf(cell));
  if (fn === 'sum') return `SUM(${number})`;
  if (fn === 'average') return `ROUND(AVG(${number}), ${placesOf(cell)})`;
  return fn === 'median'
    ? medianOf(made, number, { keys: scope.keys, places: placesOf(cell), name })
    : `${end}(${number})`;
}

/** Exact: the mean of the lower and the upper middle value. Empty cells stand last and are not counted. */
function medianOf(
  made: Build,
  number: string,
  { keys, places, name }: Pick<Scope, 'keys'> & { places: number; name: string },
): string {
  const of = keys.length ? `PARTITION BY ${keys.join(', ')} ` : '';
  const scope = keys.length ? 'g' : 't';
  const at = window(
    made,
    `__r${scope}${name}`,
    `ROW_NUMBER() OVER (${of}ORDER BY (${number}) IS NULL, ${number})`,
  );
  const count = window(made, `__c${scope}${name}`, `COUNT(${number}) OVER (${of.trim()})`);
  return `ROUND(AVG(CASE WHEN ${at} IN ((${count} + 1) DIV 2, (${count} + 2) DIV 2) THEN ${number} END), ${places})`;
}

function present(made: Build, { fn, column }: Measure): string {
  if (fn === 'count' || column === null) return 'COUNT(*)';
  const cell = cellOf(made, column);
  if (fn === 'count_distinct') return `COUNT(${plainText(cell)})`;
  return `COUNT(${cell.kind === 'date' ? dayOf(cell) : numberOf(cell)})`;
}

/** Empty keys stand after the others in rising order and before them in falling order, as in PostgreSQL. */
const sorted = (value: string, direction: 'asc' | 'desc', nullsLast = direction === 'asc'): string =>
  `(${value}) IS NULL${nullsLast ? '' : ' DESC'}, ${value} ${direction}`;

function orderOf(plan: Plan): string {
  const byMeasure = (index: number, direction: 'asc' | 'desc') =>
    sorted(`CAST(g.m${index} AS ${BOUND_NUMBER})`, direction, true);
  const asked = plan.order.flatMap(({ by, index, direction }) =>
    by === 'group'
      ? [sorted(`g.o${index}`, direction)]
      : by === 'measure'
        ? [byMeasure(index, direction)]
        : [],
  );
  const isByWords = plan.group_by.length === 1 && !plan.group_by.some(isOfDays) && plan.measures.length > 0;
  return [
    ...asked,
    ...(asked.length === 0 && isByWords ? [byMeasure(0, 'desc')] : []),
    ...plan.group_by.map((_, place) => sorted(`g.o${place}`, 'asc')),
  ].join(', ');
}

export function rowsStatement(
  base: string,
  cells: TableCell[],
  plan: Plan,
  shown: string[],
  { skip = 0, most = ROWS_MAX, group = [] }: RowsPart = {},
): Statement {
  const made = build(base, cells);
  const select = shown.map((name, place) => `${shownText(cellOf(made, name))} AS c${place}`);
  const limit = Math.max(0, Math.min((plan.limit ?? Number.POSITIVE_INFINITY) - skip, most));
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT ${[...select, 'COUNT(*) OVER () AS considered'].join(', ')}
    FROM q ${rowsOf(made, plan, shown, group)} LIMIT ${made.bind(limit)} OFFSET ${made.bind(skip)}`,
    params: made.params,
  };
}

export function recordsStatement(
  base: string,
  cells: TableCell[],
  plan: Plan,
  { shown, columns, limit }: { shown: string[]; columns: ContentColumn[]; limit: number },
): Statement {
  const made = build(base, cells);
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT ${mysqlSelectList(columns, 'q')}
    FROM q ${rowsOf(made, plan, shown, [])} LIMIT ${made.bind(limit)}`,
    params: made.params,
  };
}

function rowsOf(made: Build, plan: Plan, shown: string[], group: NonNullable<RowsPart['group']>): string {
  const where = [allOf(made, plan.filters), ...group.map((key) => isInGroup(made, key))].join(' AND ');
  const asked = plan.order.flatMap(({ by, column, direction }) =>
    by === 'column' && column ? [sorted(sortKey(cellOf(made, column)), direction, true)] : [],
  );
  const order = [...asked, ...shown.map((name) => sorted(plainText(cellOf(made, name)), 'asc'))];
  return `WHERE ${where} ORDER BY ${order.join(', ') || '1'}`;
}

function isInGroup(made: Build, { column, bucket, value }: NonNullable<RowsPart['group']>[number]): string {
  const cell = cellOf(made, column);
  const key = keyOf(cell, bucket);
  if (value === null) return `${key} IS NULL`;
  const isFolded = !['date', 'number', 'money'].includes(cell.kind);
  return `${key} = ${made.bind(isFolded ? fold(value).trim() : value)}`;
}

function sortKey(cell: TableCell): string {
  if (isNumber(cell)) return numberOf(cell);
  if (cell.kind !== 'date') return foldedText(cell);
  return cell.reads ? dayOf(cell) : raw(cell);
}

function shownText(cell: TableCell): string {
  if (cell.kind === 'date') return `CAST(${dayOf(cell)} AS CHAR)`;
  return cell.reads === 'number' ? numberText(cell, numberOf(cell)) : `LEFT(${plainText(cell)}, 2000)`;
}

export function misfitsStatement(base: string, cells: TableCell[], plan: Plan): Statement | null {
  const made = build(base, cells);
  const used = [...plan.measures, ...plan.group_by, ...plan.filters, ...plan.order].map(
    ({ column }) => column,
  );
  const read = cells.filter(({ name, reads }) => reads !== null && used.includes(name));
  if (!read.length) return null;
  const others = plan.filters.filter(
    ({ column }, place) => !plan.share_of.includes(place) && !read.some(({ name }) => name === column),
  );
  const misfits = read.map(
    (cell) => `COUNT(CASE WHEN ${plainText(cell)} IS NOT NULL AND NOT (${isFilled(cell)}) THEN 1 END)`,
  );
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT ${misfits.join(' + ')} AS misfits FROM q WHERE ${allOf(made, others)}`,
    params: made.params,
  };
}
