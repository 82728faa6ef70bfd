import { expect, test } from 'vitest';
import { localAnswer } from '../../../adapters/models/local-reader/local-reader.ts';
import type { Finding } from '../source-kind.ts';
import { withQuotedSnippets } from './quoted-snippets.ts';
import { snippetOf } from './snippet.ts';

const notice = [
  'O edital trata da multa por atraso e do seu valor no capítulo nove.\f',
  'Multa por atraso',
  '- O valor é de dois por cento ao dia.\n- O limite é de dez por cento.',
].join('\n\n');
const question = 'Qual é, na multa por atraso, o valor?';

/** A passage that was found on page 4, `start` characters into its document. */
function found(contents: string[], start = 100): Finding {
  let at = start;
  const spans = contents.map((content) => {
    const span = { start: at, end: at + content.length, content, page: 4 };
    at = span.end + 7;
    return span;
  });
  const { page, ...snippet } = snippetOf(spans, question);
  return {
    passage: { title: 'edital.pdf', section: '', text: contents.join('\n\n'), score: 1 },
    source: { kind: 'file', title: 'edital.pdf', ...snippet, page: page ?? 0 },
    spans,
    score: 1,
  };
}

const shown = (findings: Finding[]) => withQuotedSnippets(findings, { question, history: [] });

test('in local mode a source shows words that the answer quotes, with the page they stand on', () => {
  const finding = found([notice]);
  expect(finding.source.page).toBe(5);
  const [after] = shown([finding]);
  const { snippet = '', start = 0, end, page } = after?.source ?? {};
  const { text, ...passage } = finding.passage;
  const answer = localAnswer({
    instructions: '',
    question,
    history: [],
    passages: [{ index: 1, text, ...passage }],
  });
  expect(answer).toContain(snippet);
  expect([page, snippet.length > 20]).toEqual([4, true]);
  expect(notice.slice(start - 100, (end ?? 0) - 100)).toBe(snippet);
});

test('the place of quoted words is that of the document where a passage joins parts of it', () => {
  const preface = 'A prefeitura publica este aviso para os fornecedores da cidade.';
  const [after] = shown([found([preface, notice])]);
  const offset = 100 + preface.length + 7;
  const { snippet = '', start = 0, end = 0, page } = after?.source ?? {};
  expect(notice.slice(start - offset, end - offset)).toBe(snippet);
  expect([page, snippet]).toEqual([4, expect.stringMatching(/^O edital trata da multa/)]);
});

test('a source that is not quoted, and one that names its validity, keep their snippets', () => {
  const other = found(['O refeitório abre ao meio-dia e fecha às duas horas da tarde.']);
  const dated = found([notice]);
  dated.source.validity = 'in_force';
  expect(shown([dated, other])).toEqual([dated, other]);
});
