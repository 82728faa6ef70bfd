import { queryOptions } from '@tanstack/react-query';
import { usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';

/** The signed-in user. */
export const me = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(usersApi.me, {}, { signal }),
    // A refusal is not asked for twice, only because the guard was drawn after it arrived.
    retryOnMount: false,
  });
