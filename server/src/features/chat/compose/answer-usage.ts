/** The tokens that an answer took: reported by the provider, else counted; for the ledger and for the trace. */
import type { Trace } from '#contract/trace.ts';
import {
  type OpenModel,
  type Prompt,
  type ReportedUsage,
  recordedModel,
} from '../../../adapters/models/model.ts';
import { countTokens } from '../../../language/tokens.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import type { Charge } from '../ledger/entries.ts';
import type { FailedAttempt } from './ask-models.ts';
import { NOTHING_REPORTED, type StreamedAnswer } from './stream-model-answer.ts';

/**
 * The tokens that the provider reported, zero included; only the others are counted here. An answer without text costs
 * nothing, unless the asker stopped it: then the prompt was read all the same.
 */
export async function chargeOf(
  outcome: StreamedAnswer,
  { prompt, written, isAsked }: { prompt: Prompt; written: string; isAsked: boolean },
): Promise<Charge | null> {
  const isStopped = isAsked && outcome.type === 'cut' && outcome.reason === 'stop';
  if (written.trim() === '' && !isStopped) return null;
  const { input, output, cached } = reportedBy(outcome, written.trim() !== '');
  return {
    ...(cached ? { cached } : {}),
    input: input ?? (await countTokens(textOf(prompt))),
    output: output ?? (await countTokens(written)),
    estimated: input === null || output === null,
  };
}

/** A report with a count that cannot be is ignored as a whole. */
function reportedBy({ type, reported }: StreamedAnswer, hasText: boolean): ReportedUsage {
  const { input, output } = reported;
  if (!isPlausible(input) || !isPlausible(output)) return NOTHING_REPORTED;
  // A count of zero in the middle of an answer means that the provider has not counted yet.
  return { ...reported, output: output === 0 && hasText && type !== 'end' ? null : output };
}

const isPlausible = (tokens: number | null): boolean =>
  tokens === null || (Number.isInteger(tokens) && tokens >= 0 && tokens < 1_000_000_000);

/** The whole content of a prompt, for counting its tokens. */
export const textOf = ({ instructions, data, passages, notes, history, guidance, question }: Prompt) =>
  [
    instructions,
    data ?? '',
    guidance ?? '',
    ...(notes ?? []),
    ...(passages ?? []).flatMap(({ title, section, text }) => [title, section, text]),
    ...history.flatMap((turn) => [turn.question, turn.answer]),
    question,
  ].join('\n');

export const stepCalls = (steps: StepCall[]): Trace['calls'] =>
  steps.map(({ purpose, model, usage, estimated }) => ({
    purpose,
    model,
    input_tokens: usage.input,
    output_tokens: usage.output,
    estimated,
  }));

/** The failed models whose provider reported what they took. Nobody is charged for them. */
export const attemptSteps = (attempts: readonly FailedAttempt[]): StepCall[] =>
  attempts.flatMap(({ model, outcome }) => {
    const { input, output, cached } = reportedBy(outcome, false);
    if (!((input ?? 0) + (output ?? 0))) return [];
    const usage = { ...(cached ? { cached } : {}), input: input ?? 0, output: output ?? 0 };
    const estimated = input === null || output === null;
    return [{ purpose: 'attempt' as const, model: recordedModel(model), usage, estimated }];
  });

export const attemptCalls = (attempts: readonly FailedAttempt[]): Trace['calls'] =>
  stepCalls(attemptSteps(attempts));

/** A call that ended without text took the tokens that its provider reported, and none that are known otherwise. */
export function callOf(
  model: OpenModel,
  outcome: StreamedAnswer,
  charge: Charge | null,
): Trace['calls'][number] {
  const reported = reportedBy(outcome, false);
  const unknown = reported.input === null || reported.output === null;
  const took = charge ?? { input: reported.input ?? 0, output: reported.output ?? 0, estimated: unknown };
  const { input: input_tokens, output: output_tokens, estimated } = took;
  return { purpose: 'answer', model: recordedModel(model), input_tokens, output_tokens, estimated };
}
