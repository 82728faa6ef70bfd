/** The state of one process: the answers that it is writing, and how they are drained when it ends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Trace } from '#contract/trace.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { reasonOf } from '../../../db/client.ts';
import type { LiveText } from '../compose/live-text.ts';
import type { CutReason } from '../compose/stream-model-answer.ts';
import type { MessageKey, MessageRow } from '../conversations/message-store.ts';
import type { Answering, Ending } from '../ledger/settle.ts';
import { type Pace, WriteBehind } from './write-behind.ts';

/** How an answer ended, before it is saved. */
export type WrittenAnswer = {
  ending: Ending;
  /** Kept for tests only. */
  trace: Trace | null;
  /** The model was cut off where its answer may be no longer. */
  at_length: boolean;
  /** How long the models that were asked are not asked again; null where they can be. */
  retry_after_ms: number | null;
};

export type RunningAnswer = {
  key: MessageKey;
  session_id: string;
  live: LiveText;
  /** The model that answers, as far as it is known. */
  answering: () => Answering;
  /** Cuts it short; the first reason counts. */
  cut(reason: CutReason): void;
  /** The answer as it was written, before it is saved. Never rejects. */
  written: Promise<WrittenAnswer>;
  /** The record as it ended; undefined when that could not be saved. Never rejects. */
  finished: Promise<MessageRow | undefined>;
};

/** Made once in the composition root: a process has one, a test may play several processes. */
export type ChatRuntime = {
  /** Names this process in leases. */
  owner: string;
  running: Map<number, RunningAnswer>;
  writeBehind: WriteBehind;
  /** No question is admitted any more. */
  draining: boolean;
  /** Admissions that are under way. */
  admitting: number;
  /** An answer that begins from now on is cut short at once. */
  closed: boolean;
  /** How often answers ended how; `unsaved` are those whose end the database did not take. */
  ended: Map<string, number>;
  /** `at` is by `performance.now()`. */
  sweeper: { at: number | null; ended: number };
  /** The last known version of each agent: a kept version never changes and never goes. */
  agentVersions: Map<number, { hash: string; version_id: number }>;
};

export type ChatContext = Pick<
  AppContext,
  'db' | 'clock' | 'content' | 'env' | 'log' | 'models' | 'queue' | 'signals'
> & { chat: ChatRuntime };

const DRAIN_SAVING_MS = 5_000;
const ADMITTING_MS = 20;

export function createChatRuntime(
  context: Pick<AppContext, 'db' | 'signals' | 'log'>,
  pace?: Pace,
): ChatRuntime {
  const owner = randomUUID();
  return {
    owner,
    running: new Map(),
    writeBehind: new WriteBehind(context, owner, pace),
    draining: false,
    admitting: 0,
    closed: false,
    ended: new Map(),
    sweeper: { at: null, ended: 0 },
    agentVersions: new Map(),
  };
}

/** Counts an admission, so that one in flight when draining starts is completed; later ones are refused. */
export async function trackAdmission<T>(
  { chat }: Pick<ChatContext, 'chat'>,
  admit: (owner: string) => Promise<T>,
): Promise<T> {
  if (chat.draining) throw new AppError('draining');
  chat.admitting += 1;
  try {
    return await admit(chat.owner);
  } finally {
    chat.admitting -= 1;
  }
}

/** Sends a wake-up to all processes. A lost one costs time only: each waiting reader also looks by itself. */
export async function wake(
  { signals, log }: Pick<ChatContext, 'signals' | 'log'>,
  ...topics: string[]
): Promise<void> {
  try {
    await signals.send(...topics);
  } catch (error) {
    log.warn({ topics, err: { message: reasonOf(error) } }, 'a wake-up was not sent');
  }
}

/** Takes no new questions, gives running answers `seconds` to end, and saves what is left as interrupted. */
export async function drain({ chat }: Pick<ChatContext, 'chat'>, seconds: number): Promise<void> {
  chat.draining = true;
  await allEnded(chat, seconds * 1_000);
  chat.closed = true;
  for (const answer of chat.running.values()) answer.cut('drain');
  await allEnded(chat, DRAIN_SAVING_MS);
}

async function allEnded(chat: ChatRuntime, within_ms: number): Promise<void> {
  const until = performance.now() + within_ms;
  for (let left = within_ms; left > 0 && (chat.running.size || chat.admitting); ) {
    const finished = [...chat.running.values()].map((answer) => answer.finished);
    // An admission has no promise here, so it is looked for again soon.
    const patience = chat.admitting ? Math.min(left, ADMITTING_MS) : left;
    await Promise.race([
      ...(finished.length ? [Promise.all(finished)] : []),
      pause(patience, undefined, { ref: false }),
    ]);
    left = until - performance.now();
  }
}
