/** The measurement of questions to documents judges by what a text holds. */
import { expect, test } from 'vitest';
import { holds } from '../bench/documents/questions.ts';

test('words are held whatever case, accents and marks they have', () => {
  expect(holds('O \\| Prazo é de\ntrinta dias.', 'prazo é de trinta DIAS')).toBe(true);
  expect(holds('O prazo é de trinta dias.', 'vinte dias')).toBe(false);
});

test('cells that stand beside each other in a table are held by its row, which has the names of columns between them', () => {
  const rows =
    '- Prato: Sopa de milho; Porção: média; Preço: 12,00\n- Prato: Caldo; Porção: grande; Preço: 15,00';
  expect(holds(rows, 'Sopa de milho média 12,00')).toBe(true);
  expect(holds(rows, 'Preço: 15,00')).toBe(true);
  expect(holds(rows, 'Sopa de milho grande')).toBe(false);
  expect(holds('Aviso: a sopa acabou; volte: amanhã.', 'a sopa acabou volte')).toBe(false);
});
