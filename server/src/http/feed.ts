/**
 * Events as they come. Whoever reads takes the next one when there is room for it, and is called when there is more:
 * nothing is queued for anybody, and on their way from one to the other no step waits for the next.
 */
export type Feed<T> = AsyncIterable<T> & {
  /** What is next: undefined while there is nothing new, null after the end. Throws where the source broke. */
  take(): T | null | undefined;
  /** Calls back when there may be something to take, until the returned function is called. */
  watch(onMore: () => void): () => void;
};

/** One reader's. */
export function feedOf<T>({ take, watch }: Pick<Feed<T>, 'take' | 'watch'>): Feed<T> {
  return {
    take,
    watch,
    async *[Symbol.asyncIterator]() {
      let wake = () => {};
      const forget = watch(() => wake());
      try {
        for (;;) {
          const event = take();
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
    },
  };
}

export const isFeed = (value: object): value is Feed<unknown> => 'take' in value && 'watch' in value;

/** Of what has its own pace; the next event is asked for when the one before it is taken. */
export function feedFrom<T>(source: AsyncIterable<T>): Feed<T> {
  const iterator = source[Symbol.asyncIterator]();
  let come: { result: IteratorResult<T> } | { error: unknown } | undefined;
  let isAsked = false;
  let onMore = () => {};
  const arrive = (arrived: typeof come) => {
    come = arrived;
    isAsked = false;
    onMore();
  };
  const ask = () => {
    isAsked = true;
    iterator.next().then(
      (result) => arrive({ result }),
      (error: unknown) => arrive({ error }),
    );
  };
  return feedOf<T>({
    take() {
      if (!come) {
        if (!isAsked) ask();
        return undefined;
      }
      if ('error' in come) throw come.error;
      const { result } = come;
      if (result.done) return null;
      come = undefined;
      return result.value;
    },
    watch(callBack) {
      onMore = callBack;
      return () => {
        onMore = () => {};
        // Not awaited: a source that is waiting for its next event ends when it wakes up.
        void iterator.return?.()?.then(undefined, () => {});
      };
    },
  });
}
