/**
 * A pull-based event stream with backpressure: the reader takes the next event when it has room, and is called back when
 * there is one. Nothing is queued, and events pass synchronously. For one reader.
 */
export abstract class PullStream<T> implements AsyncIterable<T> {
  /** The next event; undefined while there is none, null after the end. Throws where the source failed. */
  abstract take(): T | null | undefined;
  /** Calls back when there may be something to take, until the returned function is called. */
  abstract watch(onMore: () => void): () => void;

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    let wake = () => {};
    const forget = this.watch(() => wake());
    try {
      for (;;) {
        const event = this.take();
        if (event === null) return;
        if (event !== undefined) {
          yield event;
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      forget();
    }
  }
}

/** Adapts an async iterable; the next event is requested when the one before it is taken. */
export class IterablePullStream<T> extends PullStream<T> {
  readonly #iterator: AsyncIterator<T>;
  #come: { result: IteratorResult<T> } | { error: unknown } | undefined;
  #isAsked = false;
  #onMore = () => {};

  constructor(source: AsyncIterable<T>) {
    super();
    this.#iterator = source[Symbol.asyncIterator]();
  }

  take(): T | null | undefined {
    const come = this.#come;
    if (!come) {
      if (!this.#isAsked) this.#ask();
      return undefined;
    }
    if ('error' in come) throw come.error;
    const { result } = come;
    if (result.done) return null;
    this.#come = undefined;
    return result.value;
  }

  watch(onMore: () => void): () => void {
    this.#onMore = onMore;
    return () => {
      this.#onMore = () => {};
      // Not awaited: a source that is waiting for its next event ends when it wakes up.
      void this.#iterator.return?.()?.then(undefined, () => {});
    };
  }

  #ask(): void {
    this.#isAsked = true;
    this.#iterator.next().then(
      (result) => this.#arrive({ result }),
      (error: unknown) => this.#arrive({ error }),
    );
  }

  #arrive(arrived: { result: IteratorResult<T> } | { error: unknown }): void {
    this.#come = arrived;
    this.#isAsked = false;
    this.#onMore();
  }
}
