/** Queries of the administration about groups. Everything is kept under `['groups', …]`. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type Association, groupsApi } from '#contract/groups.ts';
import { GROUPS_PAGE } from '#contract/limits.ts';
import { usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';
import { me } from '../session/queries.ts';
import { refreshUsers } from '../users/queries.ts';

export const groupList = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['groups', 'list', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        groupsApi.list,
        { query: { skip, limit: GROUPS_PAGE, search_term: search || undefined } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** `search_term` and `email_domain` as typed; blank means no filter. */
export type UserFilter = { search_term: string; email_domain: string; association: Association };
export type AgentFilter = Omit<UserFilter, 'email_domain'>;

// A modal that was closed is opened on what is so by then: nothing of it is kept.
const MODAL = { gcTime: 0, placeholderData: keepPreviousData } as const;

export const usersOfGroup = (id: number, { search_term, email_domain, association }: UserFilter) =>
  infiniteQueryOptions({
    queryKey: ['groups', 'users', id, search_term, email_domain, association] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        groupsApi.usersStatus,
        {
          params: { id },
          query: {
            skip,
            limit: GROUPS_PAGE,
            search_term: search_term || undefined,
            email_domain: email_domain || undefined,
            association,
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    ...MODAL,
  });

/** Everybody beyond the loaded pages too whom this filter shows and who could be added. */
export const idsToAdd = (group_id: number, { search_term, email_domain }: UserFilter) =>
  call(groupsApi.filteredUsers, {
    query: {
      search_term: search_term || undefined,
      email_domain: email_domain || undefined,
      group_id,
      association: 'not_in_group',
    },
  });

export const agentsOfGroup = (id: number, { search_term, association }: AgentFilter) =>
  infiniteQueryOptions({
    queryKey: ['groups', 'agents', id, search_term, association] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        groupsApi.agentsStatus,
        {
          params: { id },
          // Drafts too: access can be prepared, and an undeployed agent can still be taken out.
          query: {
            deployed_only: 'false',
            skip,
            limit: GROUPS_PAGE,
            search_term: search_term || undefined,
            association,
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    ...MODAL,
  });

/** The limits as they are now: two people may be changing them. */
export const limitsOfGroup = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'limits', id] as const,
    queryFn: ({ signal }) => call(groupsApi.limits, { params: { id } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });

/** The first active people whose name or address has these words. */
export const peopleNamed = (search: string) =>
  queryOptions({
    queryKey: ['groups', 'people', search] as const,
    queryFn: ({ signal }) => call(usersApi.all, { query: { search, limit: 6 } }, { signal }),
    enabled: search !== '',
  });

/** A group came, or changed its name: people show it. */
export const afterGroupChange = (cache: QueryClient): Promise<void> => refresh(cache, true);

/** People moved: theirs is another group, perhaps another limit, and one of them may be me. */
export async function afterMove(cache: QueryClient): Promise<void> {
  await Promise.all([refresh(cache, true), cache.invalidateQueries({ queryKey: me().queryKey })]);
}

/** Agents tell in how many groups they are. */
export async function afterAgentChange(cache: QueryClient): Promise<void> {
  await Promise.all([refresh(cache, false), cache.invalidateQueries({ queryKey: ['agents'] })]);
}

async function refresh(cache: QueryClient, usersToo: boolean): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['groups'] }),
    usersToo ? refreshUsers(cache) : undefined,
  ]);
}
