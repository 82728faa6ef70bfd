import { expect, test } from 'vitest';
import { excerptOf, type Piece, piecesOf } from './excerpt.ts';

const written = (pieces: Piece[]) => pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');
const span = (text: string, word: string) => {
  const start = text.indexOf(word);
  return { start, end: start + word.length };
};

test('marked words become pieces of their own, whatever the order of the spans', () => {
  const text = 'o prazo de defesa prévia';
  const spans = [span(text, 'defesa'), span(text, 'prazo')];
  expect(written(piecesOf(text, spans))).toBe('o [prazo] de [defesa] prévia');
});

test('spans that overlap, touch or reach beyond the text lose nothing and double nothing', () => {
  const odd = [
    { start: 0, end: 3 },
    { start: 2, end: 5 },
    { start: 5, end: 6 },
    { start: 8, end: 99 },
    { start: 40, end: 50 },
    { start: 4, end: 4 },
  ];
  expect(written(piecesOf('abcdefghij', odd))).toBe('[abcde][f]gh[ij]');
  expect(piecesOf('', odd)).toEqual([]);
});

test('a long passage is cut around its first match, between words', () => {
  const text = `${'antes '.repeat(100)}o prazo conta ${'depois '.repeat(100)}`;
  const pieces = excerptOf(text, [span(text, 'prazo')], 300);
  const shown = written(pieces);
  expect(shown).toMatch(/^… antes .*\[prazo\] conta depois .* …$/);
  expect(shown.length).toBeLessThan(320);
  expect(shown).not.toMatch(/depoi …|… ntes/);
});

test('without a match a passage begins where it begins, and a short one is whole', () => {
  expect(written(excerptOf('curto', [], 300))).toBe('curto');
  expect(written(excerptOf('palavra '.repeat(100), [], 50))).toMatch(/^palavra .* …$/);
});

test('a match at the very end and a text without a space do no harm', () => {
  const text = `${'a'.repeat(500)}fim`;
  expect(written(excerptOf(text, [span(text, 'fim')], 100))).toContain('[fim]');
});

test('the lines around code are left out, with what is marked in them', () => {
  const text = 'Copie:\n\n```bash\ncp edital /srv\n```\n\nFim.';
  const spans = [span(text, 'bash'), span(text, 'edital'), span(text, 'Fim')];
  expect(written(piecesOf(text, spans))).toBe('Copie:\n\ncp [edital] /srv\n\n[Fim].');
  expect(
    piecesOf(text, spans).map(({ text: piece, start }) => text.slice(start, start + piece.length)),
  ).toEqual(piecesOf(text, spans).map(({ text: piece }) => piece));
  expect(written(piecesOf('```\n', []))).toBe('');
});
