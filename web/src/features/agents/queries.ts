/** What these screens ask for. Everything about agents is kept under `['agents', …]`. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { agentLinksApi } from '#contract/agent-links.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { dataSourcesApi } from '#contract/data-sources.ts';
import { groupsApi } from '#contract/groups.ts';
import { knowledgeApi } from '#contract/knowledge.ts';
import { ADMIN_CARDS_PAGE, AGENT_PICKER_PAGE, GROUPS_PAGE } from '#contract/limits.ts';
import { modelsApi } from '#contract/models.ts';
import { call } from '../../api/client.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import { nextSkip } from '../../lib/pages.ts';
import type { Draft } from './draft.ts';
import type { ListFilters } from './list-filters.ts';

export const adminAgents = ({ search, tag_ids }: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'admin', search, tag_ids] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        agentsApi.list,
        { query: { skip, limit: ADMIN_CARDS_PAGE, search: search || undefined, tag_ids } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

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

export const modelCatalogue = () =>
  queryOptions({
    queryKey: ['models'] as const,
    queryFn: ({ signal }) => call(modelsApi.list, {}, { signal }),
  });

type PromptParts = Pick<
  Draft,
  'use_guided_prompt' | 'use_security_prompt' | 'prompt_sections' | 'custom_prompt'
>;

export const compiledPrompt = (parts: PromptParts) =>
  queryOptions({
    queryKey: ['compiled-prompt', parts] as const,
    queryFn: ({ signal }) => call(agentsApi.compile, { body: parts }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

const VERSIONS_PAGE = 20;

export const agentVersions = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'one', id, 'versions'] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(agentsApi.versions, { params: { id }, query: { skip, limit: VERSIONS_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export const linkedBases = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id, 'knowledge-bases'] as const,
    queryFn: ({ signal }) => call(agentLinksApi.knowledgeBases, { params: { id } }, { signal }),
  });

export const linkedSources = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id, 'data-sources'] as const,
    queryFn: async ({ signal }) => {
      const wrapped = await call(agentLinksApi.dataSources, { params: { id } }, { signal });
      return wrapped.map(({ data }) => data);
    },
  });

export const groupsToGive = () =>
  infiniteQueryOptions({
    queryKey: ['groups', 'to-give'] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(groupsApi.list, { query: { skip, limit: GROUPS_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

/** Unpaged: the screen shows them ten at a time. */
export const allBases = () =>
  queryOptions({
    queryKey: ['knowledge-bases'] as const,
    queryFn: ({ signal }) => call(knowledgeApi.list, {}, { signal }),
  });

export const pickableSources = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['data-sources', 'picker', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        dataSourcesApi.list,
        { query: { skip, limit: AGENT_PICKER_PAGE, search: search || undefined } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });
