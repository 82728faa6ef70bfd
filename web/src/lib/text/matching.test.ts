import { expect, test } from 'vitest';
import { matching } from './matching.ts';

const rows = [
  { name: 'Legislação de Trânsito', description: null },
  { name: 'RH', description: 'Férias e rescisão' },
];
const found = (term: string) => matching(rows, term).map(({ name }) => name);

test('bases are found by name and description, whatever the accents', () => {
  expect(found('TRANSITO')).toEqual(['Legislação de Trânsito']);
  expect(found('rescisao')).toEqual(['RH']);
  expect(found('  ')).toHaveLength(2);
  expect(found('contrato')).toEqual([]);
});
