/**
 * The answers that this process is writing. They belong to the process, not to whoever asked: a reader may leave,
 * come back or never have been there.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { isDatabaseAway, reasonOf } from '../../db/client.ts';
import type { World } from '../../world.ts';
import { personTopic } from '../users/rights-changed.ts';
import type { Admission } from './admission.ts';
import { writeAnswer } from './answer.ts';
import { ANSWER_MAX_MS } from './compose.ts';
import { settle } from './ledger.ts';
import { type LiveText, openLiveText } from './live-text.ts';
import type { CutReason } from './pour.ts';
import { findMessage, type MessageKey, type MessageRow, requestStop } from './store.ts';
import { endAbandoned } from './sweep.ts';
import { keepTrace } from './trace.ts';
import { answerTopic, openWriteBehind, stopTopic, type WriteBehind } from './write-behind.ts';

export type ChatWorld = Pick<World, 'db' | 'clock' | 'content' | 'log' | 'models' | 'queue' | 'signals'>;

export type RunningAnswer = {
  key: MessageKey;
  session_id: string;
  live: LiveText;
  /** Cuts it short; the first reason counts. */
  cut(reason: CutReason): void;
  /** The record as it ended; undefined when that could not be saved. Never rejects. */
  finished: Promise<MessageRow | undefined>;
};

export type Answers = {
  /** Names this process in leases. */
  owner: string;
  running: Map<number, RunningAnswer>;
  writeBehind: WriteBehind;
  draining: boolean;
};

type Written = Awaited<ReturnType<typeof writeAnswer>>;

const STOP_PATIENCE_MS = 3_000;
/** How long the end of an answer is tried to be saved while the database is away. */
const SAVING_MAX_MS = 5 * 60_000;
const SAVING_RETRY_MS = 500;
const SAVING_TRIES = 3;
const SWEEP_MS = 3_000;
const DRAIN_SAVING_MS = 5_000;

/** One register a database pool: a process has one of them, a test may play several processes. */
const registers = new WeakMap<World['db'], Answers>();

export function answersOf(world: ChatWorld): Answers {
  const known = registers.get(world.db);
  if (known) return known;
  const owner = randomUUID();
  const answers = { owner, running: new Map(), writeBehind: openWriteBehind(world, owner), draining: false };
  registers.set(world.db, answers);
  return answers;
}

/** Starts writing an admitted answer, detached from the request. */
export function begin(world: ChatWorld, admission: Admission): RunningAnswer {
  const { running, writeBehind, draining } = answersOf(world);
  const { key, session_id } = admission;
  const controller = new AbortController();
  const cut = (reason: CutReason) => controller.abort(reason);
  const live = openLiveText();
  const kept = { key, live, onStop: () => cut('stop'), onLost: () => cut('lost') };
  writeBehind.add(kept);
  const look = () => void obeyStop(world, key, cut);
  const forgetStop = world.signals.listen(stopTopic(key.id), look);
  const forgetPerson = world.signals.listen(personTopic(key.user_id), look);
  const deadline = setTimeout(() => cut('deadline'), ANSWER_MAX_MS);

  const finished = conduct(world, admission, live, controller.signal).finally(() => {
    clearTimeout(deadline);
    forgetStop();
    forgetPerson();
    writeBehind.remove(kept);
    running.delete(key.id);
    live.end();
  });
  const answer = { key, session_id, live, cut, finished };
  running.set(key.id, answer);
  // Let in just before the doors were closed.
  if (draining) cut('drain');
  return answer;
}

async function conduct(
  world: ChatWorld,
  admission: Admission,
  live: LiveText,
  signal: AbortSignal,
): Promise<MessageRow | undefined> {
  let written: Written;
  try {
    written = await writeAnswer(world, admission, live, signal);
  } catch (error) {
    world.log.error({ message_id: admission.key.id, err: { message: reasonOf(error) } }, 'an answer broke');
    const { text: answer, seq } = live.after(0);
    const nothing = { sources: [], filters: [], charge: null };
    written = { ending: { status: 'failed', error_code: 'internal', answer, seq, ...nothing }, trace: null };
  }
  return save(world, admission.key, written);
}

/** Tries until the database takes it. When another process has ended the answer, its record is what counts. */
async function save(
  world: ChatWorld,
  key: MessageKey,
  { ending, trace }: Written,
): Promise<MessageRow | undefined> {
  const { db, clock, log, queue } = world;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      const settled = await db.transaction(async (tx) => {
        const message = await settle(tx, key, ending, { now: clock.now(), queue });
        if (message && trace) await keepTrace(tx, key, trace);
        return message;
      });
      if (!settled) return await findMessage(db, key);
      await wake(world, answerTopic(key.id));
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

/** Stops the conversation's running answer, whichever process writes it. Nothing running is fine. */
export async function stopAnswer(world: ChatWorld, user_id: number, session_id: string): Promise<void> {
  const mine = [...answersOf(world).running.values()].find(
    (answer) => answer.key.user_id === user_id && answer.session_id === session_id,
  );
  if (mine) {
    mine.cut('stop');
    await Promise.race([mine.finished, pause(STOP_PATIENCE_MS, undefined, { ref: false })]);
    return;
  }
  const elsewhere = await requestStop(world.db, user_id, session_id);
  if (elsewhere !== undefined) await wake(world, stopTopic(elsewhere));
}

/** A wake-up says "look again"; the row says whether it was meant. */
async function obeyStop(
  { db, log }: ChatWorld,
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
export async function wake({ signals, log }: ChatWorld, ...topics: string[]): Promise<void> {
  try {
    await signals.send(...topics);
  } catch (error) {
    log.warn({ topics, err: { message: reasonOf(error) } }, 'a wake-up was not sent');
  }
}

/** Ends what other processes, or an earlier life of this one, left behind: now and every few seconds. */
export function startSweeper(world: ChatWorld, everyMs = SWEEP_MS): { stop(): void } {
  const { owner, running } = answersOf(world);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wasAway = false;
  const sweep = async () => {
    try {
      // After an outage every lease is late, of the living too: they get until the next sweep to say so.
      if (wasAway) await world.db.execute(sql`select`);
      else await endAbandoned(world, { owner, ids: [...running.keys()] });
      wasAway = false;
    } catch (error) {
      wasAway = true;
      world.log.warn({ err: { message: reasonOf(error) } }, 'sweep failed, will be tried again');
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
export async function drain(world: ChatWorld, seconds: number): Promise<void> {
  const answers = answersOf(world);
  answers.draining = true;
  const finished = async () => {
    await Promise.all([...answers.running.values()].map((answer) => answer.finished));
  };
  await Promise.race([finished(), pause(seconds * 1000, undefined, { ref: false })]);
  for (const answer of answers.running.values()) answer.cut('drain');
  await Promise.race([finished(), pause(DRAIN_SAVING_MS, undefined, { ref: false })]);
}
