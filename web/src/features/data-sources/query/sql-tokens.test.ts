import { expect, test } from 'vitest';
import { isOrdered, sqlTokens } from './sql-tokens.ts';

const kinds = (sql: string) =>
  sqlTokens(sql)
    .filter(({ text }) => text.trim())
    .map(({ kind, text }) => `${kind} ${text.trim()}`);

test('keywords, strings, numbers and comments are distinguished', () => {
  expect(kinds("SELECT id, 'it''s' AS a FROM t -- from here\nWHERE x > 10.5")).toEqual([
    'keyword SELECT',
    'plain id',
    'plain ,',
    "string 'it''s'",
    'keyword AS',
    'plain a',
    'keyword FROM',
    'plain t',
    'comment -- from here',
    'keyword WHERE',
    'plain x',
    'plain >',
    'number 10.5',
  ]);
});

test('what is not finished yet reaches to the end, and a quoted name is no keyword', () => {
  expect(kinds(`select 'aberta`)).toEqual(['keyword select', "string 'aberta"]);
  expect(kinds('/* select')).toEqual(['comment /* select']);
  expect(kinds('select "from"')).toEqual(['keyword select', 'plain "from"']);
  expect(kinds('$q$ select $q$ x')).toEqual(['string $q$ select $q$', 'plain x']);
});

test('nothing is lost or added, whatever is typed', () => {
  for (const sql of ["'", '"', '$$', "''''''", '/*/', 'ação_1 número', '\n\n', '--', `${"'a".repeat(9_999)}`])
    expect(
      sqlTokens(sql)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sql);
});

test('an order is one only outside of texts and remarks', () => {
  expect(isOrdered('select 1 order\n by 1')).toBe(true);
  expect(isOrdered("select 'order by' -- order by")).toBe(false);
});
