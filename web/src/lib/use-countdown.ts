import { useCallback, useEffect, useState } from 'react';

/** Whole seconds that are left; `start` begins anew. Counts by the clock, so a sleeping tab does not stretch it. */
export function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1000));

  useEffect(() => {
    if (left === 0) return;
    // To the next whole second; a timer that fires a hair early simply waits once more.
    const timer = setTimeout(() => setNow(Date.now()), (end - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [left, end, now]);

  const start = useCallback((seconds: number) => {
    const from = Date.now();
    setNow(from);
    setEnd(from + seconds * 1000);
  }, []);

  return { left, start };
}
