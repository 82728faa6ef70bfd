/** A plain evaluation of a plan over rows in memory: the reference that compiled statements are compared with. */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import type { TableCell } from '../../src/features/data-sources/compile/cells.ts';
import { isWeekday, periodOf } from '../../src/features/data-sources/compile/conditions.ts';
import { addDays, weekPeriod } from '../../src/language/values/calendar.ts';
import { compareDecimals, movePoint } from '../../src/language/values/decimal.ts';
import { fold } from '../../src/language/words.ts';

/** Cells as PostgreSQL writes them. */
export type Row = Record<string, string | null>;

const folded = (text: string | null): string | null => (text === null ? null : fold(text).trim() || null);

function cellValue(row: Row, cell: TableCell): string | null {
  if (cell.between)
    return cell.between.from.kind === 'date' ? daysOfRow(row, cell.between) : lessOfRow(row, cell.between);
  if (cell.moment) return minutesOfRow(row, cell.moment);
  const raw = row[cell.name] ?? null;
  if (raw === null) return null;
  if (cell.kind === 'date') return raw.slice(0, 10);
  if (cell.reads === 'duration') return DURATIONS[raw.trim()] ?? null;
  if (cell.kind === 'number' || cell.kind === 'money') return cell.reads === 'number' ? textNumber(raw) : raw;
  return folded(raw);
}

function daysOfRow(row: Row, { from, to }: NonNullable<TableCell['between']>): string | null {
  const [first, last] = [cellValue(row, from), cellValue(row, to)];
  return first === null || last === null
    ? null
    : String((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000);
}

/** The minutes since midnight: 1065 for «2026-03-04 17:45:10». */
function minutesOfRow(row: Row, { name }: TableCell): string | null {
  const [, hours, minutes] = /[ T](\d\d):(\d\d)/.exec(row[name] ?? '') ?? [];
  return hours === undefined || minutes === undefined ? null : String(Number(hours) * 60 + Number(minutes));
}

/** Exact, without zeros behind it. */
function lessOfRow(row: Row, { from, to }: NonNullable<TableCell['between']>): string | null {
  const [one, other] = [cellValue(row, from), cellValue(row, to)];
  if (one === null || other === null) return null;
  const places = Math.max(...[one, other].map((value) => (value.split('.')[1] ?? '').length));
  const [first, second] = [one, other].map((value) => BigInt(movePoint(value, places).replace(/\..*$/, '')));
  return movePoint(String((first ?? 0n) - (second ?? 0n)), -places);
}

/** In minutes; every other text is none. */
const DURATIONS: Record<string, string> = {
  '1h30': '90',
  '2h00': '120',
  '3 H 20 MIN': '200',
  '45min': '45',
  '90 minutos': '90',
  '2 dias': '2880',
  '1 dia e 4h': '1680',
  '1 dia, 2 horas e 15 min.': '1575',
  '01:45': '105',
  '100:30': '6030',
  '0:00:30': '0.5',
  '3 days 04:00:00': '4560',
  '1 day': '1440',
  '0,5 h': '30',
  '1.5h': '90',
  '2d4h': '3120',
  '12:15h': '735',
  '1h30min': '90',
  '30 seg': '0.5',
};

function textNumber(raw: string): string | null {
  const text = raw.trim();
  if (/^-?\d{1,15}\.\d{1,2}$/.test(text)) return text;
  if (!/^(?:R\$\s*)?-?\d{1,15}(?:\.\d{3})*(?:,\d{1,6})?\s*%?$/.test(text)) return null;
  return text.replace(/[^0-9,-]/g, '').replace(',', '.');
}

const isNumber = (cell: TableCell): boolean => cell.kind === 'number' || cell.kind === 'money';

/** Null where the comparison has nothing to compare, as in SQL. */
function holds(row: Row, cell: TableCell, { op, values }: Condition): boolean {
  const value = cellValue(row, cell);
  if (op === 'empty') return value === null;
  if (op === 'filled') return value !== null;
  if (op === 'not_contains')
    return value === null || values.every((asked) => !hasWord(value, fold(asked).trim()));
  const isText = cell.kind !== 'date' && !isNumber(cell);
  if (value === null) return op === 'not_in' && isText;
  if (cell.kind === 'date') return dayHolds(value, op, values);
  if (isNumber(cell)) return numberHolds(value, op, values);
  const asked = values.map((each) => fold(each).trim());
  if (op === 'in') return asked.includes(value);
  if (op === 'not_in') return !asked.includes(value);
  return asked.some((each) => (op === 'starts_with' ? value.startsWith(each) : hasWord(value, each)));
}

/** Whether the text stands in the value, from the beginning of a word on. */
function hasWord(value: string, asked: string): boolean {
  const begins = /^[\p{L}\p{N}]/u.test(asked);
  for (let at = value.indexOf(asked); at >= 0; at = value.indexOf(asked, at + 1))
    if (!begins || at === 0 || !/[\p{L}\p{N}_]/u.test(value[at - 1] ?? '')) return true;
  return false;
}

function numberHolds(value: string, op: Condition['op'], values: string[]): boolean {
  const [first = '0', second = first] = values;
  const against = compareDecimals(value, first);
  if (op === 'between') return against >= 0 && compareDecimals(value, second) <= 0;
  if (op === 'in') return values.some((each) => compareDecimals(value, each) === 0);
  if (op === 'not_in') return values.every((each) => compareDecimals(value, each) !== 0);
  return op === '>' ? against > 0 : op === '<' ? against < 0 : op === '>=' ? against >= 0 : against <= 0;
}

function dayHolds(day: string, op: Condition['op'], values: string[]): boolean {
  const [first = '', second = first] = values;
  const within = (key: string) => {
    if (isWeekday(key)) return key === weekdayOf(day);
    const period = periodOf(key);
    return day >= period.first && day <= period.last;
  };
  if (op === 'between') return day >= first && day <= second;
  if (op === 'in') return values.some(within);
  if (op === 'not_in') return !values.some(within);
  return op === '>' ? day > first : op === '<' ? day < first : op === '>=' ? day >= first : day <= first;
}

export function keyOfRow(row: Row, cell: TableCell, { bucket }: GroupKey): string | null {
  const value = cellValue(row, cell);
  if (value === null || cell.kind !== 'date') return value;
  const month = Number(value.slice(5, 7));
  const year = value.slice(0, 4);
  if (bucket === 'year') return year;
  if (bucket === 'semester') return `${year}-S${month <= 6 ? 1 : 2}`;
  if (bucket === 'quarter') return `${year}-T${Math.ceil(month / 3)}`;
  if (bucket === 'month') return value.slice(0, 7);
  if (bucket === 'weekday') return weekdayOf(value);
  return bucket === 'week' ? weekKey(value) : value;
}

const weekdayOf = (day: string): string => String(((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1);

/** The week of ISO 8601 belongs to the year of its Thursday. */
function weekKey(day: string): string {
  const thursday = addDays(weekPeriod(day).first, 3);
  const year = thursday.slice(0, 4);
  const number = Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 604_800_000) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

type Cells = Map<string, TableCell>;

export type Evaluated = { keys: (string | null)[]; figures: (string | null)[] }[];

/** The groups with their figures, in no order; without keys one group, also of no rows. */
export function evaluatePlan(rows: Row[], cells: Cells, plan: Plan): Evaluated {
  const cellFor = (name: string) => cells.get(name) as TableCell;
  const compared = new Set(plan.share ? plan.share_of : []);
  const either = plan.either ?? [];
  const isIn = (place: number, isCompared: boolean) => compared.has(place) === isCompared;
  const fits = (row: Row, place: number) => {
    const filter = plan.filters[place] as Condition;
    return holds(row, cellFor(filter.column), filter);
  };
  const keeps = (row: Row, isCompared: boolean) =>
    plan.filters.every(
      (_, place) => !isIn(place, isCompared) || either.includes(place) || fits(row, place),
    ) &&
    (!either.some((place) => isIn(place, isCompared)) || either.some((place) => fits(row, place)));
  const kept = rows.filter((row) => keeps(row, false));
  const groups = new Map<string, { keys: (string | null)[]; rows: Row[] }>();
  for (const row of kept) {
    const keys = plan.group_by.map((key) => keyOfRow(row, cellFor(key.column), key));
    const name = JSON.stringify(keys);
    const group = groups.get(name) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(name, group);
  }
  if (plan.group_by.length === 0 && groups.size === 0) groups.set('', { keys: [], rows: [] });
  return [...groups.values()]
    .map(({ keys, rows: own }) => ({
      keys,
      figures: plan.measures.map((measure) => {
        const whole = figureOf(own, cellFor, measure);
        if (compared.size === 0) return whole;
        const part =
          figureOf(
            own.filter((row) => keeps(row, true)),
            cellFor,
            measure,
          ) ?? '0';
        return whole === null || compareDecimals(whole, '0') === 0 ? null : divided(part, whole, 2, 100n);
      }),
    }))
    .filter(({ figures }) =>
      plan.having.every(({ measure, op, value }) => {
        const figure = figures[measure];
        if (figure === null || figure === undefined) return false;
        const against = compareDecimals(figure, value);
        return op === '>'
          ? against > 0
          : op === '<'
            ? against < 0
            : op === '>='
              ? against >= 0
              : op === '<='
                ? against <= 0
                : against === 0;
      }),
    );
}

function figureOf(rows: Row[], cellFor: (name: string) => TableCell, { fn, column }: Measure): string | null {
  if (fn === 'count' || column === null) return String(rows.length);
  const cell = cellFor(column);
  const values = rows.map((row) => cellValue(row, cell)).filter((value) => value !== null);
  if (fn === 'count_distinct') return String(new Set(values).size);
  if (values.length === 0) return null;
  const sorted = values.toSorted(compareDecimals);
  if (fn === 'minimum') return sorted[0] ?? null;
  if (fn === 'maximum') return sorted.at(-1) ?? null;
  const places = placesOf(cell);
  if (fn === 'median') {
    const [low = '0', high = '0'] = [
      sorted[Math.floor((sorted.length - 1) / 2)],
      sorted[Math.floor(sorted.length / 2)],
    ];
    return divided(sumOf([low, high]), '2', places);
  }
  const sum = sumOf(values);
  return fn === 'sum' ? sum : divided(sum, String(values.length), places);
}

const placesOf = ({ type }: TableCell): number =>
  Math.min(6, Math.max(2, Number(/^numeric\(\d+,(\d+)\)/.exec(type)?.[1] ?? 2)));

const SCALE = 8;

const sumOf = (values: string[]): string =>
  movePoint(String(values.reduce((sum, value) => sum + BigInt(movePoint(value, SCALE)), 0n)), -SCALE);

/** Rounded half away from zero, as PostgreSQL rounds. */
function divided(part: string, whole: string, places: number, times = 1n): string {
  const above = BigInt(movePoint(part, SCALE)) * times * 10n ** BigInt(places + 1);
  const below = BigInt(movePoint(whole, SCALE));
  const size = (above < 0n ? -above : above) / (below < 0n ? -below : below);
  const rounded = (size + 5n) / 10n;
  const isNegative = above < 0n !== below < 0n && rounded !== 0n;
  return movePoint(`${isNegative ? '-' : ''}${rounded}`, -places);
}
