import { expect, test } from 'vitest';
import { bindPerson, placeholderProblem, QUOTED_PLACEHOLDER, withoutPlaceholders } from './placeholders.ts';

const ana = { user_id: 7, email: 'Ana@Exemplo.com.br', group_id: null };

test('R-TBL-50 placeholders become parameters behind those of the statement', () => {
  const bound = bindPerson(
    "select ':usuario_id', a::text from t where d = :usuario_email and (g = :usuario_grupo or i=:usuario_id) and x = $1",
    ['Aberta'],
    ana,
  );
  expect(bound.text).toBe(
    "select ':usuario_id', a::text from t where d = $2::text and (g = $3::integer or i=$4::integer) and x = $1",
  );
  expect(bound.values).toEqual(['Aberta', 'ana@exemplo.com.br', null, 7]);
});

test.each([
  ["select ':usuario_email'"],
  ['select ":usuario_email" from t'],
  ['select 1 -- de :usuario_email'],
  ['select 1 /* de /* quem */ :usuario_id */'],
  ['select $$:usuario_grupo$$'],
  [String.raw`select e'\':usuario_email'`],
])('a placeholder in quotes or in a comment is refused: %s', (query) => {
  expect(placeholderProblem(query)).toBe(QUOTED_PLACEHOLDER);
});

test.each([
  ['select 1'],
  ['select d = :usuario_email from t'],
  ["select 'it''s' || :usuario_email"],
  ['select a::usuario_id from t'],
  ['select :usuario_idade'],
])('nothing is refused in %s', (query) => {
  expect(placeholderProblem(query)).toBeNull();
});

test('the grammar reads an expression of the same length', () => {
  const query = 'select :usuario_id + 1, :usuario_email';
  expect(withoutPlaceholders(query)).toBe('select (null)      + 1, (null)        ');
  expect(withoutPlaceholders(query)).toHaveLength(query.length);
});
