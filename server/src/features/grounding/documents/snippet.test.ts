import { expect, test } from 'vitest';
import { SNIPPET_LENGTH, snippetOf } from './snippet.ts';

const document = [
  'O Prosa é uma plataforma de conversas com agentes. Ela responde a partir de documentos da organização.',
  'A senha temporária vale por trinta minutos e só pode ser usada uma vez. Depois de entrar com ela, defina uma nova senha no perfil.',
  `Segue uma frase muito comprida, ${'que não termina nunca e '.repeat(20)}em que o reembolso de diárias aparece tarde, ${'e continua '.repeat(20)}até o fim.`,
].join('\n\n');
const span = (start: number, end: number) => ({
  start,
  end,
  content: document.slice(start, end),
  page: null,
});
const whole = [span(0, document.length)];

test.each([
  'Quanto tempo vale a senha temporária?',
  'como pedir REEMBOLSO de diarias',
  'o que é o prosa',
  'pergunta sem palavra alguma do texto',
  '',
])('a snippet is literal, short and where it says: %j', (question) => {
  const { snippet, start, end } = snippetOf(whole, question);
  expect(document.slice(start, end)).toBe(snippet);
  expect(snippet.length).toBeLessThanOrEqual(SNIPPET_LENGTH);
  expect(snippet).toBe(snippet.trim());
  expect(snippet.length).toBeGreaterThan(20);
});

test('it shows the sentence that was asked for', () => {
  expect(snippetOf(whole, 'Quanto tempo vale a senha temporária?').snippet).toMatch(
    /^A senha temporária vale/,
  );
  expect(snippetOf(whole, 'reembolso de diárias').snippet).toContain('reembolso de diárias aparece');
});

test('of several spans it is taken from the best, at its place in the document', () => {
  const second = document.indexOf('A senha');
  const spans = [span(0, second - 2), span(second, document.length)];
  const { snippet, start } = snippetOf(spans, 'senha temporária');
  expect([start, document.slice(start, start + snippet.length)]).toEqual([second, snippet]);
});

test('a word without end is cut, but never within a character', () => {
  const content = `${'a'.repeat(SNIPPET_LENGTH - 1)}🙂🙂`;
  const { snippet } = snippetOf([{ start: 0, end: content.length, content, page: null }], 'x');
  expect(snippet).toBe('a'.repeat(SNIPPET_LENGTH - 1));
});

test('the page is that of the snippet where a passage goes on over a page', () => {
  const content =
    'O edital abre em março.\fA sessão do pregão começa às nove horas.\fAs amostras vão ao depósito.';
  const spans = [{ start: 0, end: content.length, content, page: 4 }];
  expect(snippetOf(spans, 'Quando começa a sessão?')).toMatchObject({ page: 5 });
  expect(snippetOf(spans, 'onde entrego as amostras')).toMatchObject({ page: 6 });
});

test('the marks around code are in no snippet', () => {
  const content = 'Copie o arquivo:\n\n```\n# cp edital.txt /srv\n# ls /srv\n```\n\nDepois confira a cópia.';
  const spans = [{ start: 0, end: content.length, content, page: null }];
  for (const question of ['como copio o edital?', 'confira a cópia', 'ls', 'copie o arquivo', '']) {
    const { snippet, start, end } = snippetOf(spans, question);
    expect(content.slice(start, end)).toBe(snippet);
    expect(snippet, question).not.toMatch(/`{3}/);
    expect(snippet.length).toBeGreaterThan(5);
  }
  expect(snippetOf(spans, 'edital').snippet).toBe('# cp edital.txt /srv\n# ls /srv');
});

test('the stop of «Art.» ends no sentence: a snippet begins before it and does not end behind it', () => {
  const content = [
    'Art. 4º O estacionamento é gratuito para maiores de sessenta e cinco anos.',
    'Art. 5º A carteira de transporte é renovada a cada dois anos, a pedido do titular, nos postos da secretaria, nos termos do art. 9º deste decreto e com a foto e o comprovante de residência de que trata o parágrafo único do presente dispositivo, sem custo para o titular.',
  ].join('\n');
  const { snippet } = snippetOf(
    [{ start: 0, end: content.length, content, page: null }],
    'Quando renovo a carteira?',
  );
  expect(snippet).toMatch(/^Art\. 5º A carteira/);
  expect(snippet).toMatch(/do presente$/);
});
