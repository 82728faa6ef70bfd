import { expect, test } from 'vitest';
import type { Comparison, ComparisonCell } from '#contract/comparisons.ts';
import { after, sumOf, turnedChecks } from './use-comparison.ts';

const cell = (change: Partial<ComparisonCell>): ComparisonCell => ({
  check_id: 1,
  column: 0,
  outcome: 'held',
  reason: null,
  answer: 'Sim.',
  cited: [],
  input_tokens: 10,
  output_tokens: 2,
  cost_brl_micro: 5,
  ms: 100,
  ...change,
});
const comparison = (id: number): Comparison => ({
  id,
  columns: [
    { version_id: 1, model: 'a', saved_at: null, is_current: true },
    { version_id: 1, model: 'b', saved_at: null, is_current: true },
  ],
  cells: [],
  started_at: '2026-11-14T12:00:00.000Z',
  finished_at: null,
  is_running: true,
});

test('a comparison that begins stands before the others, and its cells follow one by one', () => {
  const before = { comparisons: [comparison(1)], cost_per_check: {} };
  const begun = after(before, { state: 'started', comparison: comparison(2), done: false });
  const filled = after(begun, { state: 'ended', cell: cell({}), done: false });
  expect(filled.comparisons.map(({ id, cells }) => [id, cells.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  const ended = { ...comparison(2), cells: [cell({}), cell({ column: 1 })], is_running: false };
  expect(after(filled, { state: 'finished', comparison: ended, done: true }).comparisons).toEqual([
    ended,
    comparison(1),
  ]);
});

test('a column adds up what held and what it took, and its cost is unknown where that of a cell is', () => {
  const cells = [
    cell({}),
    cell({ check_id: 2, outcome: 'failed' }),
    cell({ column: 1, cost_brl_micro: null }),
  ];
  expect(sumOf(cells, 0)).toEqual({ held: 1, ended: 2, tokens: 24, ms: 200, cost: 10 });
  expect(sumOf(cells, 1)).toMatchObject({ held: 1, cost: null });
});

test('R-CHK-03 a check has turned where its outcomes differ, once it has ended in every column', () => {
  const both = (check_id: number, outcomes: ComparisonCell['outcome'][]) =>
    outcomes.map((outcome, column) => cell({ check_id, column, outcome }));
  const cells = [...both(1, ['held', 'failed']), ...both(2, ['held', 'held']), ...both(3, ['failed'])];
  expect([...turnedChecks({ ...comparison(1), cells })]).toEqual([1]);
});
