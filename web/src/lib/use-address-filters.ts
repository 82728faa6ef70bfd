import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';

/** How a list's filters stand in the address. */
export type AddressForm<F extends { search: string }> = {
  read: (address: URLSearchParams) => F;
  write: (filters: F) => URLSearchParams;
};

/**
 * The address is where the filters of a list live, so that Back and a copied link show the same list. `term` is what
 * is being typed, which becomes `filters.search` when it rests.
 */
export function useAddressFilters<F extends { search: string }>({ read, write }: AddressForm<F>) {
  const [address, setAddress] = useSearchParams();
  const filters = read(address);
  const [term, setTerm] = useState(filters.search);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const rest = () => {
    clearTimeout(timer.current ?? undefined);
    timer.current = null;
  };
  useEffect(() => {
    // Back and Forward change the words as well; what is being typed is newer than both.
    if (timer.current === null) setTerm(filters.search);
  }, [filters.search]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const change = (part: (now: F) => Partial<F>) => {
    // Read from the location: the rendered filters lag behind two quick changes.
    const now = read(new URLSearchParams(window.location.search));
    setAddress(write({ ...now, ...part(now) }), { replace: true });
  };
  return {
    filters,
    term,
    /** Written over whatever else is chosen while the words are settling. */
    search: (next: string) => {
      setTerm(next);
      rest();
      timer.current = setTimeout(() => {
        timer.current = null;
        change((now) => ({ ...now, search: next.trim() }));
      }, SEARCH_DEBOUNCE_MS);
    },
    change,
    clear: () => {
      rest();
      setTerm('');
      setAddress(new URLSearchParams(), { replace: true });
    },
  };
}
