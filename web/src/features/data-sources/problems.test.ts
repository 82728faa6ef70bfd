import { expect, test } from 'vitest';
import { type Draft, type DraftParameter, newParameter } from './draft.ts';
import { trialProblem } from './parameters/regex-test.tsx';
import { isFaultless, problemsOf } from './problems.ts';

const draft = (parameters: DraftParameter[], counts = ['5', '5']): Draft => ({
  name: 'Fonte',
  description: '',
  connection_id: 1,
  profile_extraction: { model_name: 'x', system_prompt: '', parameters },
  document_search: { base_sql_query: '', main_content_column: '', max_documents: counts[0] ?? '' },
  document_filter: { model_name: 'x', system_prompt: '', max_filtered_documents: counts[1] ?? '' },
});
const withRegex = (name: string, include_pattern: string) => {
  const parameter = newParameter(name);
  return { ...parameter, regex: { ...parameter.regex, enabled: true, include_pattern } };
};

test('R-DS-35 the numbers of documents go from 1 to 50', () => {
  for (const wrong of ['0', '51', '', '2.5', 'x', '-1'])
    expect(problemsOf(draft([], [wrong, '1']))).toHaveProperty('max_documents');
  expect(isFaultless(problemsOf(draft([], ['1', '50'])))).toBe(true);
  expect(isFaultless(problemsOf({ ...draft([]), name: '  ' }))).toBe(false);
});

test('R-DS-24 an enabled regex needs a pattern, and no two parameters have one name', () => {
  const [one, twin, bare] = [withRegex('uf', '.*'), withRegex(' uf', 'x'), withRegex('cidade', '')];
  const { parameters } = problemsOf(draft([one, twin, bare]));
  expect(Object.keys(parameters)).toEqual([twin.key, bare.key]);
  expect(isFaultless(problemsOf(draft([newParameter(''), newParameter('')])))).toBe(true);
});

test('R-DS-29 R-DS-30 there is nothing to try without a parameter or without its regex', () => {
  const [named, nameless] = [newParameter('uf'), withRegex(' ', '.*')];
  const ready = withRegex('cidade', '.*');
  expect(trialProblem([named], 'gone')).toBe('Parameter configuration not found');
  expect(trialProblem([nameless], nameless.key)).toBe('Parameter configuration not found');
  expect(trialProblem([named], named.key)).toBe('Regex configuration not enabled for this parameter');
  expect(trialProblem([ready], ready.key)).toBeNull();
});
