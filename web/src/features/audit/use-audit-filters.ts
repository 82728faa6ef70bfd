import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { type AuditFilters, addressOf, filtersOf, noFilters } from './audit-filters.ts';

/** The address is where the filters live, so that a copied link shows the same entries. */
export function useAuditFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  const [term, setTerm] = useState(filters.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another filter may be chosen while the words are settling: both are written over what is there by then.
  const write = useRef((_: Partial<AuditFilters>) => {});
  useEffect(() => {
    write.current = (change) => setAddress(addressOf({ ...filters, ...change }), { replace: true });
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    filters,
    term,
    search: (next: string) => {
      setTerm(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write.current({ search: next.trim() }), SEARCH_DEBOUNCE_MS);
    },
    choose: (change: Partial<AuditFilters>) => write.current(change),
    clear: () => {
      clearTimeout(timer.current);
      setTerm('');
      write.current(noFilters);
    },
  };
}
