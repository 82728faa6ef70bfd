import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { auditApi } from '#contract/audit.ts';
import { AUDIT_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';
import { type AuditFilters, queryOf } from './audit-filters.ts';

export const auditEntries = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(auditApi.list, { query: { ...queryOf(filters), skip, limit: AUDIT_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
    // Entries are added all the time: coming back to the screen reads them again.
    staleTime: 0,
  });
