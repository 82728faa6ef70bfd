import { expect, test } from 'vitest';
import { SaidLiterals } from './grounded.ts';
import { readPlan } from './read-plan.ts';

test.each([
  ['valor', 'money', ['500', '100'], ['100', '500']],
  ['valor', 'money', ['100', '500'], ['100', '500']],
  ['dia', 'date', ['2025-03-10', '2025-03-01'], ['2025-03-01', '2025-03-10']],
] as const)('R-TBL-01 a model may name the ends of a range of %s in any order', (column, _, values, ends) => {
  const cells = [
    { name: 'valor', type: 'numeric', kind: 'money' as const, reads: null },
    { name: 'dia', type: 'date', kind: 'date' as const, reads: null },
  ];
  const said = new SaidLiterals('Entre 500 e 100, entre 10/03/2025 e 01/03/2025?', [], '2026-11-14');
  const value = { conditions: [{ column, op: 'between', values: [...values] }] };
  const { conditions, left_out } = readPlan(value, { cells, parameters: [], said });
  expect(left_out).toEqual([]);
  expect(conditions).toEqual([{ column, op: 'between', values: ends }]);
});
