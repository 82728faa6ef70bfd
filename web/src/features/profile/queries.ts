import { queryOptions } from '@tanstack/react-query';
import { authApi } from '#contract/auth.ts';
import { keysApi } from '#contract/keys.ts';
import { usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { me } from '../session/queries.ts';

// Both belong to the person: whoever asks for them anew, after an answer or a new password, renews these too.

/** The tokens of this cycle by day and by agent. */
export const tokenUsage = () =>
  queryOptions({
    queryKey: [...me().queryKey, 'usage'],
    queryFn: ({ signal }) => call(usersApi.usage, {}, { signal }),
  });

/** Where the person is signed in. */
export const signIns = () =>
  queryOptions({
    queryKey: [...me().queryKey, 'sign-ins'],
    queryFn: ({ signal }) => call(authApi.signIns, {}, { signal }),
  });

/** With which programs ask in the person's name. */
export const accessKeys = () =>
  queryOptions({
    queryKey: [...me().queryKey, 'access-keys'],
    queryFn: async ({ signal }) => (await call(keysApi.list, {}, { signal })).data,
  });
