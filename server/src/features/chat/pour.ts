/** Takes what a model says until its last event, or until it is cut short, whether or not the model listens. */
import type { ProblemCode } from '#contract/errors.ts';
import type { ModelEvent, Usage } from '../../adapters/models/model.ts';
import type { AnswerText } from './answer-text.ts';
import type { LiveText } from './live-text.ts';

const CUT_REASONS = ['stop', 'deadline', 'drain', 'size', 'lost'] as const;
/** Why an answer is cut short: its reader, its time, our going down, its size, or another process ended it. */
export type CutReason = (typeof CUT_REASONS)[number];

export type Outcome =
  | { type: 'end'; usage: Usage | null; reason: 'stop' | 'length' | 'other' }
  | { type: 'failed'; code: ProblemCode; usage: Usage | null }
  | { type: 'cut'; reason: CutReason };

/** What may be kept in memory while the database is away. No honest answer comes near it. */
const ANSWER_MAX_LENGTH = 8 * 1024 * 1024;

type Vessel = { text: AnswerText; live: LiveText; signal: AbortSignal; onError: (cause: unknown) => void };

export async function pour(events: AsyncIterable<ModelEvent>, vessel: Vessel): Promise<Outcome> {
  const { text, live, signal, onError } = vessel;
  const iterator = events[Symbol.asyncIterator]();
  const nextOf = unlessAborted(signal, () => iterator.next());
  try {
    for (;;) {
      const next = await nextOf();
      if (signal.aborted) return cutBy(signal);
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

/** Of an aborted signal. A signal that somebody else made ends like a stop, or like a deadline when it timed out. */
export function cutBy({ reason }: AbortSignal): Outcome & { type: 'cut' } {
  const known = CUT_REASONS.find((one) => one === reason);
  const timedOut = reason instanceof DOMException && reason.name === 'TimeoutError';
  return { type: 'cut', reason: known ?? (timedOut ? 'deadline' : 'stop') };
}

/** Null where the signal comes first. A race with a promise of the whole answer would keep something for every chunk. */
function unlessAborted<T>(signal: AbortSignal, act: () => Promise<T>): () => Promise<T | null> {
  let giveUp: ((nothing: null) => void) | undefined;
  signal.addEventListener('abort', () => giveUp?.(null), { once: true });
  return () =>
    new Promise((resolve, reject) => {
      giveUp = resolve;
      if (signal.aborted) resolve(null);
      else act().then(resolve, reject);
    });
}

export function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
