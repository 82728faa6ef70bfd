import { expect, test } from 'vitest';
import { headingCandidates } from './candidates.ts';

const asked = (heading: string, content: string): string[] =>
  headingCandidates([{ document: 'normas.docx', heading, content }]).map(({ text }) => text);

test('R-FST-08 The name of an organisation above nothing but the title of its document is no question', () => {
  expect(
    asked('OFICINA RODA VIVA', 'OFICINA RODA VIVA\nNORMAS DE ATENDIMENTO E PREÇOS\nVersão de março de 2026'),
  ).toEqual([]);
});

test.each([
  ['Encomendas de peças', 'As peças chegam em dez dias. O sinal é de metade do preço.'],
  ['Encomendas de peças', '- sinal de metade do preço\n- entrega em dez dias'],
])('R-FST-08 A heading above sentences or a list is asked about: «%s»', (heading, content) => {
  expect(asked(heading, content)).toContain('O que preciso saber sobre encomendas de peças?');
});
