import { expect, test } from 'vitest';
import { otherSpellings } from './spellings.ts';

test.each([
  ['directorio', 'diretorio'],
  ['projectos', 'projetos'],
  ['accao', 'acao'],
  ['interaccao', 'interacao'],
  ['electronico', 'eletronico'],
  ['facturas', 'faturas'],
  ['indemnizacao', 'indenizacao'],
  ['sector', 'setor'],
  ['reactivar', 'reativar'],
  ['optimo', 'otimo'],
])('«%s» and «%s» are one word', (older, newer) => {
  expect(otherSpellings(older)).toContain(newer);
  expect(otherSpellings(newer)).toContain(older);
});

test.each(['pacto', 'pato', 'rapto', 'rato', 'opcao', 'comando', 'lei', 'prazo', 'contrato'])(
  '«%s» has one spelling',
  (word) => expect(otherSpellings(word)).toEqual([]),
);

test('the longer of two roots that begin alike is replaced', () => {
  expect(otherSpellings('transaccao')).toEqual(['transacao']);
});
