import { expect, test } from 'vitest';
import { folded, marksByBlock, PLACES_MAX, placesOf } from './find-in-text.ts';
import { blocksOf } from './text-blocks.ts';

const found = (text: string, term: string) =>
  placesOf(folded(text), term).map(({ start, end }) => text.slice(start, end));

test('words are found whatever their case and accents, where they stand', () => {
  const text = 'İstanbul. A NOTIFICAÇÃO e a notificacao; São João.';
  expect(found(text, 'notificação')).toEqual(['NOTIFICAÇÃO', 'notificacao']);
  expect(found(text, ' joao ')).toEqual(['João']);
  expect(found(text, 'multa')).toEqual([]);
});

test('a single letter is not looked for, and a frequent word has an end', () => {
  expect(found('aaaa', 'a')).toEqual([]);
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa']);
  expect(found('prazo '.repeat(5_000), 'prazo')).toHaveLength(PLACES_MAX);
});

test('every letter keeps its place', () => {
  for (const text of ['ÀÉÎõü ß Ǆ ﬁ', 'a\u0301e', '😀İ😀', 'Ελλάς'])
    expect(folded(text)).toHaveLength(text.length);
});

test('what is found is marked in its block; what stands in no block is left out', () => {
  const content_text = 'prazo um\n\nprazo dois, prazo três';
  const passage = (id: number, start: number, end: number) => ({ id, start, end, section: '', page: null });
  const blocks = blocksOf({ content_text, passages: [passage(1, 0, 8), passage(2, 10, 31)] });
  const marks = marksByBlock(blocks, [...placesOf(content_text, 'prazo'), { start: 99, end: 100 }]);
  expect([...marks]).toEqual([
    [0, [{ start: 0, end: 5 }]],
    [
      1,
      [
        { start: 0, end: 5 },
        { start: 12, end: 17 },
      ],
    ],
  ]);
  expect(marksByBlock(blocks, [{ start: 8, end: 9 }]).size).toBe(0);
});
