import { parse } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { withoutFinalSemicolon } from './final-semicolon.ts';
import { cleanQuery } from './postgres/parse-check.ts';

let content: TestContent;
beforeAll(async () => {
  content = await openTestContent();
});
afterAll(() => content.close());

const ENDS = [
  ['select 1 as a', 'select 1 as a'],
  ['select 1 as a ;; \n;', 'select 1 as a '],
  ['select 1 as a; -- a nota', 'select 1 as a'],
  ['select 1 as a;\n-- uma; outra\n/* e /* mais; */ esta */ ; ', 'select 1 as a'],
  ['select 1 as a -- fica; assim', 'select 1 as a -- fica; assim'],
  ['select 1 as a /* fica; */', 'select 1 as a /* fica; */'],
  ["select '; -- não' as a; -- sim", "select '; -- não' as a"],
  ["select 'd''água; --' as a;", "select 'd''água; --' as a"],
  ["select e'\\'; --' as a; --", "select e'\\'; --' as a"],
  ["select 'c:\\' as a; -- it's", "select 'c:\\' as a"],
  ['select 1 as "a;"" --"; -- nome', 'select 1 as "a;"" --"'],
  ['select $$; -- não$$ as a; -- sim', 'select $$; -- não$$ as a'],
  ['select $é$; $$ -- não$é$ as a; -- sim', 'select $é$; $$ -- não$é$ as a'],
  ['select 1 as a$b; -- $b', 'select 1 as a$b'],
  ['select 3 - -2 as a; -- menos', 'select 3 - -2 as a'],
  ['select 6 / 2 * 1 as a; /* vezes */', 'select 6 / 2 * 1 as a'],
] as const;

describe('the end of a base query', () => {
  test.each(ENDS)('of %j is %j', (query, rest) => expect(withoutFinalSemicolon(query)).toBe(rest));

  test.each(ENDS)('of %j leaves the statement that PostgreSQL reads, and it runs', async (query) => {
    const shape = async (text: string) => JSON.stringify((await parse(text)).stmts?.map(({ stmt }) => stmt));
    expect(await shape(cleanQuery(query))).toBe(await shape(query));
    const rows = await content.reader.read(query, ({ base, rows }) => rows(`SELECT * FROM ${base}`));
    expect(rows).toHaveLength(1);
  });

  test('within a text, a name or a comment that is never closed is the grammar’s to judge', () => {
    for (const query of [
      "select 'a; b",
      'select "a; b',
      'select $x$a; b',
      'select 1 /* a; b',
      'select 1; /* a',
    ])
      expect(withoutFinalSemicolon(query)).toBe(query);
  });

  test('of semicolons and comments alone leaves nothing', () => {
    for (const query of [';', ' ; -- nada', ';;/* nada */']) expect(cleanQuery(query)).toBe('');
  });

  test('between two statements is none: the second one is seen and refused', () => {
    expect(withoutFinalSemicolon('select 1; delete from t; -- fim')).toBe('select 1; delete from t');
  });
});
