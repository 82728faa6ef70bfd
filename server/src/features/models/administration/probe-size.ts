/** The sizes of the calls of a probe, in tokens. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Usage } from '../../../adapters/models/model.ts';

export const ANSWER_TOKENS = 32;
/** A part of the window is left to the answer and to what the provider adds. */
export const ROOM = 1_000;

const CALLS = 6;
/** The prompt of a short call, with what the provider adds. */
const SHORT_PROMPT = 100;
/** Sent in order to see whether all of it is read. */
const LONG_PROMPT = 8_000;
const LONGEST_PROMPT = 32_000;

type Size = Pick<CatalogueModel, 'provider' | 'context_window'>;

/** Servers of one's own get a longer one, because some of them cut prompts without an error. */
export function longPromptTokens({ provider, context_window }: Size): number {
  return provider === 'compatible'
    ? Math.min(LONGEST_PROMPT, Math.max(LONG_PROMPT, context_window - ROOM))
    : Math.min(LONG_PROMPT, context_window - ROOM);
}

/** Estimated usage of all calls of a probe together. */
export const probeUsage = (entry: Size): Usage => ({
  input: longPromptTokens(entry) + CALLS * SHORT_PROMPT,
  output: CALLS * ANSWER_TOKENS,
});
