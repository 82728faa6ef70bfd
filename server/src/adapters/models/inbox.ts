/** What several senders put in and one taker takes out, in order. Waiting leaves nothing behind, however often it is done. */
export function openInbox<T>() {
  let items: T[] = [];
  let next = 0;
  let wake: (() => void) | undefined;
  return {
    put(item: T): void {
      items.push(item);
      wake?.();
      wake = undefined;
    },
    /** Undefined when nothing is there. */
    take(): T | undefined {
      const item = items[next];
      next += 1;
      if (next < items.length) return item;
      items = [];
      next = 0;
      return item;
    },
    /** Resolves when something is put in. To be called when nothing is there. */
    filled: (): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}
