/** One agent in the query cache. Everything about agents has a key below `['agents', …]`. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../api/client.ts';
import { keepAnswer } from '../../api/query-client.ts';

export const adminAgent = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id] as const,
    // These screens are for administrators, whom the server tells everything about an agent.
    queryFn: async ({ signal }) => (await call(agentsApi.one, { params: { id } }, { signal })) as Agent,
  });

/** Puts what a call has answered where the screens read it, and lets lists and versions be asked for anew. */
export async function keepAgent(cache: QueryClient, agent: Agent): Promise<void> {
  await keepAnswer(cache, adminAgent(agent.id), agent);
  await refreshAround(cache, agent.id);
}

/** Everything that may show this agent, except itself. */
export async function refreshAround(cache: QueryClient, id: number): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) => first === 'agents' && second !== 'one',
    }),
    cache.invalidateQueries({ queryKey: ['agents', 'one', id, 'versions'] }),
  ]);
}
