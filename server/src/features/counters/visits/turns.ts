/** How often visitors may ask, and how many are answered at a time. Addresses are counted as digests, for less than an hour. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  COUNTER_ADDRESS_QUESTIONS,
  COUNTER_ADDRESS_QUESTIONS_PROVED,
  COUNTER_QUESTIONS_PER_HOUR,
  COUNTER_QUESTIONS_PER_MINUTE,
  COUNTER_WAITING_MAX,
  COUNTER_WAITING_SECONDS,
} from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import { inTurn } from '../../../db/in-turn.ts';
import type { VisitorCaller } from '../../../http/routes.ts';
import { requireBelowRateLimits } from '../../../request-guards/rate-limit.ts';
import { consumeRateLimits, fromPlace } from '../../auth/records/limits.ts';
import type { CounterContext } from '../counter-context.ts';

/** An answer of another process ends without being noticed here. */
const LOOK_AGAIN_MS = 500;

export async function consumeQuestion(
  { db, clock }: Pick<CounterContext, 'db' | 'clock'>,
  { visitor_id, proved }: VisitorCaller,
  ip: string,
): Promise<void> {
  const now = clock.now();
  const own = [
    { key: `counter-minute:${visitor_id}`, max: COUNTER_QUESTIONS_PER_MINUTE, seconds: 60 },
    { key: `counter-hour:${visitor_id}`, max: COUNTER_QUESTIONS_PER_HOUR, seconds: 3_600 },
  ];
  const max = proved ? COUNTER_ADDRESS_QUESTIONS_PROVED : COUNTER_ADDRESS_QUESTIONS;
  const all = [...own, ...fromPlace('counter', ip, { max, seconds: 600 })];
  // First all of them: what is refused by one is not counted by another.
  await requireBelowRateLimits(db, all, now);
  await consumeRateLimits(db, all, now);
}

type Admission<P, T> = {
  prepare: () => Promise<P>;
  /** Resolves to null while there is no room. */
  admit: (prepared: P) => Promise<T | null>;
  left: AbortSignal;
};

/**
 * Admits once there is room. One question of a counter after another: of hundreds that come together those for whom there
 * is no place cost the database nothing, and the others never hold more than one connection while they wait for the
 * counter's account.
 */
export async function whenThereIsRoom<P, T>(
  { db, counterQueue, chat }: Pick<CounterContext, 'db' | 'counterQueue' | 'chat'>,
  { counter_id, user_id }: Pick<VisitorCaller, 'counter_id' | 'user_id'>,
  { prepare, admit, left }: Admission<P, T>,
): Promise<T> {
  const turn = <R>(work: () => Promise<R>) => inTurn(db, `counter ${counter_id}`, work);
  const waiting = () => counterQueue.get(counter_id) ?? 0;
  const { prepared, first } = await turn(async () => {
    if (waiting() >= COUNTER_WAITING_MAX) throw busy();
    const ready = await prepare();
    return { prepared: ready, first: await admit(ready) };
  });
  if (first !== null) return first;
  if (waiting() >= COUNTER_WAITING_MAX) throw busy();
  counterQueue.set(counter_id, waiting() + 1);
  try {
    const until = performance.now() + COUNTER_WAITING_SECONDS * 1_000;
    while (performance.now() < until && !left.aborted && !chat.draining) {
      const running = [...chat.running.values()].filter(({ key }) => key.user_id === user_id);
      await Promise.race([
        ...running.map(({ finished }) => finished),
        pause(LOOK_AGAIN_MS, undefined, { ref: false }),
      ]);
      const admitted = await turn(() => admit(prepared));
      if (admitted !== null) return admitted;
    }
    throw busy();
  } finally {
    const others = waiting() - 1;
    if (others > 0) counterQueue.set(counter_id, others);
    else counterQueue.delete(counter_id);
  }
}

const busy = () => new AppError('counter_busy', { retry_after: COUNTER_WAITING_SECONDS });
