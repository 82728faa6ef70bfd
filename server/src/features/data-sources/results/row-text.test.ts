import { describe, expect, test } from 'vitest';
import { cellsOf, recordColumns, rowTitle } from './row-text.ts';

const cell = (type: string, value: unknown) =>
  cellsOf({ it: value }, recordColumns([{ name: 'it', type }])).it;

describe('a cell is written as in Brazil, by the type of its column', () => {
  test.each([
    ['numeric', '9845', '9845'],
    ['numeric', '11812.5', '11.812,5'],
    ['numeric(14,2)', '-1234567.80', '-1.234.567,80'],
    ['numeric', '12.345', '12,345'],
    ['double precision', 7.25, '7,25'],
    ['integer', 12345, '12345'],
    ['bigint', '20250000000000001', '20250000000000001'],
    ['numeric', '123456789012345678901.25', '123.456.789.012.345.678.901,25'],
    ['double precision', 1e-9, '1e-9'],
    ['numeric', 'NaN', 'NaN'],
    ['money', '$1,234.50', '$1.234,50'],
    ['money', 'R$ 1.234,50', 'R$ 1.234,50'],
    ['date', '2025-04-01', '01/04/2025'],
    ['timestamp without time zone', '2025-04-01T00:00:00', '01/04/2025'],
    ['timestamp without time zone', '2025-04-01T14:05:00', '01/04/2025 14:05'],
    ['timestamp with time zone', '2025-04-01T00:00:07Z', '01/04/2025 00:00:07 UTC'],
    ['text', '12.345', '12.345'],
    ['text', ' PE\n012 ', 'PE 012'],
    ['jsonb', { a: [1.5] }, '{"a":[1.5]}'],
    ['boolean', false, 'false'],
  ])('%s %s is %s', (type, value, words) => {
    expect(cell(type, value)).toBe(words);
  });

  test('in the order of the query, empty ones not at all', () => {
    const columns = recordColumns([
      { name: 'nome', type: 'text' },
      { name: 'vazio', type: 'text' },
      { name: 'valor', type: 'numeric' },
    ]);
    expect(Object.entries(cellsOf({ valor: '1.5', vazio: null, nome: 'Ana' }, columns))).toEqual([
      ['nome', 'Ana'],
      ['valor', '1,5'],
    ]);
  });

  test('a title is said as its cell is, so that it is not said twice', () => {
    const columns = recordColumns([{ name: 'data', type: 'date' }]);
    expect(rowTitle({ data: '2025-04-01' }, columns)).toBe('01/04/2025');
    expect(rowTitle({}, columns)).toBe('');
  });
});
