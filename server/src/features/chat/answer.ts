/** Writes one answer: finds passages, asks the model, cleans what it says. Knows neither rows nor readers. */
import type { ProblemCode } from '#contract/errors.ts';
import type { ModelEvent, Prompt, Usage } from '../../adapters/models/model.ts';
import { reasonOf } from '../../db/client.ts';
import type { World } from '../../world.ts';
import { type Grounding, retrieve } from '../grounding/retrieve.ts';
import { countTokens } from '../knowledge/tokens.ts';
import type { Admission } from './admission.ts';
import { type AnswerText, openAnswerText } from './answer-text.ts';
import type { Charge, Ending } from './ledger.ts';
import type { LiveText } from './live-text.ts';
import { estimateTokens, instructionsOf, withSourcesAway } from './prompt.ts';
import { noteGrounding } from './store.ts';

/** Why an answer is cut short: its reader, its time, our going down, its size, or another process ended it. */
export type CutReason = 'stop' | 'deadline' | 'drain' | 'size' | 'lost';

/** What may be kept in memory while the database is away. No honest answer comes near it. */
const ANSWER_MAX_LENGTH = 8 * 1024 * 1024;
/** The least that is left for an answer, however long its prompt is. */
const ANSWER_MIN_TOKENS = 256;

type Outcome =
  | { type: 'end'; usage: Usage | null }
  | { type: 'failed'; code: ProblemCode; usage: Usage | null }
  | { type: 'cut'; reason: CutReason };

/** Never throws: whatever happens is an ending. */
export async function writeAnswer(
  world: Pick<World, 'db' | 'log'>,
  admission: Admission,
  live: LiveText,
  signal: AbortSignal,
): Promise<Ending> {
  const { key, model, agent, question, history } = admission;
  const { found, failed } = await ground(world, admission, signal);
  const instructions = instructionsOf(agent);
  const prompt: Prompt = {
    instructions: failed ? withSourcesAway(instructions) : instructions,
    passages: found?.passages ?? null,
    history,
    question,
  };
  const prompt_tokens = estimateTokens(textOf(prompt));
  const sources = found?.sources ?? [];
  if (sources.length)
    void noteGrounding(world.db, key, { sources, prompt_tokens }).catch((error) =>
      world.log.warn({ message_id: key.id, err: { message: reasonOf(error) } }, 'sources not noted yet'),
    );

  const text = openAnswerText(new Set(sources.map(({ index }) => index)));
  const outcome: Outcome = signal.aborted
    ? { type: 'cut', reason: signal.reason as CutReason }
    : await pour(
        model.model({
          prompt,
          temperature: admission.temperature,
          max_tokens: Math.max(
            ANSWER_MIN_TOKENS,
            Math.min(model.entry.max_tokens, model.entry.context_window - prompt_tokens),
          ),
          signal,
        }),
        { text, live, signal, onError: (cause) => logFailure(world, admission, cause) },
      );
  live.append(text.end());
  const answer = live.after(0).text;
  const ending = endingOf(outcome, answer.trim() !== '');
  return {
    ...ending,
    answer,
    seq: live.seq,
    sources: sources.filter(({ index }) => text.cited.has(index)),
    charge: ending.status === 'failed' ? null : await chargeOf(outcome, prompt, answer),
  };
}

/** A search that fails costs the answer its sources, not the person their answer. */
async function ground(
  world: Pick<World, 'db' | 'log'>,
  { agent, question, history, model, key }: Admission,
  signal: AbortSignal,
): Promise<{ found: Grounding | null; failed: boolean }> {
  try {
    const asked = { agent_id: agent.id, question, history, context_window: model.entry.context_window };
    const found = await Promise.race([retrieve(world, asked), aborted(signal)]);
    return { found, failed: false };
  } catch (error) {
    world.log.error({ message_id: key.id, err: { message: reasonOf(error) } }, 'retrieval failed');
    return { found: null, failed: true };
  }
}

type Vessel = { text: AnswerText; live: LiveText; signal: AbortSignal; onError: (cause: unknown) => void };

/** Takes what the model says until its last event, or until it is cut short, whether or not the model listens. */
async function pour(events: AsyncIterable<ModelEvent>, vessel: Vessel): Promise<Outcome> {
  const { text, live, signal, onError } = vessel;
  const cut = aborted(signal);
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), cut]);
      if (signal.aborted) return { type: 'cut', reason: signal.reason as CutReason };
      const event = next?.done === false ? next.value : undefined;
      if (event?.type === 'text') {
        live.append(text.take(event.text));
        if (live.length > ANSWER_MAX_LENGTH) return { type: 'cut', reason: 'size' };
        continue;
      }
      if (event?.type === 'end') return event;
      onError(event?.cause ?? 'the events ended without a last one');
      return event ?? { type: 'failed', code: 'model_failed', usage: null };
    }
  } catch (error) {
    // A model that throws breaks its promise; to its reader it has failed like any other.
    onError(error);
    return { type: 'failed', code: 'model_failed', usage: null };
  } finally {
    // Not awaited: a model that hangs would hold the answer's end.
    void iterator.return?.()?.then(undefined, onError);
  }
}

function endingOf(outcome: Outcome, hasText: boolean): Pick<Ending, 'status' | 'error_code'> {
  const broken = (code: ProblemCode) =>
    ({ status: hasText ? 'interrupted' : 'failed', error_code: code }) as const;
  if (outcome.type === 'failed') return broken(outcome.code);
  // A model that ends without a word has not answered.
  if (outcome.type === 'end') return hasText ? { status: 'done', error_code: null } : broken('model_failed');
  if (outcome.reason === 'stop') return { status: 'stopped', error_code: null };
  if (outcome.reason === 'deadline') return broken('model_timeout');
  return { status: 'interrupted', error_code: 'answer_interrupted' };
}

/** What the provider reports, zero included; otherwise what we count. Nothing when nothing came. */
async function chargeOf(outcome: Outcome, prompt: Prompt, answer: string): Promise<Charge | null> {
  if (answer.trim() === '') return null;
  const reported = outcome.type === 'cut' ? null : outcome.usage;
  if (reported && isPlausible(reported.input) && isPlausible(reported.output))
    return { input: reported.input, output: reported.output, estimated: false };
  return { input: await countTokens(textOf(prompt)), output: await countTokens(answer), estimated: true };
}

const isPlausible = (tokens: number) => Number.isInteger(tokens) && tokens >= 0 && tokens < 1_000_000_000;

const textOf = ({ instructions, passages, history, question }: Prompt) =>
  [
    instructions,
    ...(passages ?? []).flatMap(({ title, section, text }) => [title, section, text]),
    ...history.flatMap((exchange) => [exchange.question, exchange.answer]),
    question,
  ].join('\n');

function logFailure({ log }: Pick<World, 'log'>, { key, model }: Admission, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  log.warn(
    { message_id: key.id, model: model.entry.id, err: { message: message.slice(0, 300) } },
    'model failed',
  );
}

function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
