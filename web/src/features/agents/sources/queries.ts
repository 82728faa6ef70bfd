/** The sources that an agent reads, and those that it could read. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { agentLinksApi } from '#contract/agent-links.ts';
import { dataSourcesApi } from '#contract/data-sources.ts';
import { knowledgeApi } from '#contract/knowledge.ts';
import { AGENT_PICKER_PAGE } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { nextSkip } from '../../../lib/pages.ts';

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
