import { useDeferredValue, useMemo, useState } from 'react';
import { folded, placesOf, TERM_MIN } from './find-in-text.ts';

/** The state of a search within a text: the term, its places, and the current one. */
export function useFind(text: string) {
  const [term, setTerm] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(term);
  const isAsked = wanted.trim().length >= TERM_MIN;
  // Folding millions of letters takes a moment: only when somebody begins to look for something.
  const searched = useMemo(() => folded(isAsked ? text : ''), [text, isAsked]);
  const places = useMemo(() => placesOf(searched, wanted), [searched, wanted]);
  const step = (by: number) => setAt((now) => (now + by + places.length) % Math.max(1, places.length));
  const search = (next: string) => {
    setTerm(next);
    setAt(0);
  };
  return { term, search, isAsked, places, at, current: places[at], step };
}

export type Find = ReturnType<typeof useFind>;
