/** Node fires at once what is set for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls `onLate` once when nothing came in time. One timer for many waits: it looks whether it came too early. */
export function watchdog(onLate: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let set = Number.POSITIVE_INFINITY;
  const schedule = () => {
    clearTimeout(timer);
    set = due;
    timer = setTimeout(look, Math.min(Math.max(0, due - performance.now()), LONGEST_TIMER_MS));
  };
  const look = () => {
    set = Number.POSITIVE_INFINITY;
    // Timers count whole milliseconds and may come a fraction early.
    if (due - performance.now() > 1) schedule();
    else onLate();
  };
  return {
    /** Forgets what was waited for before. */
    arm(ms: number) {
      due = performance.now() + ms;
      if (due < set) schedule();
    },
    end() {
      clearTimeout(timer);
    },
  };
}
