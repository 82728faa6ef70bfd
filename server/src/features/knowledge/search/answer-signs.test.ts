/** Signs other than its words that a passage may answer a question. */
import { expect, test } from 'vitest';
import { factorsOf, titleScores } from './answer-signs.ts';

const told = (content: string, title = 'regras.pdf') => ({ title, content });

test('R-DOC-26 a passage with the price that is asked for stands above one without', () => {
  const [without = 0, having = 0] = factorsOf('quanto custa a chave?', [
    told('A chave abre o armário.'),
    told('A chave custa R$ 30,00.'),
  ]);
  expect(having).toBeGreaterThan(without);
  expect(factorsOf('onde fica a chave?', [told('A chave custa R$ 30,00.')])).toEqual([1]);
});

test('R-DOC-26 a list of questions stands below what answers them', () => {
  const asking =
    'Como troco a minha senha?\nComo apago a minha conta?\nOnde vejo as minhas faturas?\nÍndice das perguntas';
  const [list = 1, answer = 0] = factorsOf('como troco a senha', [
    told(asking),
    told('Para trocar a senha, abra as configurações. Não conseguiu? Fale conosco.'),
  ]);
  expect(list).toBeLessThan(answer);
});

test('R-DOC-26 a passage gains from the name of its file as far as few files have the word', () => {
  const scores = titleScores('como salvo no aquarela?', [
    told('', 'manual-aquarela.pdf'),
    told('', 'manual-fotos.pdf'),
    told('', 'atas.pdf'),
  ]);
  expect(scores[0]).toBeGreaterThan(0);
  expect(scores.slice(1)).toEqual([0, 0]);
});
