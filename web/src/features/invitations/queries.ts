import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { invitationsApi } from '#contract/invitations.ts';
import { INVITATIONS_PAGE } from '#contract/limits.ts';
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
