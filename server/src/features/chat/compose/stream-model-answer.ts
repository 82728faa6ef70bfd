/** Streams a model's answer until it ends or is cut short, whether or not the model reacts to the abort. */
import type { Model, ModelCall, ModelEnding, ReportedUsage } from '../../../adapters/models/model.ts';
import type { AnswerText } from './answer-text.ts';
import type { LiveText } from './live-text.ts';

const CUT_REASONS = ['stop', 'deadline', 'drain', 'size', 'lost'] as const;
/** Why an answer is cut short: its reader, its time, our going down, its size, or another process ended it. */
export type CutReason = (typeof CUT_REASONS)[number];

type Outcome = Extract<ModelEnding, { type: 'end' | 'failed' }> | { type: 'cut'; reason: CutReason };

/** How the answer ended, with the tokens that the provider has reported until then. */
export type StreamedAnswer = Outcome & { reported: ReportedUsage };

export const NOTHING_REPORTED: ReportedUsage = { input: null, output: null };

/** The longest answer in memory while the database is away. No honest answer comes near it. */
const ANSWER_MAX_LENGTH = 8 * 1024 * 1024;

type AnswerSink = { text: Pick<AnswerText, 'take'>; live: LiveText; onError: (cause: unknown) => void };

export async function streamModelAnswer(
  model: Model,
  call: Omit<ModelCall, 'onUsage'>,
  sink: AnswerSink,
): Promise<StreamedAnswer> {
  let reported = NOTHING_REPORTED;
  const onUsage = (usage: ReportedUsage) => {
    reported = usage;
  };
  const outcome = await outcomeOfCall(model, { ...call, onUsage }, sink);
  const usage = outcome.type === 'cut' ? null : outcome.usage;
  return { ...outcome, reported: usage ?? reported };
}

async function outcomeOfCall(model: Model, call: ModelCall, sink: AnswerSink): Promise<Outcome> {
  const { text, live, onError } = sink;
  const { signal } = call;
  if (signal.aborted) return cutBy(signal);
  const leaving = new AbortController();
  const cut = Promise.withResolvers<Outcome>();
  let isCut = false;
  const leave = (outcome: Outcome) => {
    // Text that is kept back within the call is let out by the abort.
    leaving.abort();
    isCut = true;
    cut.resolve(outcome);
  };
  const obey = () => leave(cutBy(signal));
  signal.addEventListener('abort', obey, { once: true });
  const say = (words: string) => {
    if (isCut) return;
    live.append(text.take(words));
    if (live.length > ANSWER_MAX_LENGTH) leave({ type: 'cut', reason: 'size' });
  };
  try {
    // Not awaited once it is cut: a model that hangs would delay the end of the answer.
    const told = model({ ...call, signal: leaving.signal }, say).then((last) => outcomeOf(last, onError));
    const outcome = await Promise.race([cut.promise, told]);
    return signal.aborted ? cutBy(signal) : outcome;
  } catch (error) {
    // A model that rejects breaks its promise; to its reader it has failed like any other.
    onError(error);
    return { type: 'failed', code: 'model_failed', cause: error, usage: null };
  } finally {
    signal.removeEventListener('abort', obey);
  }
}

function outcomeOf(last: ModelEnding | undefined, onError: AnswerSink['onError']): Outcome {
  if (last?.type === 'end') return last;
  const cause = last?.cause ?? 'it ended without an ending';
  onError(cause);
  return last ?? { type: 'failed', code: 'model_failed', cause, usage: null };
}

/** The outcome of an aborted signal. A foreign signal is a stop, or a deadline when it timed out. */
export function cutBy({ reason }: AbortSignal): Outcome & { type: 'cut' } {
  const known = CUT_REASONS.find((one) => one === reason);
  const timedOut = reason instanceof DOMException && reason.name === 'TimeoutError';
  return { type: 'cut', reason: known ?? (timedOut ? 'deadline' : 'stop') };
}

export function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

/** The cause of a failed call: the status and the short message that the adapter let through, or an error. */
export function causeFacts(cause: unknown): {
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
