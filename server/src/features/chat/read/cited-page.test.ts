import { expect, test } from 'vitest';
import type { RecognisedWord } from '../../../text/recognised-words.ts';
import { boxesOf } from './cited-page.ts';

/** Lines of words, each 10 wide and 8 high. */
const words = (...lines: string[]): RecognisedWord[] =>
  lines.flatMap((line, number) =>
    line.split(' ').map((text, at): RecognisedWord => [text, 12 * at, 20 * number, 10, 8, 90, number]),
  );

test('R-DOC-37 the words of a citation are boxed line by line, also over a parted word', () => {
  const page = words('O prazo do recurso é de', 'trinta dias, conta-', 'dos da publicação. Depois');
  expect(boxesOf(page, 'trinta dias, contados da publicação.')).toEqual([
    { x: 0, y: 20, w: 34, h: 8 },
    { x: 0, y: 40, w: 34, h: 8 },
  ]);
});

test('R-DOC-37 the run that says the most is boxed, and nothing where the page says something else', () => {
  const page = words('A multa é de dez reais', 'A multa é de cem reais por dia');
  expect(boxesOf(page, 'A multa é de cem reais por dia')).toEqual([{ x: 0, y: 20, w: 94, h: 8 }]);
  expect(boxesOf(page, 'O estacionamento fecha às vinte horas em ponto')).toEqual([]);
  expect(boxesOf(page, '…')).toEqual([]);
});
