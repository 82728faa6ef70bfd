import { describe, expect, test } from 'vitest';
import { definitionsOf, growBlocks, noBlocks, openFence } from './split-blocks.ts';

const texts = (text: string) => growBlocks(noBlocks, text).blocks.map((block) => block.text);

const answer = [
  '# Prazos\n\nSão duas etapas:\n\n',
  '1. Defesa prévia\n\n   com uma nota\n\n2. Recurso\n\n',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n',
  '| A | B |\n|---|---|\n| 1 | 2 |\n\n',
  '> citado\n\nFim.',
].join('');

describe('an answer is cut only where its pieces stand alone', () => {
  test('nothing is lost: the pieces together are the text', () => {
    expect(texts(answer).join('')).toBe(answer);
  });

  test('paragraphs are cut at blank lines', () => {
    expect(texts('um\n\ndois\n\n\ntrês')).toEqual(['um\n\n', 'dois\n\n\n', 'três']);
  });

  test('a list keeps its items, their paragraphs and the items after blank lines', () => {
    expect(texts('- a\n\n- b\n\n  mais b\n\nfora')).toEqual(['- a\n\n- b\n\n  mais b\n\n', 'fora']);
    expect(texts('Para isso:\n- a\n\n- b\n')).toHaveLength(1);
  });

  test('a fence keeps its blank lines, also inside a list, also with longer marks', () => {
    expect(texts('```\na\n\nb\n```\n\nfim')).toHaveLength(2);
    expect(texts('````\n```\n\n```\n````\n\nfim')).toHaveLength(2);
    expect(texts('~~~\na\n\n```\n\n~~~\n\nfim')).toHaveLength(2);
    expect(texts('- item\n\n  ```\n  a\n\n  b\n  ```\n\nfim')).toHaveLength(2);
  });

  test('a text with footnotes stays whole, because they refer across it', () => {
    expect(texts('a[^1]\n\nb\n\n[^1]: nota')).toHaveLength(1);
  });
});

test('grown letter by letter the blocks equal those of the whole, and finished ones are the same objects', () => {
  let grown = noBlocks;
  for (let end = 1; end <= answer.length; end++) {
    const before = grown;
    grown = growBlocks(grown, answer.slice(0, end));
    for (const [index, block] of before.blocks.slice(0, -1).entries())
      expect(grown.blocks[index]).toBe(block);
    expect(grown).toEqual(growBlocks(noBlocks, answer.slice(0, end)));
  }
});

test('a text that was replaced is cut anew', () => {
  const grown = growBlocks(growBlocks(noBlocks, 'um\n\ndois'), 'outro\n\ntexto');
  expect(grown.blocks.map((block) => block.text)).toEqual(['outro\n\n', 'texto']);
});

test('link definitions are found for the blocks that use them', () => {
  expect(definitionsOf('veja [a][x]\n\n[x]: https://a.br "A"\n')).toBe('[x]: https://a.br "A"');
  expect(definitionsOf('veja [a b]\n\n[a\nb]:\n  https://a.br\n  "A"\nfim')).toBe(
    '[a\nb]:\n  https://a.br\n  "A"',
  );
  expect(definitionsOf('nota[^1]\n\n[^1]: n')).toBe('');
});

test('an open fence is known by its marks', () => {
  expect(openFence('```ts\na')).toBe('```');
  expect(openFence('```ts\na\n```')).toBeUndefined();
  expect(openFence('``` a ``` em linha')).toBeUndefined();
});
