/** Composes one answer: finds passages, asks the model, cleans what it says. Knows neither conversations nor readers. */
import type { Source } from '#contract/citations.ts';
import type { Trace } from '#contract/trace.ts';
import { type OpenModel, recordedModel } from '../../../adapters/models/model.ts';
import { today } from '../../../language/values/calendar.ts';
import { type AnswerNumbers, answerNumbers } from '../../grounding/numbers/answer-numbers.ts';
import { withResults } from '../../grounding/result-sources.ts';
import { countPersonalData, mostOf, totalOf } from '../../guard/guard-counts.ts';
import { fallbackReason, fixedChain, type ModelChain } from '../../models/model-chain.ts';
import { fileNeededChain, lacksFiles } from '../../session-files/file-mode.ts';
import type { Answering, Ending } from '../ledger/settle.ts';
import { endingOf, isRefusal } from './answer-ending.ts';
import { AnswerText } from './answer-text.ts';
import { attemptSteps, chargeOf } from './answer-usage.ts';
import { askModels, type FailedAttempt, type ModelsAnswer } from './ask-models.ts';
import { buildTrace } from './build-trace.ts';
import { type CutAnswer, RepeatedWords, tailOf } from './continuation.ts';
import { LiveText } from './live-text.ts';
import { type PrepareContext, type Prepared, preparePrompt } from './prepare-prompt.ts';
import { causeFacts, cutBy, NOTHING_REPORTED, type StreamedAnswer } from './stream-model-answer.ts';
import type { Task } from './task.ts';

export type Composed = Ending &
  Answering & {
    /** Everything that was found, cited or not. */
    found: Source[];
    /** A source was not read, because it needs a person and nobody asks. */
    needs_person: boolean;
    /** The model was cut off where its answer may be no longer. */
    at_length: boolean;
    /** How long the models of the chain are not asked again. */
    retry_after_ms: number | null;
    /** How it came about, put together on demand. */
    trace: () => Trace;
  };

export type AnswerSink = Parameters<typeof preparePrompt>[2] & {
  /** Filled as the answer comes. */
  live: LiveText;
  /** Called with all sources that the answer cites so far, whenever it cites one more. */
  onCited?: (sources: Source[]) => void;
  /** Called before the first word, where another model says it than the first of the chain. */
  onAnswering?: (answering: Answering) => void;
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
export function answerOnce(context: PrepareContext, task: Task, signal: AbortSignal): Promise<Composed> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MAX_MS)]);
  return compose(context, task, { live: new LiveText(), signal: limited });
}

/**
 * Never throws: whatever happens is an ending. Of a continuation, `sink.live` holds the text so far, and only what is
 * written after it is charged.
 */
export async function compose(context: PrepareContext, asked: Task, sink: AnswerSink): Promise<Composed> {
  const given = lacksFiles(asked.agent, asked.files) ? { ...asked, chain: fileNeededChain } : asked;
  const { live, signal } = sink;
  const firstSeq = live.seq;
  const began = performance.now();
  const prepared = await preparePrompt(context, given, sink);
  const grounded = performance.now();
  const { found, prompt, steps } = prepared;
  const task = found?.fixed === undefined ? given : { ...given, chain: fixedChain(found.fixed) };
  const sources = sourcesOf(task, prepared);
  const text = new AnswerText(new Set(sources.map(({ index }) => index)), () => sink.onCited?.(cited()));
  const cited = () => numberedAsCited(sources, text.cited);
  const firstText = live.changedAfter(firstSeq).then(() => performance.now());
  const isAsked = !signal.aborted;
  const numbers = numbersOf(context, task, prepared);
  const called = await askFor(context, task, { prepared, text, sink, numbers });
  const { outcome, model, attempts, masked } = called;
  const answer = live.after(0).text;
  const written = live.after(firstSeq).text;
  const checked = numbers ? { unchecked_numbers: numbers.uncheckedIn(answer, text.cited) } : {};
  const ending = endingOf(outcome, answer.trim() !== '', task.max_tokens !== undefined);
  const charge = ending.status === 'failed' ? null : await chargeFor(called, { prompt, written, isAsked });
  const ended = performance.now();
  const marks = masked?.counts ?? {};
  await countPersonalData(context, task.agent.id, 'masked', mostOf(prepared.masked, marks));
  const first = live.seq > firstSeq ? await firstText : null;
  const { local } = model;
  return {
    ...ending,
    ...answeringOf(task.chain, model, attempts),
    answer,
    seq: live.seq,
    // A continuation of which nothing was found keeps its results.
    ...(found ? withResults(cited(), found.results) : { sources: cited() }),
    ...groundsOf(found),
    ...checked,
    found_nothing: isRefusal(
      { local, question: task.question, found },
      { ...ending, answer, cited: text.cited },
    ),
    charge,
    masked: totalOf(marks),
    steps: [...steps, ...attemptSteps(attempts)],
    found: sources,
    ...limitsOf(outcome),
    trace: () => ({
      ...buildTrace(task, { prepared, asked: called, cited: text.cited, charge, isAsked }),
      ...checked,
      retrieval_ms: grounded - began,
      first_token_ms: first === null ? null : first - began,
      total_ms: ended - began,
    }),
  };
}

const groundsOf = (found: Prepared['found']) => ({
  filters: found?.filters ?? [],
  personal_sources: found?.personal ?? false,
  on_date: found?.on_date ?? null,
  needs_person: found?.needs_person ?? false,
});

const limitsOf = (outcome: StreamedAnswer): Pick<Composed, 'at_length' | 'retry_after_ms'> => ({
  at_length: outcome.type === 'end' && outcome.reason === 'length',
  retry_after_ms: (outcome.type === 'failed' && outcome.retry_after_ms) || null,
});

/** A continuation keeps what it cites when nothing is found any more. */
const sourcesOf = ({ continues }: Task, { found }: Prepared): Source[] =>
  found?.sources ?? continues?.sources ?? [];

/** The tokens of the call as it left, with marks in the place of personal data. */
const chargeFor = (
  { outcome, masked }: ModelsAnswer,
  { prompt, written, isAsked }: Parameters<typeof chargeOf>[1],
): ReturnType<typeof chargeOf> =>
  chargeOf(outcome, {
    prompt: masked?.prompt ?? prompt,
    written: masked?.count(written) ?? written,
    isAsked,
  });

/** Null where the answer is no model's, or rests on no table. */
function numbersOf({ clock }: PrepareContext, task: Task, prepared: Prepared): AnswerNumbers | null {
  if (task.chain.links[0].local) return null;
  const { passages = [], results = [], notes = [] } = prepared.found ?? {};
  const sources = sourcesOf(task, prepared);
  return answerNumbers({ passages, sources, results, notes }, task.question, today(clock.now()));
}

type Asking = {
  prepared: Prepared;
  text: AnswerText;
  sink: AnswerSink;
  numbers: AnswerNumbers | null;
};

/** Has the models of the chain answer; the text stands in `sink.live` then. */
async function askFor(
  context: PrepareContext,
  task: Task,
  { prepared, text, sink, numbers }: Asking,
): Promise<ModelsAnswer> {
  const { chain, temperature, agent } = task;
  const { live, signal } = sink;
  const stages = stagesOf(task, text, numbers);
  const links = roomyLinks(chain, prepared.prompt_tokens);
  const asked: ModelsAnswer = signal.aborted
    ? {
        outcome: { ...cutBy(signal), reported: NOTHING_REPORTED },
        model: links[0],
        attempts: [],
        masked: null,
      }
    : await askModels(
        links,
        (model) => ({
          prompt: prepared.prompt,
          temperature,
          personal_data: prepared.personal_data,
          max_tokens: answerRoom(task, model, prepared.prompt_tokens),
          ...(agent.reasoning_effort ? { effort: agent.reasoning_effort } : {}),
        }),
        {
          text: stages,
          live,
          onError: (model, cause) => logFailure(context, model, cause),
          onFailed: (attempt) => {
            for (const step of attemptSteps([attempt])) sink.onStep?.(step);
          },
          onBegin: ({ model, attempts, masked }) => {
            const count = totalOf(masked?.counts ?? {});
            if (model !== chain.links[0] || count)
              sink.onAnswering?.({ ...answeringOf(chain, model, attempts), masked: count });
          },
        },
        signal,
      );
  live.append(stages.end(asked.outcome));
  return asked;
}

/** The model that is asked first, as the record keeps it until another one answers. */
export const firstAnswering = (chain: ModelChain): Answering => answeringOf(chain, chain.links[0], []);

/** The reason is that of the named model. */
function answeringOf(
  { asked, instead }: ModelChain,
  model: OpenModel,
  [first]: readonly FailedAttempt[],
): Answering {
  if (model.local || model.entry.id === asked)
    return { model: recordedModel(model), asked_model: null, fallback_reason: null };
  const code = first ? fallbackReason(first.code) : 'failed';
  return {
    model: recordedModel(model),
    asked_model: asked,
    fallback_reason: first ? code : (instead ?? code),
  };
}

/** The models whose window holds the prompt with an answer; where none does, the first is asked all the same. */
function roomyLinks({ links }: ModelChain, prompt_tokens: number): ModelChain['links'] {
  const [first, ...others] = links.filter(
    ({ entry, local }) => local || entry.context_window >= prompt_tokens + ANSWER_MIN_TOKENS,
  );
  return first ? [first, ...others] : [links[0]];
}

/** The stages that a model's text passes before it is shown. */
function stagesOf(task: Task, text: AnswerText, numbers: AnswerNumbers | null) {
  const { agent, continues } = task;
  const sentences = (agent.refuse_unchecked_numbers && numbers?.sentenceFilter()) || null;
  const repeated = continues ? repeatedWords(task, continues) : null;
  if (continues) {
    text.resume(
      continues.answer,
      continues.sources.map(({ index }) => index),
    );
    sentences?.resume(continues.answer);
  }
  const stages = [repeated, sentences, text].filter((stage) => stage !== null);
  return {
    take: (words: string) => stages.reduce((passed, stage) => stage.take(passed), words),
    end(outcome: StreamedAnswer) {
      // A sentence that was cut off is not complete.
      if (outcome.type !== 'end' || outcome.reason === 'length') sentences?.close();
      return stages.reduce((passed, stage) => stage.take(passed) + stage.end(), '');
    },
  };
}

/** A continuation goes on in the text that is there, without the words that the model repeats of it. */
function repeatedWords({ chain }: Task, { answer }: CutAnswer): RepeatedWords {
  // The local reader writes the whole answer again; where the sources have changed meanwhile, it is another one.
  return chain.links[0].local ? new RepeatedWords(answer, '\n\n') : new RepeatedWords(tailOf(answer));
}

const numberedAsCited = (sources: Source[], cited: readonly number[]): Source[] =>
  cited.flatMap((number, place) => {
    const source = sources.find(({ index }) => index === number);
    return source ? [{ ...source, index: place + 1 }] : [];
  });

function answerRoom({ max_tokens }: Task, { entry }: OpenModel, prompt_tokens: number): number {
  const room = Math.max(ANSWER_MIN_TOKENS, Math.min(entry.max_tokens, entry.context_window - prompt_tokens));
  return Math.min(room, Math.max(WANTED_MIN_TOKENS, max_tokens ?? entry.max_tokens));
}

function logFailure({ log }: PrepareContext, model: OpenModel, cause: unknown): void {
  const { message, ...facts } = causeFacts(cause);
  log.warn({ model: model.entry.id, ...facts, err: { message: message.slice(0, 300) } }, 'model failed');
}
