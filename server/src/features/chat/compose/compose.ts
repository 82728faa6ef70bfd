/** Composes one answer: finds passages, asks the model, cleans what it says. Knows neither conversations nor readers. */

import { setImmediate } from 'node:timers/promises';
import type { Source } from '#contract/chat.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import type { Trace } from '#contract/trace.ts';
import { type OpenModel, type Prompt, recordedModel } from '../../../adapters/models/model.ts';
import { promptText, saysNotFound } from '../../../adapters/models/prompt-text.ts';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { wordsOf } from '../../../language/words.ts';
import { type AgentPrompt, instructionsOf, withSourcesAway } from '../../agents/instructions.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import { type Grounding, retrieve } from '../../grounding/retrieve.ts';
import type { Ending } from '../ledger/settle.ts';
import { AnswerText } from './answer-text.ts';
import { callOf, chargeOf, stepCalls, textOf } from './answer-usage.ts';
import { type CutAnswer, continuedPrompt, RepeatedWords, tailOf, withNumbersOf } from './continuation.ts';
import { estimateTokens, type HistoryTurn } from './history.ts';
import { LiveText } from './live-text.ts';
import {
  aborted,
  cutBy,
  NOTHING_REPORTED,
  type StreamedAnswer,
  streamModelAnswer,
} from './stream-model-answer.ts';

/** The sources that the agent reads. */
type Links = { knowledge_bases: { id: number }[]; data_sources: { id: number }[] };

/** All that shapes an answer. */
export type Task = {
  agent: AgentPrompt & Links & { id: number };
  /** Null when it is not known. */
  agent_version_id: number | null;
  model: OpenModel;
  temperature: number;
  question: string;
  /** Oldest first, as much of it as the model receives: see `historyOf`. */
  history: HistoryTurn[];
  without: RefusedFilter[];
  /** The answer to go on with, where the question was answered in part. */
  continues?: CutAnswer;
  /** Wishes of the program that asks; they weigh as much as a question does. */
  guidance?: string;
  /** The longest answer that is wanted, in tokens, where that is less than its model may write. */
  max_tokens?: number;
};

export type Composed = Ending & {
  /** Everything that was found, cited or not. */
  found: Source[];
  /** The model was cut off where its answer may be no longer. */
  at_length: boolean;
  /** How it came about, put together on demand. */
  trace: () => Trace;
};

type ComposeContext = Pick<AppContext, 'db' | 'log' | 'content' | 'models' | 'clock'>;

type AnswerSink = {
  /** Filled as the answer comes. */
  live: LiveText;
  /** Cuts the answer short; `cutBy` says how its reason is read. */
  signal: AbortSignal;
  /** Called before the model is, when anything was found or understood. */
  onFound?: (found: Pick<Ending, 'filters'> & { prompt_tokens: number }) => void;
  /** Called with all sources that the answer cites so far, whenever it cites one more. */
  onCited?: (sources: Source[]) => void;
  /** Called after every model call on the way to the answer. */
  onStep?: (step: StepCall) => void;
};

export const ANSWER_MAX_MS = 5 * 60_000;
/** The least that is left for an answer, however long its prompt is. */
const ANSWER_MIN_TOKENS = 256;
/** Providers refuse to write less. */
const WANTED_MIN_TOKENS = 16;

/**
 * An answer by itself: nothing of it is stored or charged. The caller enters its usage with `enterUncharged`.
 * Ends within the time of any answer. Never throws: whatever happens is an ending.
 */
export function answerOnce(context: ComposeContext, task: Task, signal: AbortSignal): Promise<Composed> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MAX_MS)]);
  return compose(context, task, { live: new LiveText(), signal: limited });
}

/**
 * Never throws: whatever happens is an ending. Of a continuation, `sink.live` holds the text so far, and only what is
 * written after it is charged.
 */
export async function compose(context: ComposeContext, task: Task, sink: AnswerSink): Promise<Composed> {
  const { model, temperature } = task;
  const { live, signal } = sink;
  const firstSeq = live.seq;
  const began = performance.now();
  const { found, steps, prompt, prompt_tokens } = await prepare(context, task, sink);
  const grounded = performance.now();
  // A continuation keeps what it cites when nothing is found any more.
  const sources = found?.sources ?? task.continues?.sources ?? [];
  const filters = found?.filters ?? [];

  const text = new AnswerText(new Set(sources.map(({ index }) => index)), () => sink.onCited?.(cited()));
  const cited = () => numberedAsCited(sources, text.cited);
  const joint = jointOf(task, text);
  const max_tokens = answerRoom(task, prompt_tokens);
  const firstText = live.changedAfter(firstSeq).then(() => performance.now());
  const isAsked = !signal.aborted;
  const outcome: StreamedAnswer = !isAsked
    ? { ...cutBy(signal), reported: NOTHING_REPORTED }
    : await streamModelAnswer(
        model.model,
        { prompt, temperature, max_tokens, signal },
        {
          text: joint ?? text,
          live,
          onError: (cause) => logFailure(context, model, cause),
        },
      );
  live.append((joint?.end() ?? '') + text.end());
  const answer = live.after(0).text;
  const written = live.after(firstSeq).text;
  const ending = endingOf(outcome, answer.trim() !== '', task.max_tokens !== undefined);
  const charge = ending.status === 'failed' ? null : await chargeOf(outcome, { prompt, written, isAsked });
  const ended = performance.now();
  const first = live.seq > firstSeq ? await firstText : null;
  return {
    ...ending,
    answer,
    seq: live.seq,
    sources: cited(),
    filters,
    found_nothing: found !== null && !found.away && isRefusal(task, { found, ending, answer, text }),
    charge,
    steps,
    found: sources,
    at_length: outcome.type === 'end' && outcome.reason === 'length',
    trace: () => ({
      ...traced(task, prompt, found, text.cited),
      calls: [...stepCalls(steps), ...(isAsked && !model.local ? [callOf(task, outcome, charge)] : [])],
      retrieval_ms: grounded - began,
      first_token_ms: first === null ? null : first - began,
      total_ms: ended - began,
    }),
  };
}

/** Searches and makes the prompt. `steps` are complete also when the search was cut short or lost a source. */
async function prepare(context: ComposeContext, task: Task, { signal, onStep, onFound }: AnswerSink) {
  const known: StepCall[] = [];
  const { found, failed } = await ground(context, task, signal, (step) => {
    known.push(step);
    onStep?.(step);
  });
  // A step that was under way when the search was cut short reports its usage in this turn.
  if (signal.aborted) await setImmediate();
  const prompt = promptOf(task, found, failed);
  const prompt_tokens = estimateTokens(textOf(prompt));
  if (found?.sources.length || found?.filters.length) onFound?.({ filters: found.filters, prompt_tokens });
  return { found, steps: [...known], prompt, prompt_tokens };
}

/** A search that fails costs the answer its sources, not the person their answer. */
async function ground(
  context: ComposeContext,
  { agent, question, history, without, model, continues }: Task,
  signal: AbortSignal,
  onStep: (step: StepCall) => void,
): Promise<{ found: Grounding | null; failed: boolean }> {
  const { context_window } = model.entry;
  try {
    const knowledge_base_ids = idsOf(agent.knowledge_bases);
    const data_source_ids = idsOf(agent.data_sources);
    const reader = model.local ? 'local' : 'model';
    const sought = {
      knowledge_base_ids,
      data_source_ids,
      question,
      history,
      without,
      reader,
      context_window,
    } as const;
    const asked = { ...sought, signal, onStep };
    const found = await Promise.race([retrieve(context, asked), aborted(signal)]);
    return { found: found && continues ? withNumbersOf(continues.sources, found) : found, failed: false };
  } catch (error) {
    context.log.error({ err: { message: reasonOf(error) } }, 'retrieval failed');
    return { found: null, failed: true };
  }
}

/** Without a model: no source was found. With one: the whole answer cites nothing and says the prescribed refusal. */
function isRefusal(
  { model, question }: Task,
  of: { found: Grounding; ending: Pick<Ending, 'status'>; answer: string; text: AnswerText },
): boolean {
  // A greeting is no question that somebody should have answered.
  if (model.local) return !of.found.sources.length && asksSomething(question);
  return of.ending.status === 'done' && !of.text.cited.length && saysNotFound(of.answer);
}

const asksSomething = (question: string) => wordsOf(question).some(isContentWord);

const idsOf = (links: { id: number }[]) => links.map(({ id }) => id);

/** A continuation goes on in the text that is there, without the words that the model repeats of it. */
function jointOf({ continues, model }: Task, text: AnswerText) {
  if (!continues) return null;
  text.resume(
    continues.answer,
    continues.sources.map(({ index }) => index),
  );
  // The local reader writes the whole answer again; where the sources have changed meanwhile, it is another one.
  const repeated = model.local
    ? new RepeatedWords(continues.answer, '\n\n')
    : new RepeatedWords(tailOf(continues.answer));
  return {
    take: (words: string) => text.take(repeated.take(words)),
    end: () => text.take(repeated.end()),
  };
}

const numberedAsCited = (sources: Source[], cited: readonly number[]): Source[] =>
  cited.flatMap((number, place) => {
    const source = sources.find(({ index }) => index === number);
    return source ? [{ ...source, index: place + 1 }] : [];
  });

function promptOf(
  { agent, history, question, guidance, continues, model }: Task,
  found: Grounding | null,
  failed: boolean,
): Prompt {
  const instructions = instructionsOf(agent);
  const prompt: Prompt = {
    instructions: failed ? withSourcesAway(instructions) : instructions,
    passages: found?.passages ?? null,
    notes: found?.notes ?? [],
    history,
    ...(guidance ? { guidance } : {}),
    question,
  };
  // The local reader answers the question anew, with the same words.
  return continues && !model.local ? continuedPrompt(prompt, continues.answer) : prompt;
}

function answerRoom(
  { model: { entry }, max_tokens = entry.max_tokens }: Task,
  prompt_tokens: number,
): number {
  const room = Math.max(ANSWER_MIN_TOKENS, Math.min(entry.max_tokens, entry.context_window - prompt_tokens));
  return Math.min(room, Math.max(WANTED_MIN_TOKENS, max_tokens));
}

/** `isBounded`: the caller set the longest answer, so that one of that length is whole. */
function endingOf(
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

/** Citations are numbered as they come, whatever the prompt called them. */
function citedAs(index: number, cited: readonly number[]): { cited_as?: number } {
  const number = cited.indexOf(index) + 1;
  return number && number !== index ? { cited_as: number } : {};
}

function traced(
  { agent_version_id, model, temperature }: Task,
  prompt: Prompt,
  found: Grounding | null,
  cited: readonly number[],
) {
  return {
    agent_version_id,
    model: recordedModel(model),
    temperature,
    prompt: promptText(prompt),
    passages: (found?.passages ?? []).map((passage, place) => ({
      ...passage,
      ...citedAs(passage.index, cited),
      score: found?.scores[place] ?? null,
    })),
    filters: found?.filters ?? [],
    queries: found?.queries ?? [],
    ...(found?.searches ? { searches: found.searches } : {}),
  };
}

function logFailure({ log }: ComposeContext, model: OpenModel, cause: unknown): void {
  const { message, ...facts } = causeFacts(cause);
  log.warn({ model: model.entry.id, ...facts, err: { message: message.slice(0, 300) } }, 'model failed');
}

/** The cause of a failed call: the status and the short message that the adapter let through, or an error. */
function causeFacts(cause: unknown): {
  message: string;
  provider?: unknown;
  status?: unknown;
  tries?: unknown;
} {
  if (typeof cause !== 'object' || cause === null) return { message: String(cause) };
  const { message, provider, status, tries } = cause as Record<string, unknown>;
  const told = typeof message === 'string' ? message : 'no reason';
  return cause instanceof Error ? { message: told } : { message: told, provider, status, tries };
}
