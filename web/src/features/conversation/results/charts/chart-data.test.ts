import { describe, expect, test } from 'vitest';
import type { TableResult } from '#contract/table-result.ts';
import { nextKey, periodOfKey, periodsAround } from '../filters/periods.ts';
import { chartData } from './chart-data.ts';

const COUNT = { name: 'figure_0', label: 'Total', kind: 'number', unit: null, bucket: null };
const category = (label: string) => ({ name: label, label, kind: 'category', unit: null, bucket: null });
const result = (rest: object) =>
  ({
    rows: [],
    columns: [],
    plan: { measures: [{ fn: 'count', column: null }] },
    ...rest,
  }) as unknown as TableResult;

describe('R-TBL-32 the points of a chart', () => {
  test('bars are in the order that was asked, with the words of their cells', () => {
    const columns = [category('UF'), { ...COUNT, kind: 'money' }];
    const rows = [
      ['SP', '1500.5'],
      [null, '3'],
      ['BA', null],
    ];
    expect(chartData(result({ chart: 'bar', columns, rows }))).toEqual({
      kind: 'bar',
      points: [
        { label: 'SP', value: 1500.5, text: 'R$ 1.500,50' },
        { label: '(vazio)', value: 3, text: 'R$ 3,00' },
        { label: 'BA', value: null, text: '—' },
      ],
    });
  });

  test('a month without a row is a gap, in the order of the calendar, and no date is no point', () => {
    const columns = [{ ...category('Mês'), kind: 'date', bucket: 'month' }, COUNT];
    const rows = [
      ['2025-02', '4'],
      ['2024-11', '9'],
      [null, '1'],
    ];
    expect(chartData(result({ chart: 'line', columns, rows }))).toMatchObject({
      withoutDate: 1,
      points: [
        { label: 'nov/2024', value: 9 },
        { label: 'dez/2024', value: null },
        { label: 'jan/2025', value: null },
        { label: 'fev/2025', value: 4 },
      ],
    });
  });

  test('one odd date does not make thousands of empty days', () => {
    const columns = [{ ...category('Dia'), kind: 'date', bucket: 'day' }, COUNT];
    const rows = [
      ['0202-03-01', '1'],
      ['2025-03-01', '1'],
    ];
    expect(chartData(result({ chart: 'line', columns, rows }))).toMatchObject({
      points: [{ value: 1 }, { value: 1 }],
    });
  });

  test('stacks keep the order of the rows, series begin with the largest, and the eighth is drawn with the rest', () => {
    const columns = [category('UF'), category('Situação'), COUNT];
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => ['SP', name, String(at + 1)]);
    const data = chartData(result({ chart: 'stacked', columns, rows: [['BA', 'h', '2'], ...rows] }));
    if (data?.kind !== 'stacked') throw new Error('stacks were expected');
    expect(data.series).toEqual(['h', 'g', 'f', 'e', 'd', 'c', 'demais']);
    expect(data.stacks.map(({ label, sum }) => [label, sum])).toEqual([
      ['BA', 2],
      ['SP', 36],
    ]);
    expect(data.stacks[1]?.parts.filter(({ series }) => series === 6).map(({ label }) => label)).toEqual([
      'a',
      'b',
    ]);
  });

  test('averages of two keys have no sum: each pair has a bar of its own', () => {
    const columns = [category('UF'), category('Situação'), COUNT];
    const plan = { measures: [{ fn: 'average', column: 'valor' }] };
    expect(chartData(result({ chart: 'stacked', columns, plan, rows: [['SP', 'Aberta', '4']] }))).toEqual({
      kind: 'bar',
      points: [{ label: 'SP · Aberta', value: 4, text: '4' }],
    });
  });

  test('what has no chart, or no rows, has no points', () => {
    expect(chartData(result({ chart: null }))).toBeNull();
    expect(chartData(result({ chart: 'bar', columns: [category('UF'), COUNT] }))).toBeNull();
  });
});

describe('periods', () => {
  test.each([
    ['2025', 'year', '2026'],
    ['2025-S2', 'semester', '2026-S1'],
    ['2025-T4', 'quarter', '2026-T1'],
    ['2025-12', 'month', '2026-01'],
    ['2024-02-28', 'day', '2024-02-29'],
    ['7', 'weekday', null],
  ])('after %s comes %s', (key, bucket, next) => {
    expect(nextKey(key, bucket)).toBe(next);
  });

  test('weeks are those of ISO: some years have fifty-three', () => {
    const following = (year: number, week: number) =>
      nextKey(`${year}-W${String(week).padStart(2, '0')}`, 'week');
    const week = (year: number, number: string) => `${year}-W${number}`;
    expect(following(2020, 53)).toBe(week(2021, '01'));
    expect(following(2024, 52)).toBe(week(2025, '01'));
    expect(following(2025, 9)).toBe(week(2025, '10'));
  });

  test.each([
    ['2025', '2025-01-01', '2025-12-31'],
    ['2025-S2', '2025-07-01', '2025-12-31'],
    ['2025-T1', '2025-01-01', '2025-03-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-03-05/2025-03-09', '2025-03-05', '2025-03-09'],
  ])('%s is from %s to %s', (key, first, last) => {
    expect(periodOfKey(key)).toEqual({ first, last });
  });

  test('the ready-made ones are whole periods around today', () => {
    const ready = Object.fromEntries(
      periodsAround('2026-01-15').map(({ label, first, last }) => [label, [first, last]]),
    );
    expect(ready).toEqual({
      'este mês': ['2026-01-01', '2026-01-31'],
      'mês passado': ['2025-12-01', '2025-12-31'],
      'este trimestre': ['2026-01-01', '2026-03-31'],
      'este ano': ['2026-01-01', '2026-12-31'],
      'ano passado': ['2025-01-01', '2025-12-31'],
      'últimos 30 dias': ['2025-12-17', '2026-01-15'],
      'últimos 12 meses': ['2025-01-16', '2026-01-15'],
    });
  });
});
