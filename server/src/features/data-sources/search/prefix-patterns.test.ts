import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../language/written-language.ts';
import { prefixPatternOf, prefixPatternsFor } from './prefix-patterns.ts';

/** As PostgreSQL reads the pattern. */
const sees = (pattern: string, text: string) =>
  new RegExp(pattern.replaceAll('\\m', '(?<![\\p{L}\\p{N}])'), 'iu').test(text);

describe('a look', () => {
  test.each([
    [['licit', 'licitaco'], 'AS LICITAÇÕES DO ANO', true],
    [['aliment'], 'gêneros alimentícios', true],
    [['mer', 'merend'], 'Número do processo', false],
    [['citi'], 'a city by the sea', true],
    [['agu', 'águ'], 'Água tratada', true],
    [['012/2025'], 'o PE 012/2025', true],
    [['привет'], 'Привет, мир', true],
  ])('for %j in «%s»: %s', (term, text, isSeen) => {
    expect(sees(prefixPatternOf(term), text)).toBe(isSeen);
  });

  test('has nothing of what people write in its pattern but letters and digits', () => {
    expect(prefixPatternOf(["a.*b'(", '\\'])).toMatch(/^[\p{L}\p{N}[\].|]*$/u);
    expect(sees(prefixPatternOf(['((((', '[a-', 'x{9999}']), 'x{99')).toBe(true);
  });

  test('leaves out what stands in most texts, and is first for what stands in few', () => {
    const texts = Array.from(
      { length: 200 },
      (_, place) => `contratação de ${place % 40 ? 'obras' : 'merenda'}`,
    );
    const looks = prefixPatternsFor([['contrat'], ['merend'], ['foguet']], texts);
    expect(looks).toHaveLength(2);
    expect(looks.every(({ isRare }) => isRare)).toBe(true);
    expect(prefixPatternsFor([['contrat']], texts)).toHaveLength(1);
    // A small sample leaves out no word.
    expect(prefixPatternsFor([['contrat'], ['merend']], texts.slice(0, 20))).toHaveLength(2);
  });
});

test('the language of rows is recognised by their function words', () => {
  expect(languageOf(['A history of the salt roads and the maps that merchants drew.'])).toBe('english');
  expect(languageOf(['Aquisição de merenda escolar para as escolas da rede'])).toBe('portuguese');
  expect(languageOf([])).toBe('portuguese');
});
