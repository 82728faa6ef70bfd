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

  test('an invalid one is explained in Portuguese with the typed text', async () => {
    const problemOf = async (wishes: Parameters<typeof task>[0]) => {
      const outcome = await filterByRegex(task(wishes));
      return 'problem' in outcome ? outcome.problem : null;
    };
    for (const case_insensitive of [true, false])
      expect(await problemOf({ include: '(a', case_insensitive })).toBe('falta fechar um parêntese: `(a`');
    expect(await problemOf({ include: '.*', exclude: 'a)' })).toBe(
      'há um parêntese fechado que não foi aberto: `a)`',
    );
    expect(await problemOf({ include: '[a' })).toBe('falta fechar um colchete: `[a`');
    expect(await problemOf({ include: 'x**' })).toBe('há duas repetições seguidas: `**`');
    expect(await problemOf({ include: '(x{1000}){1000}' })).toMatch(/^repetição inválida/);
    expect(await problemOf({ include: 'a\\' })).toBe('a barra invertida no fim não tem o que proteger');
    expect(await problemOf({ include: `(${'a'.repeat(400)}` })).toMatch(/^falta .{1,90}…`$/);
    for (const include of ['(?=x)', '(?<!x)y', '(x)\\1'])
      expect(await problemOf({ include }), include).toMatch(
        /^não há suporte a lookahead, lookbehind nem referências: /,
      );
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
    expect(outcome).toEqual({ problem: 'a expressão demorou demais; simplifique o padrão' });
    expect(turns).toBeGreaterThan(3);
  });
});
