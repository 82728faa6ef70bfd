/** What is told line by line while it happens. Whoever reads gets all of it from the first line on. */
export type Lines<T> = {
  add(line: T): void;
  /** Nothing more will come. */
  end(): void;
  read(): AsyncGenerator<T>;
};

export function openLines<T>(): Lines<T> {
  const lines: T[] = [];
  let ended = false;
  let change = Promise.withResolvers<void>();

  function changed(): void {
    const { resolve } = change;
    change = Promise.withResolvers();
    resolve();
  }

  return {
    add(line) {
      lines.push(line);
      changed();
    },
    end() {
      ended = true;
      changed();
    },
    async *read() {
      for (let at = 0; ; at += 1) {
        while (at >= lines.length) {
          if (ended) return;
          await change.promise;
        }
        yield lines[at] as T;
      }
    },
  };
}
