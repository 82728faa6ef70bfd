import { expect, test } from 'vitest';
import { guessKind } from './column-kinds.ts';

const COUNTS = {
  ...{ rows: 1_000, filled: 1_000, distinct: 40, letters: 3, numbers: 0, codes: 0, amounts: 0, days: 0 },
  ...{ quantities: 0, unit: null, durations: 0, times: 0 },
};
const kindOf = (name: string, counts: Partial<typeof COUNTS> = {}) =>
  guessKind({ name, type: 'integer' }, { ...COUNTS, ...counts }, { is_mapped: false, is_main: false }).kind;

test('R-TBL-19 codes of what many rows belong to are listed where they are few, and asked for as numbers where they are many', () => {
  expect(kindOf('cod_cliente')).toBe('category');
  expect(kindOf('id_posto', { distinct: 600 })).toBe('number');
  expect(kindOf('codigo_nota', { distinct: 1_000 })).toBe('identifier');
});

test('R-TBL-19 other whole numbers stay numbers', () => {
  expect(kindOf('codornas')).toBe('number');
  expect(kindOf('idade')).toBe('number');
  expect(kindOf('quantidade')).toBe('number');
});
