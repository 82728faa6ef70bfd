import { queryOptions } from '@tanstack/react-query';
import { usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { followLanguage } from '../../lib/browser/language.ts';

/** The signed-in user. */
export const me = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const user = await call(usersApi.me, {}, { signal });
      await followLanguage(user.language);
      return user;
    },
    // A refusal is not asked for twice, only because the guard was drawn after it arrived.
    retryOnMount: false,
  });
