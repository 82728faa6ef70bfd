import { useEffect, useState } from 'react';
import type { Turn } from './turns.ts';

/** Enough to fill a high screen. */
const AT_ONCE = 4;
const AT_A_TIME = 4;

/** The newest turns at once, the earlier ones in idle moments: a long conversation opens as fast as a short one. */
export function useGradual(turns: Turn[]): Turn[] {
  const first = turns[0]?.key;
  const [state, setState] = useState({ first, hidden: beyond(turns) });
  let { hidden } = state;

  if (first !== state.first) {
    // Earlier turns were loaded and stand before those that were shown, or another list came.
    const added = turns.findIndex((turn) => turn.key === state.first);
    hidden = added > 0 ? Math.max(0, hidden + added - AT_A_TIME) : beyond(turns);
    setState({ first, hidden });
  }

  useEffect(() => {
    if (hidden === 0) return;
    return whenIdle(() => setState({ first, hidden: Math.max(0, hidden - AT_A_TIME) }));
  }, [first, hidden]);

  return hidden === 0 ? turns : turns.slice(hidden);
}

const beyond = (turns: Turn[]) => Math.max(0, turns.length - AT_ONCE);

/** Runs the callback when nothing else is to be done; returns its cancellation. Safari has no idle callbacks. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: 500 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 30);
  return () => clearTimeout(timer);
}
