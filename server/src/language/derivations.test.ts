import { expect, test } from 'vitest';
import { derivedForms, infinitivesOf, otherNotation, withoutDiminutive } from './derivations.ts';

test.each([
  ['reguei', ['regar']],
  ['estacionei', ['estacionar']],
  ['varri', ['varrer', 'varrir']],
  ['troquei', ['trocar']],
  ['plantaram', ['plantar']],
  ['abacate', []],
  ['rei', []],
])('what somebody says to have done, «%s», is %j', (told, infinitives) => {
  expect(infinitivesOf(told)).toEqual(infinitives);
});

test.each([
  ['navegar', 'navegacao'],
  ['naveguei', 'navegacao'],
  ['navegacoes', 'navegar'],
  ['medicao', 'medir'],
  ['nascer', 'nascimento'],
])('«%s» is looked for as «%s», too', (word, form) => {
  expect(derivedForms(word)).toContain(form);
});

test('a noun that is no form of a verb has no others', () => {
  expect(derivedForms('janela')).toEqual([]);
});

test('small numbers are looked for in figures and in words', () => {
  expect(otherNotation('12')).toEqual(['doze']);
  expect(otherNotation('doze')).toEqual(['12']);
  expect(otherNotation('1987')).toEqual([]);
});

test.each([
  ['caixinha', ['caixa']],
  ['livrinhos', ['livros']],
  ['cartaozinho', ['cartao', 'cartaoo']],
  ['caixa', []],
])('R-DOC-19 what people call small: %s', (word, forms) => {
  expect(withoutDiminutive(word)).toEqual(forms);
});
