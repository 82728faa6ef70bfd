import { queryOptions } from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { authApi } from '#contract/auth.ts';
import { keysApi } from '#contract/keys.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { secondFactorApi } from '#contract/second-factor.ts';
import { usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { availableKey } from '../agent-chooser/queries.ts';
import { me } from '../session/queries.ts';

// These queries stand under the person's key: invalidating the person renews them too.

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

/** The second factor, and the proofs that the person can give anew. */
export const secondFactor = () =>
  queryOptions({
    queryKey: ['second-factor'] as const,
    queryFn: ({ signal }) => call(secondFactorApi.show, {}, { signal }),
  });

/** With which programs ask in the person's name. */
export const accessKeys = () =>
  queryOptions({
    queryKey: [...me().queryKey, 'access-keys'],
    queryFn: async ({ signal }) => (await call(keysApi.list, {}, { signal })).data,
  });

/** Those of these agents that the person cannot ask any more: deleted, withdrawn, or taken from the person's group. */
export const goneAgents = (ids: number[]) =>
  queryOptions({
    queryKey: [...availableKey, { goneOf: ids }] as const,
    queryFn: async ({ signal }) => {
      const gone = new Set(ids);
      for (let skip = 0, more = true; more && gone.size > 0; ) {
        const query = { skip, limit: PAGE_SIZE_MAX, tag_ids: [] };
        const { data, metadata } = await call(agentsApi.available, { query }, { signal });
        for (const { id } of data) gone.delete(id);
        skip += data.length;
        more = metadata.has_more && data.length > 0;
      }
      return [...gone];
    },
  });
