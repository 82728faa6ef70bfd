import { expect, test } from 'vitest';
import { wholeQuestion } from './whole-question.ts';

test.each([
  'Resuma o documento',
  'resume pra mim esse pdf em 5 linhas, por favor',
  'Você pode fazer um resumo geral do arquivo?',
  'Do que trata?',
  'De que se trata este documento?',
  'Quais são os tópicos?',
  'Quais os principais temas da base?',
  'O que há neste documento?',
  'Sobre o que você sabe responder?',
])('a question about the whole names no subject of its own: %j', (question) => {
  expect(wholeQuestion(question)).toBe('whole');
});

test.each([
  'Resuma as regras de férias',
  'Resuma o capítulo 17',
  'Do que trata o contrato da padaria?',
  'Quais são os tópicos da prova de motorista?',
])('a question may be about the whole of a subject: %j', (question) => {
  expect(wholeQuestion(question)).toBe('both');
});

test.each([
  'Posso trocar um pão que comprei ontem?',
  'Qual é o prazo para entregar o documento?',
  'Do que é feito o bolo?',
  'Quem assina os documentos?',
  'Onde fica a base da Marinha?',
  '?!',
])('any other question is searched for: %j', (question) => {
  expect(wholeQuestion(question)).toBeNull();
});
