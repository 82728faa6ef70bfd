/**
 * The answers that this process is writing. They belong to the process, not to whoever asked: a reader may leave,
 * come back or never have been there.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { isDatabaseAway, reasonOf } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';
import { personTopic } from '../users/rights-changed.ts';
import type { Admission } from './admission.ts';
import { type Written, writeAnswer } from './answer.ts';
import { ANSWER_MAX_MS } from './compose.ts';
import { settle } from './ledger.ts';
import { LiveText } from './live-text.ts';
import type { CutReason } from './pour.ts';
import { findMessage, type MessageKey, type MessageRow } from './store.ts';
import { endAbandoned } from './sweep.ts';
import { keepTrace } from './trace.ts';
import {
  answerTopic,
  hurryTopic,
  openWriteBehind,
  type Pace,
  stopTopic,
  type WriteBehind,
} from './write-behind.ts';

export type ChatContext = Pick<
  AppContext,
  'db' | 'clock' | 'content' | 'log' | 'models' | 'queue' | 'signals'
>;

export type RunningAnswer = {
  key: MessageKey;
  session_id: string;
  live: LiveText;
  /** Cuts it short; the first reason counts. */
  cut(reason: CutReason): void;
  /** What was written, before it is saved. Never rejects. */
  written: Promise<Written>;
  /** The record as it ended; undefined when that could not be saved. Never rejects. */
  finished: Promise<MessageRow | undefined>;
};

export type Answers = {
  /** Names this process in leases. */
  owner: string;
  running: Map<number, RunningAnswer>;
  writeBehind: WriteBehind;
  /** No question is let in any more. */
  draining: boolean;
  /** Questions that were, and whose transaction is under way. */
  entering: number;
  /** What begins from now on is cut short at once. */
  closed: boolean;
  /** How often answers ended how; `unsaved` are those whose end the database did not take. */
  ended: Map<string, number>;
  /** `at` is by `performance.now()`. */
  sweeper: { at: number | null; ended: number };
};

/** How long the end of an answer is tried to be saved while the database is away. */
const SAVING_MAX_MS = 5 * 60_000;
const SAVING_RETRY_MS = 500;
const SAVING_TRIES = 3;
const SWEEP_MS = 3_000;
const DRAIN_SAVING_MS = 5_000;
const ENTERING_MS = 20;

/** One register a database pool: a process has one of them, a test may play several processes. */
const registers = new WeakMap<AppContext['db'], Answers>();

/** `pace` counts when it is the first call. */
export function answersOf(context: ChatContext, pace?: Pace): Answers {
  const known = registers.get(context.db);
  if (known) return known;
  const owner = randomUUID();
  const answers: Answers = {
    owner,
    running: new Map(),
    writeBehind: openWriteBehind(context, owner, pace),
    draining: false,
    entering: 0,
    closed: false,
    ended: new Map(),
    sweeper: { at: null, ended: 0 },
  };
  registers.set(context.db, answers);
  return answers;
}

/** Who stands on the threshold when the doors close still gets an answer. */
export async function letIn<T>(context: ChatContext, enter: (owner: string) => Promise<T>): Promise<T> {
  const answers = answersOf(context);
  if (answers.draining) throw new AppError('draining');
  answers.entering += 1;
  try {
    return await enter(answers.owner);
  } finally {
    answers.entering -= 1;
  }
}

/** Starts writing an admitted answer, detached from the request. */
export function begin(context: ChatContext, admission: Admission): RunningAnswer {
  const { running, writeBehind, closed, ended } = answersOf(context);
  const { key, session_id } = admission;
  const controller = new AbortController();
  const cut = (reason: CutReason) => controller.abort(reason);
  const live = new LiveText();
  const kept = { key, live, onStop: () => cut('stop'), onLost: () => cut('lost') };
  writeBehind.add(kept);
  const look = () => void obeyStop(context, key, cut);
  const forgetStop = context.signals.listen(stopTopic(key.id), look);
  const forgetPerson = context.signals.listen(personTopic(key.user_id), look);
  const forgetHurry = context.signals.listen(hurryTopic(key.id), writeBehind.hurry);
  const deadline = setTimeout(() => cut('deadline'), ANSWER_MAX_MS);

  const written = conduct(context, admission, live, controller.signal);
  const finished = written
    .then((whole) => save(context, key, whole))
    .then((message) => {
      const how = message?.status ?? 'unsaved';
      ended.set(how, (ended.get(how) ?? 0) + 1);
      return message;
    })
    .finally(() => {
      clearTimeout(deadline);
      forgetStop();
      forgetPerson();
      forgetHurry();
      writeBehind.remove(kept);
      running.delete(key.id);
      live.end();
    });
  const answer = { key, session_id, live, cut, written, finished };
  running.set(key.id, answer);
  if (closed) cut('drain');
  return answer;
}

async function conduct(
  context: ChatContext,
  admission: Admission,
  live: LiveText,
  signal: AbortSignal,
): Promise<Written> {
  try {
    return await writeAnswer(context, admission, live, signal);
  } catch (error) {
    context.log.error({ message_id: admission.key.id, err: { message: reasonOf(error) } }, 'an answer broke');
    const { text: answer, seq } = live.after(0);
    const nothing = { sources: [], filters: [], charge: null };
    const ending = { status: 'failed', error_code: 'internal', answer, seq, ...nothing } as const;
    return { ending, trace: null, at_length: false };
  }
}

/** Tries until the database takes it. When another process has ended the answer, its record is what counts. */
async function save(
  context: ChatContext,
  key: MessageKey,
  { ending, trace }: Written,
): Promise<MessageRow | undefined> {
  const { db, clock, log, queue } = context;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      const settled = await db.transaction(async (tx) => {
        const message = await settle(tx, key, ending, { now: clock.now(), queue });
        if (message && trace) await keepTrace(tx, key, trace);
        return message;
      });
      if (!settled) return await findMessage(db, key);
      await wake(context, answerTopic(key.id));
      return settled;
    } catch (error) {
      const patient = isDatabaseAway(error)
        ? performance.now() - began < SAVING_MAX_MS
        : tries < SAVING_TRIES;
      log.error(
        { message_id: key.id, tries, err: { message: reasonOf(error) } },
        'the end of an answer was not saved',
      );
      if (!patient) return undefined;
      await pause(SAVING_RETRY_MS);
    }
  }
}

/** A wake-up says "look again"; the row says whether it was meant. */
async function obeyStop(
  { db, log }: ChatContext,
  key: MessageKey,
  cut: (reason: CutReason) => void,
): Promise<void> {
  try {
    const message = await findMessage(db, key);
    if (message?.status !== 'streaming') cut('lost');
    else if (message.stop_requested) cut('stop');
  } catch (error) {
    log.warn(
      { message_id: key.id, err: { message: reasonOf(error) } },
      'a stop was not read; the next write will',
    );
  }
}

/** A lost wake-up costs time only: whoever waits looks again by themselves. */
export async function wake({ signals, log }: ChatContext, ...topics: string[]): Promise<void> {
  try {
    await signals.send(...topics);
  } catch (error) {
    log.warn({ topics, err: { message: reasonOf(error) } }, 'a wake-up was not sent');
  }
}

/** Ends what other processes, or an earlier life of this one, left behind: now and every few seconds. */
export function startSweeper(context: ChatContext, everyMs = SWEEP_MS): { stop(): void } {
  const { owner, running, sweeper } = answersOf(context);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wasAway = false;
  const sweep = async () => {
    try {
      // After an outage every lease is late, of the living too: they get until the next sweep to say so.
      if (wasAway) await context.db.execute(sql`select`);
      else sweeper.ended += await endAbandoned(context, { owner, ids: [...running.keys()] });
      sweeper.at = performance.now();
      wasAway = false;
    } catch (error) {
      wasAway = true;
      context.log.warn({ err: { message: reasonOf(error) } }, 'sweep failed, will be tried again');
    }
    if (!stopped) timer = setTimeout(() => void sweep(), everyMs).unref();
  };
  void sweep();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Takes no new questions, gives running answers so long to end, and saves what is left as interrupted. */
export async function drain(context: ChatContext, seconds: number): Promise<void> {
  const answers = answersOf(context);
  answers.draining = true;
  await allEnded(answers, seconds * 1_000);
  answers.closed = true;
  for (const answer of answers.running.values()) answer.cut('drain');
  await allEnded(answers, DRAIN_SAVING_MS);
}

async function allEnded(answers: Answers, within_ms: number): Promise<void> {
  const until = performance.now() + within_ms;
  for (let left = within_ms; left > 0 && (answers.running.size || answers.entering); ) {
    const finished = [...answers.running.values()].map((answer) => answer.finished);
    // Whoever is entering is no answer yet: looked for again soon.
    const patience = answers.entering ? Math.min(left, ENTERING_MS) : left;
    await Promise.race([
      ...(finished.length ? [Promise.all(finished)] : []),
      pause(patience, undefined, { ref: false }),
    ]);
    left = until - performance.now();
  }
}
