import type { Expectation } from '#contract/agents.ts';
import { texts } from './check-texts.ts';

export function expectationText(expectation: Expectation): string {
  if (expectation.kind === 'refuses') return texts.expected.refuses;
  return texts.expected[expectation.kind](expectation.value);
}
