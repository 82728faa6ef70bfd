import { expect, test } from 'vitest';
import { EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import type { ResultColumn } from '#contract/table-result.ts';
import { inOrder, readingOrder } from './sort-rows.ts';

const column = (name: string, kind: ResultColumn['kind'] = 'category'): ResultColumn => ({
  name,
  label: name,
  kind,
  unit: null,
  bucket: null,
});
const columns = [
  column('numero', 'identifier'),
  column('objeto', 'text'),
  column('situacao'),
  column('valor', 'money'),
  column('abertura', 'date'),
];
const rows = [
  ['PE 1', 'Ônibus', 'Aberta', '200', '2026-01-02'],
  ['PE 2', 'Merenda', 'Aberta', '100', '2026-01-05'],
];
const plan = (rest: Partial<Plan>): Plan => ({ ...EMPTY_PLAN, rows: true, ...rest });
const open = { column: 'situacao', op: 'in' as const, values: ['Aberta'] };
const byOpening = { by: 'column' as const, index: 0, column: 'abertura', direction: 'asc' as const };

test('a column that a filter holds to one value comes last in listed rows', () => {
  const listed = { columns, rows, plan: plan({ filters: [open] }) };
  expect(readingOrder(listed, false)).toEqual([0, 1, 3, 4, 2]);
  expect(readingOrder({ ...listed, plan: plan({}) }, false)).toEqual([0, 1, 2, 3, 4]);
  // Two values, of which one is met: the column says which.
  const either = { ...open, values: ['Aberta', 'Suspensa'] };
  expect(readingOrder({ ...listed, plan: plan({ filters: [either] }) }, false)).toEqual([0, 1, 2, 3, 4]);
});

test('on a phone the value by which rows are ordered, else the first figure, is beside the first column', () => {
  expect(readingOrder({ columns, rows, plan: plan({}) }, true)).toEqual([0, 3, 1, 2, 4]);
  expect(readingOrder({ columns, rows, plan: plan({ order: [byOpening] }) }, true)).toEqual([0, 4, 1, 2, 3]);
  expect(readingOrder({ columns, rows, plan: plan({ rows: false }) }, true)).toEqual([0, 1, 2, 3, 4]);
});

test('the cells of each row go with their columns', () => {
  const ordered = inOrder({ columns, rows, total: null, others_row: null }, [0, 3, 1, 2, 4]);
  expect(ordered.columns.map(({ name }) => name)).toEqual([
    'numero',
    'valor',
    'objeto',
    'situacao',
    'abertura',
  ]);
  expect(ordered.rows[0]).toEqual(['PE 1', '200', 'Ônibus', 'Aberta', '2026-01-02']);
});
