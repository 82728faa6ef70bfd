/** A log of events that grows while it is read: every reader gets all events from the first one on. */
export type EventLog<T> = {
  add(event: T): void;
  /** Closes the log: no event follows. */
  end(): void;
  read(): AsyncGenerator<T>;
};

export function openEventLog<T>(): EventLog<T> {
  const events: T[] = [];
  let ended = false;
  let change = Promise.withResolvers<void>();

  function changed(): void {
    const { resolve } = change;
    change = Promise.withResolvers();
    resolve();
  }

  return {
    add(event) {
      events.push(event);
      changed();
    },
    end() {
      ended = true;
      changed();
    },
    async *read() {
      for (let at = 0; ; at += 1) {
        while (at >= events.length) {
          if (ended) return;
          await change.promise;
        }
        yield events[at] as T;
      }
    },
  };
}
