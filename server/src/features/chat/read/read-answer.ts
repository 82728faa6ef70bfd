/** Reads an answer along while it is written, from memory in the process that writes it, from rows elsewhere. */
import type { AnswerEvent } from '#contract/chat-record.ts';
import { LOCAL_MODEL, type Models } from '../../../adapters/models/model.ts';
import { AppError } from '../../../app-error.ts';
import { IterablePullStream, PullStream } from '../../../http/streaming/pull-stream.ts';
import type { Piece } from '../compose/live-text.ts';
import { findLastMessage, type MessageKey, type MessageRow } from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import type { Answering } from '../ledger/settle.ts';
import type { ChatContext, RunningAnswer } from '../run/chat-runtime.ts';
import { readFromRows } from './answer-from-rows.ts';
import { answeredBy, lastEvent, maskedIn, unknownEnd } from './records.ts';

/** Maps an answer to events: first all the text so far, then chunks, at last the end. */
type EventMapping = {
  models: Pick<Models, 'catalogue'>;
  /** The event before all chunks, of the text that is there; undefined where the first chunk is the first event. */
  first?: (piece: Piece, answering: Answering) => AnswerEvent;
  end: (message: MessageRow | undefined, isFirst: boolean) => AnswerEvent[];
};

type Named = Pick<ChatContext, 'models'>;

/** Reads an answer that this process writes from memory, and any other from rows. */
export type AnswerReader = { asEvents(telling: EventMapping): PullStream<AnswerEvent> };

/** The answer as chunks, from its first letter on. */
export const chunksOf = ({ models }: Named, reading: AnswerReader): PullStream<AnswerEvent> =>
  reading.asEvents({
    models,
    end: (message, isFirst) => [
      ...(isFirst && message?.answer
        ? [beginningOf(models, { text: message.answer, seq: message.seq }, message)]
        : []),
      endOf(models, message),
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
    models: context.models,
    first: ({ text, seq }, answering) => ({
      content: '',
      snapshot: text,
      seq,
      done: false,
      message_id: message.id,
      ...(answering.model === LOCAL_MODEL ? { local: true } : {}),
      ...(text ? answeredBy(context.models, answering) : {}),
      ...maskedIn(answering),
    }),
    end: (ended, isFirst) => [
      isFirst && ended ? wholeOf(context.models, ended) : endOf(context.models, ended),
    ],
  });

/** One event for a reader who comes after the end. */
const wholeOf = (models: EventMapping['models'], message: MessageRow): AnswerEvent => ({
  ...lastEvent(models, message),
  snapshot: message.answer,
});

const endOf = (models: EventMapping['models'], message: MessageRow | undefined) =>
  message ? lastEvent(models, message) : unknownEnd;

/** The first event with text says who answers. */
const beginningOf = (models: EventMapping['models'], piece: Piece, answering: Answering): AnswerEvent => ({
  ...chunkOf(piece),
  ...answeredBy(models, answering),
  ...maskedIn(answering),
});

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
  /** A snapshot or a chunk has said who answers. */
  #hasBegun = false;
  readonly #answer: RunningAnswer;
  readonly #mapping: EventMapping;
  #last: AnswerEvent[] | undefined;
  #onMore = () => {};

  constructor(answer: RunningAnswer, mapping: EventMapping) {
    super();
    this.#answer = answer;
    this.#mapping = mapping;
    void answer.finished.then((message) => {
      this.#last = mapping.end(message, false);
      this.#onMore();
    });
  }

  take(): AnswerEvent | null | undefined {
    const { live, answering } = this.#answer;
    const { models, first } = this.#mapping;
    if (this.#at < 0) {
      this.#at = 0;
      if (first) {
        const soFar = live.after(0);
        this.#at = soFar.seq;
        this.#hasBegun = soFar.text !== '';
        return first(soFar, answering());
      }
    }
    if (this.#at < live.seq) {
      const piece = this.#at === 0 ? live.after(0) : live.pieceAfter(this.#at);
      this.#at = piece.seq;
      if (this.#hasBegun) return chunkOf(piece);
      this.#hasBegun = true;
      return beginningOf(models, piece, answering());
    }
    return this.#last && (this.#last.shift() ?? null);
  }

  watch(onMore: () => void): () => void {
    this.#onMore = onMore;
    return this.#answer.live.watch(onMore);
  }
}

async function* eventsFromRows(
  reading: ReturnType<typeof readFromRows>,
  { models, first, end }: EventMapping,
): AsyncGenerator<AnswerEvent> {
  let isFirst = true;
  let hasBegun = false;
  for await (const read of reading) {
    if ('ended' in read) yield* end(read.ended, isFirst);
    else if (isFirst && first) yield first(read, read.answering);
    else if (read.text && !hasBegun) yield beginningOf(models, read, read.answering);
    else if (read.text) yield chunkOf(read);
    isFirst = false;
    hasBegun ||= 'text' in read && read.text !== '';
  }
}
