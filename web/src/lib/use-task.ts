import { useCallback, useEffect, useRef, useState } from 'react';

type Task<A extends unknown[]> = {
  run: (...args: A) => void;
  busy: boolean;
  /** What the last run failed with; gone when the next one starts. */
  failure: unknown;
  forgive: () => void;
};

/** Something a person sets going: never twice at once, not even on a double click. */
export function useTask<A extends unknown[]>(work: (...args: A) => Promise<void>): Task<A> {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  // State is a render late; the second of two quick clicks must already see this.
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const run = useCallback((...args: A) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    latest
      .current(...args)
      .catch(setFailureOf(setFailure))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  }, []);
  const forgive = useCallback(() => setFailure(null), []);
  return { run, busy, failure, forgive };
}

const setFailureOf = (set: (failure: unknown) => void) => (cause: unknown) =>
  set(cause ?? new Error('failed without a reason'));
