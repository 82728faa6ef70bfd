/** Queries of the administration about people. Everything is kept under `['users', …]`. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { groupsApi } from '#contract/groups.ts';
import { ADMIN_USERS_PAGE, PAGE_SIZE_MAX } from '#contract/limits.ts';
import { addressesIn } from '#contract/people-search.ts';
import { type PeopleKind, type User, usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

const LISTS = ['users', 'list'] as const;

/** A number: only active people who have not entered for so many days. */
export type Shown = PeopleKind | number | null;
/** `group_id`: only the people of one group. */
export type PeopleFilters = { shown: Shown; group_id: number | null };

/** As the list and its file are asked for. */
export const queryOf = (search: string, { shown, group_id }: PeopleFilters) => ({
  search: search || undefined,
  // Inactive people are listed too, so that they can be activated again.
  ...(typeof shown === 'number' ? { inactive_days: shown } : { include_inactive: 'true' as const }),
  ...(typeof shown === 'string' ? { only: shown } : {}),
  group_id: group_id ?? undefined,
});

export const userList = (search: string, filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, search, filters.shown, filters.group_id] as const,
    queryFn: ({ pageParam: skip, signal }) => {
      // A list of addresses is looked at as a whole: some of them may be nobody.
      const limit = addressesIn(search).length ? PAGE_SIZE_MAX : ADMIN_USERS_PAGE;
      return call(usersApi.all, { query: { ...queryOf(search, filters), skip, limit } }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** The groups that somebody may be put into or looked for in; as many as one page holds. */
export const groupChoices = () =>
  queryOptions({
    queryKey: ['groups', 'choices'] as const,
    queryFn: ({ signal }) => call(groupsApi.list, { query: { limit: PAGE_SIZE_MAX } }, { signal }),
  });

export async function refreshUsers(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['users'] });
}

/** Puts what a call has answered into every list that shows this person. */
export async function keepUser(cache: QueryClient, user: User): Promise<void> {
  cache.setQueriesData<InfiniteData<Answer<typeof usersApi.all>>>(
    { queryKey: LISTS },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(orThis(user)) })) },
  );
  // Requests on their way were sent before the change and may not know of it.
  if (cache.isFetching({ queryKey: LISTS })) await refreshUsers(cache);
}

/** Fields that only the list has are kept. */
const orThis = (user: User) => (row: User) => (row.id === user.id ? { ...row, ...user } : row);
