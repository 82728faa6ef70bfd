/** How an answer has ended, by what its model did and by what it says. */
import type { ProblemCode } from '#contract/errors.ts';
import { saysNotFound } from '../../../adapters/models/prompt-text.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { wordsOf } from '../../../language/words.ts';
import type { Grounding } from '../../grounding/retrieve.ts';
import type { Ending } from '../ledger/settle.ts';
import type { StreamedAnswer } from './stream-model-answer.ts';

/** `isBounded`: the caller set the longest answer, so that one of that length is whole. */
export function endingOf(
  outcome: StreamedAnswer,
  hasText: boolean,
  isBounded: boolean,
): Pick<Ending, 'status' | 'error_code'> {
  const broken = (code: ProblemCode) =>
    ({ status: hasText ? 'interrupted' : 'failed', error_code: code }) as const;
  if (outcome.type === 'failed') return broken(outcome.code);
  // A model that ends without a word has not answered.
  if (outcome.type === 'end' && !hasText) return broken('model_failed');
  // Half an answer must not look like a whole one, whatever the provider calls it.
  const isWhole =
    outcome.type === 'end' && (outcome.reason === 'stop' || (outcome.reason === 'length' && isBounded));
  if (isWhole) return { status: 'done', error_code: null };
  if (outcome.type === 'end') return { status: 'interrupted', error_code: 'answer_interrupted' };
  if (outcome.reason === 'stop') return { status: 'stopped', error_code: null };
  if (outcome.reason === 'deadline') return broken('model_timeout');
  return { status: 'interrupted', error_code: 'answer_interrupted' };
}

/**
 * Without a model: no source was found, or nothing in those that were found answers. With one: the whole answer cites
 * nothing and says the prescribed refusal.
 */
export function isRefusal(
  { local, question, found }: { local: boolean; question: string; found: Grounding | null },
  { status, answer, cited }: Pick<Ending, 'status' | 'answer'> & { cited: readonly number[] },
): boolean {
  if (found === null || found.away) return false;
  // A greeting is no question that somebody should have answered.
  const isSaid = !cited.length && saysNotFound(answer);
  if (local) return (!found.sources.length || isSaid) && asksSomething(question);
  // Figures stand below the text, whatever a model says of them.
  const hasFigures = found.results.some(({ rows_considered }) => rows_considered > 0);
  return status === 'done' && !hasFigures && isSaid;
}

const asksSomething = (question: string) => wordsOf(question).some(isContentWord);
