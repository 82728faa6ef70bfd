import { describe, expect, test } from 'vitest';
import { EXCERPT_LENGTH, excerptOf, searchedWords } from './search-excerpt.ts';

const marked = (texts: string[], q: string) => {
  const { snippet, matches } = excerptOf(texts, searchedWords(q));
  return { snippet, found: matches.map(([start, end]) => snippet.slice(start, end)) };
};

describe('searched words', () => {
  test('go without case and accents, each once, none that is part of another', () => {
    expect(searchedWords('  Ação  AÇÃO pregão prego  pre ')).toEqual(['pregao', 'prego', 'acao']);
    expect(searchedWords(' \n ')).toEqual([]);
  });
});

describe('an excerpt', () => {
  test('marks the words in the text as it was written', () => {
    expect(marked(['A LICITAÇÃO, a licitação e a licitacao.'], 'licitação')).toEqual({
      snippet: 'A LICITAÇÃO, a licitação e a licitacao.',
      found: ['LICITAÇÃO', 'licitação', 'licitacao'],
    });
  });

  test('keeps its places in texts that folding makes shorter or longer', () => {
    // With accents as marks of their own, a capital that is two letters in lower case, and letters outside of the plane.
    const text = 'İstambul 🙂 licitac\u0327a\u0303o e 가 ação';
    expect(marked([text], 'licitação istambul').found).toEqual(['İstambul', 'licitac\u0327a\u0303o']);
  });

  test('keeps its places deep in a long text whose accents stand alone', () => {
    const long = `${'ação 🙂 é não '.repeat(2_000)}\nprazo de reembolso`.normalize('NFD');
    expect(marked([long], 'prazo').snippet).toMatch(/prazo de reembolso$/);
    expect(marked([long], 'prazo').found).toEqual(['prazo']);
  });

  test('joins what overlaps', () => {
    expect(marked(['abcabc'], 'abca bcab').found).toEqual(['abcab']);
  });

  test('is a stretch around the first place, cut between words, on one line', () => {
    const text = `${'antes disso '.repeat(30)}o\nprazo ${'depois disso '.repeat(30)}`;
    const { snippet, found } = marked([text], 'prazo');
    expect(found).toEqual(['prazo']);
    expect(snippet.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
    expect(snippet).toMatch(/^(antes|disso) [\s\S]+ o prazo depois [\s\S]+ (depois|disso)$/);
  });

  test('is of the text that holds most of the words, the question before the answer', () => {
    expect(marked(['o prazo', 'o prazo e a multa'], 'prazo multa').snippet).toBe('o prazo e a multa');
    expect(marked(['o prazo?', 'o prazo.'], 'prazo').snippet).toBe('o prazo?');
  });

  test('is the beginning when the database finds what we do not see', () => {
    expect(marked(['n.º 5', ''], 'xyz')).toEqual({ snippet: 'n.º 5', found: [] });
  });

  test('takes no time to speak of, whatever is in the text', () => {
    const began = performance.now();
    for (const text of [
      `${' '.repeat(200_000)}x`,
      `x${' '.repeat(200_000)}`,
      'İ'.repeat(100_000),
      'a '.repeat(100_000),
    ])
      expect(marked([text, text], 'x a').snippet.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('cuts words without end where they are, never within a character', () => {
    for (const shift of ['', 'x']) {
      const { snippet } = marked([`${shift}${'🙂'.repeat(500)}`], '🙂🙂');
      expect(snippet.isWellFormed()).toBe(true);
      expect(snippet.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
      expect(snippet.length).toBeGreaterThan(100);
    }
  });
});
