import { expect, test } from 'vitest';
import { isMistyped } from './edit-distance.ts';

test.each([
  ['recisao', 'rescisao'],
  ['resciisao', 'rescisao'],
  ['ferais', 'ferias'],
  ['licitassao', 'licitacao'],
  ['snha1', 'senha1'],
])('«%s» is «%s» mistyped', (typed, meant) => {
  expect(isMistyped(typed, meant)).toBe(true);
});

test.each([
  ['casa', 'cama'],
  ['prazo', 'preco'],
  ['contrato', 'contador'],
  ['a', 'b'],
])('«%s» is another word than «%s»', (typed, meant) => {
  expect(isMistyped(typed, meant)).toBe(false);
});
