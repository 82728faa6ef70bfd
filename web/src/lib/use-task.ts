/** Runs an asynchronous action of a button once at a time, with its busy and failure state. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation } from 'react-router';

type Task<A extends unknown[]> = {
  run: (...args: A) => void;
  busy: boolean;
  /** Failure of the last run. It stays until the next one has ended, so that no button moves under the pointer. */
  failure: unknown;
  forgive: () => void;
};

type State = { phase: 'idle' | 'running' | 'ended'; failure: unknown };

/**
 * Something a person sets going: never twice at once, not even on a double click. It goes on until what came of it is
 * drawn, also where that is another screen whose code has yet to come: until then its button can still be pressed.
 */
export function useTask<A extends unknown[]>(work: (...args: A) => Promise<void>): Task<A> {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const drawn = useLocation();
  // State is a render late; the second of two quick clicks must already see this.
  const taken = useRef(false);
  const [{ phase, failure }, setState] = useState<State>({ phase: 'idle', failure: null });

  const run = useCallback((...args: A) => {
    if (taken.current) return;
    taken.current = true;
    setState((before) => ({ ...before, phase: 'running' }));
    latest.current(...args).then(
      () => setState({ phase: 'ended', failure: null }),
      (cause) => setState({ phase: 'ended', failure: cause ?? new Error('failed without a reason') }),
    );
  }, []);
  const forgive = useCallback(() => setState((before) => ({ ...before, failure: null })), []);

  useLayoutEffect(() => {
    if (phase !== 'ended') return;
    const settle = () => {
      if (isLeaving(drawn)) return;
      taken.current = false;
      setState((before) => ({ ...before, phase: 'idle' }));
    };
    settle();
    // Back before the other screen was there: to the router nothing has changed.
    window.addEventListener('popstate', settle);
    return () => window.removeEventListener('popstate', settle);
  }, [phase, drawn]);

  return { run, busy: phase !== 'idle', failure, forgive };
}

/** The browser's address changes as soon as somebody goes elsewhere; what is drawn follows when its code is here. */
const isLeaving = (drawn: Location) => drawn.pathname !== window.location.pathname;
