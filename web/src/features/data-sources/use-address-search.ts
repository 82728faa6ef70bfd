import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';

/** The address is where the search lives, so that Back and a copied link show the same list. */
export function useAddressSearch() {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search')?.trim() ?? '';
  const [term, setTerm] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    // Back and Forward change the words as well; what is being typed is newer than both.
    if (timer.current === null) setTerm(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const type = (next: string) => {
    setTerm(next);
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      timer.current = null;
      setAddress(next.trim() ? { search: next.trim() } : {}, { replace: true });
    }, SEARCH_DEBOUNCE_MS);
  };
  return { term, search, type };
}

/** As the list reads it: `?search=frota`; nothing when nothing was searched for. */
export function searchAddress(search: unknown): string {
  return typeof search === 'string' && search ? `?${new URLSearchParams({ search })}` : '';
}
