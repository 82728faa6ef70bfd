/**
 * An answer's text while it is being written. Each chunk is an event, numbered from 1. Readers keep a place in the
 * one text instead of a queue of their own: a slow one costs nothing, holds nobody up and gets larger pieces.
 */
export type Piece = {
  text: string;
  /** The last event that this and everything before it holds. */
  seq: number;
};

export type LiveText = {
  /** The last event. */
  readonly seq: number;
  /** In UTF-16 code units. */
  readonly length: number;
  readonly ended: boolean;
  append(text: string): void;
  /** Nothing more will come: readers end once they have everything. */
  end(): void;
  /** The text of the events after `from`. */
  after(from: number): Piece;
  /** Resolves when there is an event after `seq`, or when nothing more will come. */
  changedAfter(seq: number): Promise<void>;
  /** What comes after `from`, as it comes, until the end. */
  read(from: number): AsyncGenerator<Piece>;
};

/** What one piece may hold, so that a reader who comes back late does not get everything in one write. */
const PIECE_LENGTH = 65_536;

export function openLiveText(): LiveText {
  const chunks: string[] = [];
  let length = 0;
  let ended = false;
  let change = Promise.withResolvers<void>();

  function changed(): void {
    const { resolve } = change;
    change = Promise.withResolvers();
    resolve();
  }

  function after(from: number, most = Number.POSITIVE_INFINITY): Piece {
    let text = '';
    let seq = from;
    while (seq < chunks.length && (text === '' || text.length < most)) text += chunks[seq++] ?? '';
    return { text, seq };
  }

  async function changedAfter(seq: number): Promise<void> {
    while (!ended && chunks.length <= seq) await change.promise;
  }

  return {
    get seq() {
      return chunks.length;
    },
    get length() {
      return length;
    },
    get ended() {
      return ended;
    },
    append(text) {
      if (text === '' || ended) return;
      chunks.push(text);
      length += text.length;
      changed();
    },
    end() {
      ended = true;
      changed();
    },
    after: (from) => after(from),
    changedAfter,
    async *read(from) {
      for (let at = from; ; ) {
        if (at < chunks.length) {
          const piece = after(at, PIECE_LENGTH);
          at = piece.seq;
          yield piece;
          continue;
        }
        if (ended) return;
        await changedAfter(at);
      }
    },
  };
}
