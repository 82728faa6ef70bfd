import { expect, test } from 'vitest';
import { weightOf } from './question-terms.ts';

test('R-DOC-19 verbs that go with any subject count half of what is asked about', () => {
  expect(weightOf(['Pegar'])).toBe(0.5);
  expect(weightOf(['crachá'])).toBe(1);
  // One lexeme for two words, one of which tells something.
  expect(weightOf(['para', 'parada'])).toBe(1);
  expect(weightOf(null)).toBe(1);
});
