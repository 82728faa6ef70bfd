import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { addressOf, filtersOf, type ListFilters } from './list-filters.ts';

/** The address is where the filters live, so that Back and a copied link show the same list. */
export function useAddressFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  const [term, setTerm] = useState(filters.search);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // A tag may be pressed while the words are still settling: both are written over what is there by then.
  const write = useRef((_: Partial<ListFilters>) => {});
  useEffect(() => {
    write.current = (change) => setAddress(addressOf({ ...filters, ...change }), { replace: true });
  });

  useEffect(() => {
    // Back and Forward change the words as well; what is being typed is newer than both.
    if (timer.current === null) setTerm(filters.search);
  }, [filters.search]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const search = (next: string) => {
    setTerm(next);
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      timer.current = null;
      write.current({ search: next.trim() });
    }, SEARCH_DEBOUNCE_MS);
  };
  return { filters, term, search, chooseTags: (tag_ids: number[]) => write.current({ tag_ids }) };
}
