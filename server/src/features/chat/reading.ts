/** Reads an answer along while it is written, from memory in the process that writes it, from rows elsewhere. */
import type { AnswerEvent } from '#contract/chat.ts';
import { isDatabaseAway } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';
import type { Piece } from './live-text.ts';
import { lastEvent, unknownEnd } from './record.ts';
import { answersOf, type ChatWorld, type RunningAnswer, wake } from './running.ts';
import { hasSession } from './session-store.ts';
import { findLastMessage, findProgress, type MessageKey, type MessageRow } from './store.ts';
import { answerTopic, hurryTopic } from './write-behind.ts';

/** Wake-ups may be lost: a reader looks by itself as well. */
const LOOK_AGAIN_MS = 2_000;

/** First all there is so far, perhaps nothing, then what follows, at last the record as it ended. */
export type Reading = AsyncGenerator<Piece | { ended: MessageRow | undefined }>;

/** The answer as chunks, from its first letter on. */
export async function* chunksOf(reading: Reading): AsyncGenerator<AnswerEvent> {
  let first = true;
  for await (const next of reading) {
    if (!('ended' in next)) {
      if (next.text) yield { content: next.text, done: false, seq: next.seq };
    } else {
      if (first && next.ended?.answer) yield { content: next.ended.answer, done: false, seq: next.ended.seq };
      yield endOf(next.ended);
    }
    first = false;
  }
}

/** Joins what is being written in a conversation; when nothing is, one event tells how its last answer ended. */
export async function join(
  world: ChatWorld,
  user_id: number,
  session_id: string,
  after: number,
): Promise<AsyncIterable<AnswerEvent>> {
  const [isThere, message] = await Promise.all([
    hasSession(world.db, user_id, session_id),
    findLastMessage(world.db, user_id, session_id),
  ]);
  if (!isThere) throw new AppError('session_not_found');
  return message ? joinedTo(world, message, after) : nothingYet();
}

async function* nothingYet(): AsyncGenerator<AnswerEvent> {
  yield { content: '', done: true };
}

/**
 * One snapshot, then chunks. The snapshot is never shorter than what the reader says to have (`after`), if it can
 * be helped: what is saved lags a little behind what was streamed.
 */
async function* joinedTo(world: ChatWorld, message: MessageRow, after: number): AsyncGenerator<AnswerEvent> {
  let first = true;
  for await (const next of readingOf(world, message, after)) {
    if ('ended' in next) yield first && next.ended ? wholeOf(next.ended) : endOf(next.ended);
    else if (first) yield snapshotOf(message, next);
    else yield { content: next.text, done: false, seq: next.seq };
    first = false;
  }
}

const snapshotOf = ({ id, model }: MessageRow, { text, seq }: Piece): AnswerEvent => ({
  content: '',
  snapshot: text,
  seq,
  done: false,
  message_id: id,
  ...(model === 'local' ? { local: true } : {}),
});

/** One event for a reader who comes after the end. */
const wholeOf = (message: MessageRow): AnswerEvent => ({ ...lastEvent(message), snapshot: message.answer });

const endOf = (message: MessageRow | undefined) => (message ? lastEvent(message) : unknownEnd);

export function readingOf(world: ChatWorld, key: MessageKey, after: number): Reading {
  const running = answersOf(world).running.get(key.id);
  return running ? fromMemory(running) : fromRows(world, key, after);
}

export async function* fromMemory({ live, finished }: RunningAnswer): Reading {
  const soFar = live.after(0);
  yield soFar;
  yield* live.read(soFar.seq);
  yield { ended: await finished };
}

async function* fromRows(world: ChatWorld, key: MessageKey, after: number): Reading {
  const { db, signals } = world;
  const bell = openBell();
  const forget = signals.listen(answerTopic(key.id), bell.ring);
  try {
    const patientUntil = performance.now() + LOOK_AGAIN_MS;
    let hasHurried = false;
    let at = -1;
    let length = 0;
    for (; ; await bell.rung(LOOK_AGAIN_MS)) {
      const progress = await findProgress(db, key, Math.max(at, 0)).catch((error) => {
        // Who has begun to read waits for the database to come back.
        if (at < 0 || !isDatabaseAway(error)) throw error;
        return null;
      });
      if (progress === undefined) return;
      if (progress === null) continue;
      const { message, text } = progress;
      if (message.status !== 'streaming') {
        if (at >= 0 && message.answer.length > length)
          yield { text: message.answer.slice(length), seq: message.seq };
        yield { ended: message };
        return;
      }
      const isNew = at < 0 ? message.seq >= after || performance.now() > patientUntil : message.seq > at;
      if (!isNew) {
        if (at < 0 && !hasHurried) await wake(world, hurryTopic(key.id));
        hasHurried = true;
        continue;
      }
      at = message.seq;
      length += text.length;
      yield { text, seq: at };
    }
  } finally {
    forget();
  }
}

type Bell = { ring: () => void; rung: (patienceMs: number) => Promise<void> };

/** Remembers a ring that comes while nobody waits. */
function openBell(): Bell {
  let hasRung = false;
  let answer = () => {};
  return {
    ring() {
      hasRung = true;
      answer();
    },
    async rung(patienceMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = resolve;
      const timer = setTimeout(resolve, patienceMs);
      if (!hasRung) await promise;
      clearTimeout(timer);
      hasRung = false;
    },
  };
}
