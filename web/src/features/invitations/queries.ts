import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { groupsApi } from '#contract/groups.ts';
import { invitationsApi } from '#contract/invitations.ts';
import { INVITATIONS_PAGE, PAGE_SIZE_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

export const INVITATIONS = ['invitations'] as const;

export const invitationList = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...INVITATIONS, search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        invitationsApi.list,
        { query: { skip, limit: INVITATIONS_PAGE, search: search || undefined } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** The groups that somebody may be put into; as many as one page holds. */
export const groupChoices = () =>
  queryOptions({
    queryKey: ['groups', 'choices'] as const,
    queryFn: ({ signal }) => call(groupsApi.list, { query: { limit: PAGE_SIZE_MAX } }, { signal }),
  });
