/** Reads an answer along while it is written, from memory in the process that writes it, from rows elsewhere. */
import type { AnswerEvent } from '#contract/chat.ts';
import { AppError } from '../../../app-error.ts';
import { IterablePullStream, PullStream } from '../../../http/streaming/pull-stream.ts';
import type { LiveText, Piece } from '../compose/live-text.ts';
import { findLastMessage, type MessageKey, type MessageRow } from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import type { ChatContext, RunningAnswer } from '../run/chat-runtime.ts';
import { readFromRows } from './answer-from-rows.ts';
import { lastEvent, unknownEnd } from './records.ts';

/** Maps an answer to events: first all the text so far, then chunks, at last the end. */
type EventMapping = {
  first: (piece: Piece) => AnswerEvent | undefined;
  end: (message: MessageRow | undefined, isFirst: boolean) => AnswerEvent[];
};

/** Reads an answer that this process writes from memory, and any other from rows. */
export type AnswerReader = { asEvents(telling: EventMapping): PullStream<AnswerEvent> };

/** The answer as chunks, from its first letter on. */
export const chunksOf = (reading: AnswerReader): PullStream<AnswerEvent> =>
  reading.asEvents({
    first: (piece) => (piece.text ? chunkOf(piece) : undefined),
    end: (message, isFirst) => [
      ...(isFirst && message?.answer ? [chunkOf({ text: message.answer, seq: message.seq })] : []),
      endOf(message),
    ],
  });

/** Joins what is being written in a conversation; when nothing is, one event tells how its last answer ended. */
export async function join(
  context: ChatContext,
  user_id: number,
  session_id: string,
  after: number,
): Promise<PullStream<AnswerEvent>> {
  const [isThere, message] = await Promise.all([
    hasSession(context.db, user_id, session_id),
    findLastMessage(context.db, user_id, session_id),
  ]);
  if (!isThere) throw new AppError('session_not_found');
  return message ? joinedTo(context, message, after) : new IterablePullStream(nothingYet());
}

async function* nothingYet(): AsyncGenerator<AnswerEvent> {
  yield { content: '', done: true };
}

/**
 * One snapshot, then chunks. The snapshot is never shorter than what the reader says to have (`after`), if it can
 * be helped: what is saved lags a little behind what was streamed.
 */
export const joinedTo = (context: ChatContext, message: MessageRow, after: number): PullStream<AnswerEvent> =>
  readerOf(context, message, after).asEvents({
    first: (piece) => snapshotOf(message, piece),
    end: (ended, isFirst) => [isFirst && ended ? wholeOf(ended) : endOf(ended)],
  });

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

let lastPiece: Piece | undefined;
let lastChunk: AnswerEvent;

/** All readers of the same piece get the same event object, one after the other. */
function chunkOf(piece: Piece): AnswerEvent {
  if (piece === lastPiece) return lastChunk;
  lastPiece = piece;
  lastChunk = { content: piece.text, done: false, seq: piece.seq };
  return lastChunk;
}

export function readerOf(context: ChatContext, key: MessageKey, after: number): AnswerReader {
  const running = context.chat.running.get(key.id);
  if (running) return fromMemory(running);
  return {
    asEvents: (telling) => new IterablePullStream(eventsFromRows(readFromRows(context, key, after), telling)),
  };
}

export const fromMemory = (answer: RunningAnswer): AnswerReader => ({
  asEvents: (telling) => new MemoryFeed(answer, telling),
});

class MemoryFeed extends PullStream<AnswerEvent> {
  /** The last event that was taken; -1 before the first. */
  #at = -1;
  readonly #live: LiveText;
  readonly #first: EventMapping['first'];
  #last: AnswerEvent[] | undefined;
  #onMore = () => {};

  constructor({ live, finished }: RunningAnswer, { first, end }: EventMapping) {
    super();
    this.#live = live;
    this.#first = first;
    void finished.then((message) => {
      this.#last = end(message, false);
      this.#onMore();
    });
  }

  take(): AnswerEvent | null | undefined {
    const live = this.#live;
    if (this.#at < 0) {
      const soFar = live.after(0);
      this.#at = soFar.seq;
      const event = this.#first(soFar);
      if (event) return event;
    }
    if (this.#at < live.seq) {
      const piece = live.pieceAfter(this.#at);
      this.#at = piece.seq;
      return chunkOf(piece);
    }
    return this.#last && (this.#last.shift() ?? null);
  }

  watch(onMore: () => void): () => void {
    this.#onMore = onMore;
    return this.#live.watch(onMore);
  }
}

async function* eventsFromRows(
  reading: AsyncIterable<Piece | { ended: MessageRow | undefined }>,
  { first, end }: EventMapping,
): AsyncGenerator<AnswerEvent> {
  let isFirst = true;
  for await (const read of reading) {
    if ('ended' in read) yield* end(read.ended, isFirst);
    else {
      const event = isFirst ? first(read) : chunkOf(read);
      if (event) yield event;
    }
    isFirst = false;
  }
}
