/** Random rows and random plans over them, from a seed, with what breaks statements: quotes, patterns, accents, blanks, nulls, borders. */
import {
  type Condition,
  daysBetween,
  EMPTY_PLAN,
  type GroupKey,
  type Measure,
  numberLess,
  type Plan,
  timeOfDay,
} from '#contract/table-plan.ts';
import type { TableCell } from '../../src/features/data-sources/compile/cells.ts';
import { compareDecimals } from '../../src/language/values/decimal.ts';
import type { Row } from './evaluate-plan.ts';

export const cells: TableCell[] = [
  { name: 'cat', type: 'text', kind: 'category', reads: null },
  { name: 'oth"er', type: 'text', kind: 'category', reads: null },
  { name: 'n', type: 'integer', kind: 'number', reads: null },
  { name: 'v', type: 'numeric(14,2)', kind: 'money', reads: null },
  { name: 'tx', type: 'text', kind: 'money', reads: 'number' },
  { name: 'du', type: 'text', kind: 'number', reads: 'duration' },
  { name: 'd', type: 'date', kind: 'date', reads: null },
  { name: 'ts', type: 'timestamp without time zone', kind: 'date', reads: null },
  { name: 'b', type: 'boolean', kind: 'boolean', reads: null },
];

const cellOf = (name: string): TableCell => cells.find((cell) => cell.name === name) as TableCell;

const daysCell = (from: string, to: string): TableCell => ({
  name: daysBetween(from, to),
  type: 'integer',
  kind: 'number',
  reads: null,
  between: { from: cellOf(from), to: cellOf(to) },
});

const lessCell = (from: string, to: string): TableCell => ({
  name: numberLess(from, to),
  type: 'numeric',
  kind: 'number',
  reads: null,
  between: { from: cellOf(from), to: cellOf(to) },
});

const timeCell = (moment: string): TableCell => ({
  name: timeOfDay(moment),
  type: 'integer',
  kind: 'number',
  reads: null,
  moment: cellOf(moment),
});

/** The columns, the days between two of them in both directions, numbers less another, and the time of the day. */
export const askedCells: TableCell[] = [
  ...cells,
  daysCell('d', 'ts'),
  daysCell('ts', 'd'),
  lessCell('v', 'n'),
  lessCell('n', 'tx'),
  lessCell('du', 'n'),
  timeCell('ts'),
];

export const CREATE_TABLE =
  'create table random_rows (cat text, "oth""er" text, n integer, v numeric(14,2), tx text, du text, d date, ts timestamp, b boolean)';

export type Random = {
  below: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

export function randomFrom(seed: number): Random {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

const TEXTS = [
  'Água',
  'agua ',
  ' ÁGUA',
  'Bola',
  'bola%',
  'C_asa',
  "D'Ávila",
  '',
  null,
  'Zé',
  'SÃO TOMÉ',
  ' são tomé-mirim',
  'Bjørn Ítalo',
];
/** «ø» has a capital that only some locales know, so that it is looked for in folded text. */
const ASKED = [
  'ÁGUA',
  'bola%',
  '_',
  '%',
  "D'ávila",
  'x',
  'y',
  'tome',
  'tomé-m',
  'ome',
  'bjørn',
  'São',
  '-mirim',
];
const AMOUNTS = [
  'R$ 1.234,56',
  'R$ 10,00',
  'sem custo',
  null,
  '1.000',
  '12,5',
  '-3,25',
  '7.50',
  ' R$ 2.000.000,10 ',
  'R$ 12.34,5',
  'R$ .123',
  'R$  6,5',
  'R$-8',
  '-R$ 5',
  'RR 9',
  '1234567890123456',
  '12,3456789',
  'R$ 1.2',
  '11 %',
];

/** As `evaluate-plan.ts` reads them, with what is none: a number alone, metres perhaps, minutes beyond 59 after hours, words. */
export const DURATIONS: (string | null)[] = [
  '1h30',
  '2h00',
  ' 3 H 20 MIN ',
  '45min',
  '90 minutos',
  '2 dias',
  '1 dia e 4h',
  '1 dia, 2 horas e 15 min.',
  '01:45',
  '100:30',
  '0:00:30',
  '3 days 04:00:00',
  '1 day',
  '0,5 h',
  '1.5h',
  '2d4h',
  '12:15h',
  '1h30min',
  '30 seg',
  null,
  '',
  '30',
  '5 m',
  '1h75',
  '1:75',
  '2 turnos',
  'a combinar',
  '-1h',
];

const two = (number: number): string => String(number).padStart(2, '0');

const dayFrom = ({ below }: Random): string =>
  `20${20 + below(6)}-${two(1 + below(12))}-${two(1 + below(28))}`;

export const rowFrom = (random: Random): Row => {
  const { below, pick } = random;
  const isEmpty = () => below(9) === 0;
  return {
    cat: pick(TEXTS),
    'oth"er': pick(['x', 'y', 'z', null]),
    n: isEmpty() ? null : String(below(40) - 10),
    v: isEmpty() ? null : `${below(2) ? '-' : ''}${below(1_000_000)}.${two(below(100))}`,
    tx: pick(AMOUNTS),
    du: pick(DURATIONS),
    d: isEmpty() ? null : dayFrom(random),
    ts: isEmpty() ? null : `${dayFrom(random)} 23:5${below(10)}:00`,
    b: pick(['true', 'false', null]),
  };
};

function conditionFrom(random: Random): Condition {
  const { below, pick } = random;
  const { name: column, kind } = pick(askedCells);
  if (below(8) === 0) return { column, op: pick(['empty', 'filled']), values: [] };
  if (kind === 'date') return { column, ...dayCondition(random) };
  if (kind === 'number' || kind === 'money') return { column, ...numberCondition(random) };
  if (kind === 'boolean') return { column, op: pick(['in', 'not_in']), values: [pick(['true', 'false'])] };
  const op = pick(['in', 'not_in', 'contains', 'not_contains', 'starts_with'] as const);
  return { column, op, values: many(1 + below(2), () => pick(ASKED)) };
}

function dayCondition(random: Random): Omit<Condition, 'column'> {
  const { pick } = random;
  const op = pick(['between', '>', '<', '>=', '<=', 'in', 'not_in'] as const);
  const days = [dayFrom(random), dayFrom(random)].toSorted();
  if (op === 'between') return { op, values: days };
  if (op !== 'in' && op !== 'not_in') return { op, values: days.slice(0, 1) };
  return {
    op,
    values: [
      pick(['2021', '2022-S1', '2023-T2', '2024-03', '2020-01-01/2020-06-30']),
      pick(['2025', '2021-T4', '1', '6', '7']),
    ],
  };
}

function numberCondition({ below, pick }: Random): Omit<Condition, 'column'> {
  const op = pick(['between', '>', '<', '>=', '<=', 'in', 'not_in'] as const);
  const values = [String(below(30) - 5), `${below(100_000)}.5`].toSorted(compareDecimals);
  return { op, values: op === 'between' || op === 'in' || op === 'not_in' ? values : values.slice(0, 1) };
}

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

function measureFrom({ pick }: Random): Measure {
  const fn = pick(['count', 'count_distinct', 'sum', 'average', 'median', 'minimum', 'maximum'] as const);
  if (fn === 'count') return { fn, column: null };
  const fitting =
    fn === 'count_distinct'
      ? askedCells
      : askedCells.filter(({ kind }) => kind === 'number' || kind === 'money');
  return { fn, column: pick(fitting).name };
}

function keyFrom({ pick }: Random): GroupKey {
  const { name: column, kind } = pick(
    cells.filter((cell) => cell.kind !== 'number' && cell.kind !== 'money'),
  );
  const buckets = ['year', 'semester', 'quarter', 'month', 'week', 'weekday', 'day'] as const;
  return { column, bucket: kind === 'date' ? pick(buckets) : null };
}

export function planFrom(random: Random): Plan {
  const { below, pick } = random;
  const filters = many(below(4), () => conditionFrom(random));
  const measures = many(1 + below(3), () => measureFrom(random));
  const group_by = many(below(3), () => keyFrom(random));
  const isSum = measures.every(({ fn }) => fn === 'count' || fn === 'sum');
  const share = filters.length > 0 && isSum && below(5) === 0;
  const isCompared = group_by.length > 0 && below(4) === 0;
  const either = filters.length > 1 && !share && below(3) === 0 ? [0, filters.length - 1] : null;
  return {
    ...EMPTY_PLAN,
    filters,
    measures,
    group_by,
    limit: 200,
    ...(either && { either }),
    share,
    share_of: share ? [below(filters.length)] : [],
    having: isCompared
      ? [
          {
            measure: below(measures.length),
            op: pick(['>', '<', '>=', '<=', '='] as const),
            value: String(below(30)),
          },
        ]
      : [],
  };
}
