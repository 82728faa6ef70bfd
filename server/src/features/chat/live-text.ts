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
  /** As much of it as is told at once; one and the same for all who have read as far. */
  pieceAfter(from: number): Piece;
  /** Calls back at once with each change, until the returned function is called. */
  watch(onChange: () => void): () => void;
  /** Resolves when there is an event after `seq`, or when nothing more will come. */
  changedAfter(seq: number): Promise<void>;
  /** What comes after `from`, as it comes, until the end. */
  read(from: number): AsyncGenerator<Piece>;
};

/** What one piece may hold, so that a reader who comes back late does not get everything in one write. */
const PIECE_LENGTH = 65_536;

export function openLiveText(): LiveText {
  const chunks: string[] = [];
  const watchers = new Set<() => void>();
  let length = 0;
  let ended = false;
  /** What was told last, and from where on. */
  let told: { from: number; last: number; piece: Piece } | undefined;

  function changed(): void {
    for (const onChange of watchers) onChange();
  }

  function after(from: number, most = Number.POSITIVE_INFINITY): Piece {
    let text = '';
    let seq = from;
    while (seq < chunks.length && (text === '' || text.length < most)) text += chunks[seq++] ?? '';
    return { text, seq };
  }

  function pieceAfter(from: number): Piece {
    if (told?.from === from && told.last === chunks.length) return told.piece;
    const piece = after(from, PIECE_LENGTH);
    told = { from, last: chunks.length, piece };
    return piece;
  }

  function watch(onChange: () => void): () => void {
    watchers.add(onChange);
    return () => void watchers.delete(onChange);
  }

  function changedAfter(seq: number): Promise<void> {
    if (ended || chunks.length > seq) return Promise.resolve();
    return new Promise((resolve) => {
      const forget = watch(() => {
        if (!ended && chunks.length <= seq) return;
        forget();
        resolve();
      });
    });
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
    pieceAfter,
    watch,
    changedAfter,
    async *read(from) {
      for (let at = from; ; ) {
        if (at < chunks.length) {
          const piece = pieceAfter(at);
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
