import { expect, test } from 'vitest';
import { diffText, type Piece } from './text-diff.ts';

const marks = { same: '', removed: '-', added: '+' } as const;
const drawn = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `{${marks[kind]}${text}}`))
    .join('');
const side = (pieces: Piece[], left: Piece['kind']) =>
  pieces
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('');

test('a changed word is the only thing marked', () => {
  expect(drawn('Responda em até dez linhas.', 'Responda em até cinco linhas.')).toBe(
    'Responda em até {-dez}{+cinco} linhas.',
  );
});

test('lines that came and went are marked whole, accents are words', () => {
  expect(drawn('um\ndois\ntrês\n', 'um\ntrês\nquatro\n')).toBe('um\n{-dois\n}três\n{+quatro\n}');
  expect(drawn('opinião', 'opiniões')).toBe('{-opinião}{+opiniões}');
});

test('nothing to say about equal texts, everything about a new one', () => {
  expect(diffText('igual', 'igual')).toEqual([{ kind: 'same', text: 'igual' }]);
  expect(diffText('', '')).toEqual([]);
  expect(diffText('', 'novo texto')).toEqual([{ kind: 'added', text: 'novo texto' }]);
  expect(diffText('velho', '')).toEqual([{ kind: 'removed', text: 'velho' }]);
});

test('both texts can be read back from the pieces, whatever they are', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const words = ['a', 'b', 'ção', ' ', '\n', '.', 'lei'];
  const text = () => Array.from({ length: next(40) }, () => words[next(words.length)]).join('');
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [text(), text()];
    const pieces = diffText(before, after);
    expect(side(pieces, 'removed')).toBe(before);
    expect(side(pieces, 'added')).toBe(after);
  }
});

test('two long texts without a word in common are compared in time', () => {
  const before = Array.from({ length: 4_000 }, (_, index) => `a${index}`).join(' ');
  const after = Array.from({ length: 4_000 }, (_, index) => `b${index}`).join(' ');
  const pieces = diffText(before, after);
  expect(side(pieces, 'removed')).toBe(before);
  expect(side(pieces, 'added')).toBe(after);
});
