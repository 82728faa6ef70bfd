/**
 * An answer's text while it is being written. Each chunk is an event, numbered from 1. Readers keep a place in the
 * one text instead of a queue of their own: a slow one costs nothing, holds nobody up and gets larger pieces.
 */
export type Piece = {
  text: string;
  /** The last event that this and everything before it holds. */
  seq: number;
};

/** The longest piece, so that a reader who comes back late does not get everything in one write. */
const PIECE_LENGTH = 65_536;
/** No text is as long. */
const NEVER = 2 ** 31 - 1;

export class LiveText {
  readonly #chunks: string[] = [];
  readonly #watchers = new Set<() => void>();
  #length = 0;
  #ended = false;
  /** The last piece that was made, its first event, and the last event of the text then. */
  #told: Piece = { text: '', seq: 0 };
  #toldFrom = -1;
  #toldAt = 0;
  /** How long the text must be for its keeper to be called. */
  #callAt = NEVER;
  #call = () => {};

  /** The last event. */
  get seq(): number {
    return this.#chunks.length;
  }

  /** In UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  get ended(): boolean {
    return this.#ended;
  }

  append(text: string): void {
    if (text === '' || this.#ended) return;
    this.#chunks.push(text);
    this.#length += text.length;
    if (this.#length >= this.#callAt) this.#callKeeper();
    this.#changed();
  }

  /** Nothing more will come: readers end once they have everything. */
  end(): void {
    this.#ended = true;
    this.#changed();
  }

  /** The text of the events after `from`, as many as it takes to have `most` UTF-16 code units. */
  after(from: number, most: number = Number.POSITIVE_INFINITY): Piece {
    const chunks = this.#chunks;
    let text = '';
    let seq = from;
    while (seq < chunks.length && (text === '' || text.length < most)) text += chunks[seq++] ?? '';
    return { text, seq };
  }

  /** The next piece after `from`: the same object for all readers at the same place. */
  pieceAfter(from: number): Piece {
    if (this.#toldFrom === from && this.#toldAt === this.seq) return this.#told;
    this.#told = this.after(from, PIECE_LENGTH);
    this.#toldFrom = from;
    this.#toldAt = this.seq;
    return this.#told;
  }

  /** Calls back at once with each change, until the returned function is called. */
  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => void this.#watchers.delete(onChange);
  }

  /** Calls back once, when it has grown to `length` UTF-16 code units. There is one keeper; what it said last counts. */
  callAt(length: number, callBack: () => void): void {
    this.#callAt = length;
    this.#call = callBack;
  }

  /** Resolves when there is an event after `seq`, or when nothing more will come. */
  changedAfter(seq: number): Promise<void> {
    if (this.#ended || this.seq > seq) return Promise.resolve();
    return new Promise((resolve) => {
      const forget = this.watch(() => {
        if (!this.#ended && this.seq <= seq) return;
        forget();
        resolve();
      });
    });
  }

  /** Yields the text after `from` as it comes, until the end. */
  async *read(from: number): AsyncGenerator<Piece> {
    for (let at = from; ; ) {
      if (at < this.seq) {
        const piece = this.pieceAfter(at);
        at = piece.seq;
        yield piece;
        continue;
      }
      if (this.#ended) return;
      await this.changedAfter(at);
    }
  }

  #callKeeper(): void {
    this.#callAt = NEVER;
    this.#call();
  }

  #changed(): void {
    for (const onChange of this.#watchers) onChange();
  }
}
