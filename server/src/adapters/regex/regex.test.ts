import { describe, expect, test } from 'vitest';
import { filterByRegex } from './regex.ts';

const task = (wishes: Partial<Parameters<typeof filterByRegex>[0]>) => ({
  values: ['Pregão Eletrônico', 'Concorrência', 'Dispensa de Licitação', 'Tomada de Preços'],
  include: '.*',
  exclude: null,
  case_insensitive: true,
  ...wishes,
});

describe('a regular expression over values', () => {
  test('keeps what matches anywhere and takes away what the second pattern matches', async () => {
    expect(await filterByRegex(task({ include: '^(preg|conc|dis)', exclude: 'dispensa' }))).toEqual({
      kept: ['Pregão Eletrônico', 'Concorrência'],
      included: 3,
    });
  });

  test('can mind the case', async () => {
    expect(await filterByRegex(task({ include: 'preg', case_insensitive: false }))).toEqual({
      kept: [],
      included: 0,
    });
  });

  test('knows accents and named groups', async () => {
    expect(await filterByRegex(task({ include: '(?<fim>ência$|ÃO\\b)' }))).toMatchObject({ included: 3 });
  });

  test('that is not one is told in words', async () => {
    for (const include of ['(', '[a', 'x**', '(x{1000}){1000}'])
      expect(await filterByRegex(task({ include }))).toMatchObject({
        problem: expect.stringMatching(/^Expressão regular inválida: /),
      });
    for (const include of ['(?=x)', '(?<!x)y', '(x)\\1'])
      expect(await filterByRegex(task({ include })), include).toMatchObject({
        problem: expect.stringMatching(/lookahead, lookbehind nem referências/),
      });
  });

  test('that would stop another engine for ever answers at once', async () => {
    const values = [`${'a'.repeat(5_000)}b`, 'x'.repeat(5_000)];
    for (const include of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}', '^([a-zA-Z]+)*$', '(x+x+)+y'])
      expect(await filterByRegex(task({ values, include })), include).toHaveProperty('kept');
  });

  test('is ended at its deadline, and the server goes on meanwhile', async () => {
    const values = ['ab'.repeat(15_000_000)];
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 5);
    const outcome = await filterByRegex(task({ values, include: '(a?b?){50}c' }), 20);
    clearInterval(beat);
    expect(outcome).toEqual({ problem: 'A expressão demorou demais. Simplifique o padrão.' });
    expect(turns).toBeGreaterThan(3);
  });
});
