import { expect, test } from 'vitest';
import { searchedAs } from './follow-up.ts';

const history = [{ question: 'Olá' }, { question: 'Como peço reembolso de diárias?' }];

test.each(['E quanto tempo demora?', 'E isso?', 'Quem aprova isso?', 'Por quê?', 'Mas e nos feriados?'])(
  'a question that leans on the one before is looked up with it: %j',
  (question) => {
    expect(searchedAs(question, history)).toBe(`Como peço reembolso de diárias?\n${question}`);
  },
);

test.each([
  'Como troco minha senha?',
  'Qual é a capital da Mongólia?',
  'Quais documentos preciso enviar para renovar essa assinatura anual do plano Plus?',
])('a question that stands for itself is looked up alone: %j', (question) => {
  expect(searchedAs(question, history)).toBe(question);
});

test('the first question of a conversation has nothing to lean on', () => {
  expect(searchedAs('E isso?', [])).toBe('E isso?');
});

test('a page that was pasted before is looked up by its beginning', () => {
  const searched = searchedAs('E isso?', [
    { question: `Reembolso de diárias. ${'palavra '.repeat(50_000)}` },
  ]);
  expect(searched).toMatch(/^Reembolso de diárias\. palavra/);
  expect(searched.length).toBeLessThan(2_100);
});
