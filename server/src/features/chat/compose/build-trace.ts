/** The trace of an answer: what its prompt was made of, which models were asked and what they took. */
import { effortOf } from '#contract/model-catalogue.ts';
import type { Trace } from '#contract/trace.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import { promptText } from '../../../adapters/models/prompt-text.ts';
import type { Charge } from '../ledger/entries.ts';
import { attemptCalls, callOf, stepCalls } from './answer-usage.ts';
import type { ModelsAnswer } from './ask-models.ts';
import type { Prepared } from './prepare-prompt.ts';
import type { Task } from './task.ts';

type Traced = {
  prepared: Prepared;
  asked: ModelsAnswer;
  /** The numbers that passages have in the prompt, in the order in which they are cited. */
  cited: readonly number[];
  charge: Charge | null;
  /** False where the answer was cut short before any model was asked. */
  isAsked: boolean;
};

export function buildTrace(
  { agent_version_id, agent, temperature }: Task,
  { prepared: { found, prompt, steps }, asked, cited, charge, isAsked }: Traced,
): Omit<Trace, 'retrieval_ms' | 'first_token_ms' | 'total_ms'> {
  const { model, attempts, masked } = asked;
  return {
    agent_version_id,
    model: recordedModel(model),
    temperature,
    prompt: promptText(masked?.prompt ?? prompt),
    ...(masked ? { masked: masked.counts } : {}),
    ...foundParts(found, cited),
    calls: [...stepCalls(steps), ...attemptCalls(attempts), ...answerCall(asked, charge, isAsked)],
    attempts: attempts.map(({ code, ms, ...failed }) => ({ model: recordedModel(failed.model), code, ms })),
    ...servedAs(asked),
    effort: model.local ? null : effortOf(model.entry, agent.reasoning_effort),
  };
}

function foundParts(
  found: Prepared['found'],
  cited: readonly number[],
): Pick<Trace, 'passages' | 'missing' | 'synonyms' | 'on_date' | 'filters' | 'queries' | 'searches'> {
  if (!found) return { passages: [], filters: [], queries: [] };
  const { passages, scores, missing, synonyms, on_date, filters, queries, searches } = found;
  return {
    passages: passages.map(({ answer: _, score: __, ...passage }, place) => ({
      ...passage,
      ...citedAs(passage.index, cited),
      ...(scores[place] ?? { score: null }),
    })),
    ...(missing === undefined ? {} : { missing }),
    ...(synonyms ? { synonyms } : {}),
    ...(on_date ? { on_date } : {}),
    filters,
    queries,
    ...(searches ? { searches } : {}),
  };
}

const answerCall = ({ model, outcome }: ModelsAnswer, charge: Charge | null, isAsked: boolean) =>
  isAsked && !model.local ? [callOf(model, outcome, charge)] : [];

/** The model that the provider named, where it is another one. */
const servedAs = ({ outcome }: ModelsAnswer): Pick<Trace, 'served_as'> =>
  outcome.type === 'end' && outcome.served_as !== undefined ? { served_as: outcome.served_as } : {};

/** Citations are numbered as they come, whatever the prompt called them. */
function citedAs(index: number, cited: readonly number[]): { cited_as?: number } {
  const number = cited.indexOf(index) + 1;
  return number && number !== index ? { cited_as: number } : {};
}
