import { expect, test } from 'vitest';
import { blockAt, blocksOf } from './text-blocks.ts';

const passage = (id: number, start: number, end: number) => ({ id, start, end, section: '', page: null });
const written = (content_text: string, passages: ReturnType<typeof passage>[]) =>
  blocksOf({ content_text, passages }).map(({ text, number }) => (number ? `${number}:${text}` : text));

test('passages and what stands between them make up the text; blank gaps are left out', () => {
  expect(written('um\n\ndois\n---\ntrês', [passage(1, 0, 2), passage(2, 4, 8), passage(3, 13, 17)])).toEqual([
    '1:um',
    '2:dois',
    '\n---\n',
    '3:três',
  ]);
  expect(written('sem trechos', [])).toEqual(['sem trechos']);
  expect(written(' \n', [])).toEqual([]);
});

test('passages in any order, overlapping or beyond the end lose nothing and double nothing', () => {
  const text = 'abcdefghij';
  const blocks = blocksOf({
    content_text: text,
    passages: [passage(2, 5, 99), passage(1, 0, 6), passage(3, 50, 60), passage(4, 2, 3)],
  });
  expect(blocks.map(({ text: part }) => part).join('')).toBe(text);
});

test('what is very long is cut after lines, no letter in two, and counted once', () => {
  const lines = 'linha de texto\n'.repeat(2_000);
  const long = blocksOf({ content_text: lines, passages: [passage(1, 0, lines.length)] });
  expect(long.length).toBeGreaterThan(3);
  expect(long.every(({ text }) => text.endsWith('\n') && text.length <= 8_001)).toBe(true);
  expect(long.map(({ number }) => number).filter(Boolean)).toEqual([1]);
  const faces = `a${'😀'.repeat(10_000)}`;
  const pieces = blocksOf({ content_text: faces, passages: [] });
  expect(pieces.map(({ text }) => text).join('')).toBe(faces);
  expect(pieces.every(({ text }) => text.isWellFormed())).toBe(true);
});

test('a place is found in its block', () => {
  const blocks = blocksOf({ content_text: 'um\n\ndois', passages: [passage(1, 0, 2), passage(2, 4, 8)] });
  expect(blockAt(blocks, 5)).toBe(1);
  expect(blockAt(blocks, 3)).toBe(-1);
  expect(blockAt(blocks, 0)).toBe(0);
});
