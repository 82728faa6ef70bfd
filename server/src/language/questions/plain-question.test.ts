import { expect, test } from 'vitest';
import { plainQuestion } from './plain-question.ts';

const asked = 'quanto custa a segunda via da credencial';

test.each([
  `Gostaria de saber ${asked}.`,
  `Oi, bom dia! ${asked}?`,
  `me diz aí, ${asked}?`,
  `Você poderia me informar ${asked}?`,
  `Estou com uma dúvida: ${asked}?`,
  `então, deixa eu te perguntar, ${asked}?`,
  `De acordo com o documento, ${asked}?`,
  `Por favor, ${asked}? Fico no aguardo, agradeço a atenção.`,
  `${asked}? Obrigado desde já!`,
  `qto custa a segunda via da credencial?`,
  `qaunto custa a segunda via da credencial?`,
])('what stands around a question is no part of it: «%s»', (question) => {
  expect(plainQuestion(question).replace(/[?.]+$/, '')).toBe(asked);
});

test.each([
  'De quanto em quanto tempo esvazio o coletor de pó?',
  'O telefone no cadastro é obrigatório?',
  'Qual o prazo do relatório na base de cálculo?',
  'posso lavar o carro na garagem?',
  'a quem eu peço revisão de nota?',
  'O que é o plano Pro?',
  'O que o manual diz sobre férias?',
  'e o que o guia diz?',
  'bom dia',
  '',
])('what is asked stays as it was typed: «%s»', (question) => {
  expect(plainQuestion(question)).toBe(question);
});

test('that a text says it is no part of what is asked', () => {
  expect(plainQuestion('Quais alíquotas que o manual cita para a Alemanha?')).toBe(
    'Quais alíquotas para a Alemanha?',
  );
});

test('a name is still a name, and a shortened word is written out', () => {
  expect(plainQuestion('Oi! O Vale Verde abre p/ visita?')).toBe('O Vale Verde abre para visita?');
});

test('a pasted page is read as it is', () => {
  const page = 'bom dia, gostaria de saber do prazo. '.repeat(200);
  expect(plainQuestion(page)).toBe(page);
});
