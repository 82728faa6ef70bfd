/** Time that passes unless somebody loses patience. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Settles after the time, or as soon as the signal is aborted. */
export const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
