/** The agents that one may talk to, and the tags they are found by. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { AGENT_PICKER_PAGE } from '#contract/limits.ts';
import { tagsApi } from '#contract/tags.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

export type AgentFilter = { search: string; tag_ids: number[] };
export const noFilter: AgentFilter = { search: '', tag_ids: [] };

/** Every list of agents that are offered, whichever its filter, and every one of them by itself. */
export const availableKey = ['agents', 'available'] as const;

export const availableAgents = ({ search, tag_ids }: AgentFilter = noFilter) =>
  infiniteQueryOptions({
    queryKey: [...availableKey, search, tag_ids] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        agentsApi.available,
        // In the order of the cards of a new conversation.
        { query: { skip, limit: AGENT_PICKER_PAGE, search: search || undefined, tag_ids, order: 'own' } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export const agentQuery = (id: number) =>
  queryOptions({
    queryKey: [...availableKey, 'one', id] as const,
    queryFn: ({ signal }) => call(agentsApi.one, { params: { id } }, { signal }),
  });

/** All tags, for administrators. */
export const tagsQuery = () =>
  queryOptions({ queryKey: ['tags'] as const, queryFn: ({ signal }) => call(tagsApi.list, {}, { signal }) });

/** The tags by which the offered agents are found. */
export const offeredTags = () =>
  queryOptions({
    queryKey: ['tags', 'offered'] as const,
    queryFn: ({ signal }) => call(tagsApi.list, { query: { offered: 'true' } }, { signal }),
  });
