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

test('an accent that stands after its letter is read like one within it, and is marked with it', () => {
  const text = 'São João, não; e o sao de São Tomé. Notificação: Ελλάς, ёлка, Việt';
  const apart = text.normalize('NFD');
  expect(apart.length).toBeGreaterThan(text.length);
  const terms = ['são', 'SAO', 'joão,', 'nã', 'tome', 'ação', 'o j', 'ελλας', 'елка', 'viet', 'x́y'];
  for (const term of terms)
    for (const typed of [term, term.normalize('NFD')]) {
      const within = found(text, typed);
      expect(found(apart, typed), typed).toEqual(within.map((place) => place.normalize('NFD')));
    }
  expect(found(apart, 'são')).toEqual(['São', 'sao', 'São'].map((place) => place.normalize('NFD')));
  expect(found('x\u0301\u0323y e xy', 'xy')).toEqual(['x\u0301\u0323y', 'xy']);
});

test('accents without a letter before them are passed over', () => {
  expect(placesOf(folded('\u0301\u0301um\u0301 um'), 'um')).toEqual([
    { start: 2, end: 5 },
    { start: 6, end: 8 },
  ]);
});

test('a text of millions of letters is folded and searched in a moment', () => {
  const text = 'A notificação de São João não tem prazo. '.normalize('NFD').repeat(100_000);
  const started = performance.now();
  const searched = folded(text);
  expect(placesOf(searched, 'joão não')).toHaveLength(PLACES_MAX);
  expect(placesOf(searched, 'multa')).toEqual([]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('every letter keeps its place', () => {
  for (const text of ['ÀÉÎõü ß Ǆ ﬁ', 'a\u0301e', '😀İ😀', 'Ελλάς']) {
    const { letters, accents } = folded(text);
    expect(letters.length + accents.length).toBe(text.length);
  }
});

test('what is found is marked in its block; what stands in no block is left out', () => {
  const content_text = 'prazo um\n\nprazo dois, prazo três';
  const passage = (id: number, start: number, end: number) => ({ id, start, end, section: '', page: null });
  const blocks = blocksOf({ content_text, passages: [passage(1, 0, 8), passage(2, 10, 31)] });
  const marks = marksByBlock(blocks, [...placesOf(folded(content_text), 'prazo'), { start: 99, end: 100 }]);
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
