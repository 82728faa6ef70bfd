import { expect, test } from 'vitest';
import { withoutPurpose } from './asking-part.ts';

test.each([
  ['como eu coloco os documentos aqui pra ele ler?', 'como eu coloco os documentos aqui?'],
  ['Onde ficam os recibos, para eu imprimir?', 'Onde ficam os recibos?'],
  ['qual o prazo da matrícula para os colegas verem', 'qual o prazo da matrícula'],
])('the purpose that a question ends with is not searched: «%s»', (question, searched) => {
  expect(withoutPurpose(question)).toBe(searched);
});

test.each([
  'o que preciso para viajar?',
  'É para ele assinar?',
  'Quanto tempo tenho para recorrer da multa?',
  'para eu entrar preciso de crachá?',
  'qual a idade mínima para eu dirigir?',
  'quantos dias antes preciso avisar para eu faltar?',
])('what is asked for is searched whole: «%s»', (question) => {
  expect(withoutPurpose(question)).toBe(question);
});

test('a long hostile question is left as it is at once', () => {
  const question = `onde fica ${'para ele '.repeat(5_000)}`;
  expect(withoutPurpose(question)).toBe(question);
});
