/** Things that a question asks about and that no passage has. */
import { expect, test } from 'vitest';
import { missingThing } from './missing-thing.ts';

const word = (form: string, document_frequency: number) => ({
  lexeme: form,
  forms: [form],
  document_frequency,
});

test.each([
  [0, '2021'],
  [3, null],
])('R-DOC-26 a year that %i passages of the bases have', (document_frequency, missing) => {
  const asked = [word('receita', 9), word('esgoto', 9), word('2021', document_frequency)];
  const found = [
    { title: 'relatorio.pdf', section: '', content: 'A receita de esgoto foi de R$ 19 milhões.' },
  ];
  const question = 'Qual foi a receita de esgoto em 2021?';
  expect(
    missingThing({ question, terms: { asked, passages: 100 }, found, known_names: [], isDated: false }),
  ).toBe(missing);
});

test('R-DOC-57 passages of the day that a question names need not have its year', () => {
  const asked = [word('prazo', 9), word('recurso', 9), word('2019', 0)];
  const found = [{ title: 'lei.pdf', section: '', content: 'O prazo do recurso é de dez dias.' }];
  const search = { question: 'Qual era o prazo do recurso em 2019?', terms: { asked, passages: 100 }, found };
  expect(missingThing({ ...search, known_names: [], isDated: true })).toBeNull();
  expect(missingThing({ ...search, known_names: [], isDated: false })).toBe('2019');
});

test.each([
  ['Qual é a marca dos elevadores?', 'Os elevadores têm contrato de manutenção.', 'marca'],
  ['Qual é a marca dos elevadores?', 'Os elevadores são da marca Alta.', null],
  ['Que marca de impressora é comprada?', 'A impressora é comprada por pregão.', 'marca'],
])('R-DOC-26 a brand is required: %s', (question, content, missing) => {
  const asked = (question.toLowerCase().match(/[\p{L}]{5,}/gu) ?? []).map((form) => word(form, 60));
  const found = [{ title: 'contrato.pdf', section: '', content }];
  expect(
    missingThing({ question, terms: { asked, passages: 100 }, found, known_names: [], isDated: false }),
  ).toBe(missing);
});

const missingIn = (question: string, content: string) => {
  const known = content.toLowerCase();
  const asked = (question.match(/[\p{L}]{5,}/gu) ?? []).map((form) =>
    word(form.toLowerCase(), known.includes(form.toLowerCase()) ? 5 : 0),
  );
  const found = [{ title: 'regras.pdf', section: '', content }];
  return missingThing({
    question,
    terms: { asked, passages: 100 },
    found,
    known_names: [],
    isDated: false,
  });
};

test('R-DOC-26 a name of the story that somebody tells need not stand in a document, one that is asked about must', () => {
  const rule = 'O sócio que se ausenta por um ano pode suspender a mensalidade do clube.';
  expect(missingIn('Vou morar em Lisboa. Posso suspender a mensalidade do clube?', rule)).toBeNull();
  expect(missingIn('Posso suspender a mensalidade do clube em Lisboa?', rule)).toBe('Lisboa');
});

test.each([
  ['Quem viaja para Lisboa, capital de outro país, recebe quanto de ajuda?', null],
  ['Quem viaja para Lisboa recebe quanto de ajuda?', 'Lisboa'],
  ['Quem viaja para Lisboa, com quanto de ajuda conta, e quando?', 'Lisboa'],
])(
  'R-DOC-26 of a name that the question explains the document need only know what it is: «%s»',
  (question, missing) => {
    const rule = 'Quem viaja para a capital de outro país recebe ajuda de noventa euros.';
    expect(missingIn(question, rule)).toBe(missing);
  },
);

test('R-DOC-26 who does something is a thing, how something is need not be said', () => {
  const rule = 'O clube abre às oito. A chave fica na portaria.';
  expect(missingIn('Quem é o jardineiro, o zelador do clube?', rule)).toBe('jardineiro');
  expect(missingIn('A chave perdida fica na portaria do clube?', rule)).toBeNull();
});
