import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { auditApi } from '#contract/audit.ts';
import { AUDIT_PAGE } from '#contract/limits.ts';
import { usersApi } from '#contract/users.ts';
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

const PEOPLE_SHOWN = 8;

export const peopleNamed = (search: string) =>
  queryOptions({
    queryKey: ['users', 'named', search] as const,
    queryFn: ({ signal }) =>
      call(usersApi.all, { query: { search, include_inactive: 'true', limit: PEOPLE_SHOWN } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
