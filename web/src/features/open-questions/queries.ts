/** The calls of the groups of open questions. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { knowledgeApi } from '#contract/knowledge.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { type GroupState, openQuestionsApi, type QuestionGroupDetail } from '#contract/open-questions.ts';
import type { QuestionKind, TimeRange } from '#contract/stats.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

export type GroupFilter = {
  state: GroupState;
  time_range: TimeRange;
  kind: QuestionKind | undefined;
  agent_id: number | undefined;
};

const LISTS = ['open-questions', 'list'] as const;
const ASKING_LOOK_MS = 2_000;

export const questionGroups = (filter: GroupFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(openQuestionsApi.list, { query: { ...filter, skip } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** Looked at again while the agent is being asked. */
export const questionGroup = (id: number) =>
  queryOptions({
    queryKey: ['open-questions', 'one', id] as const,
    queryFn: ({ signal }) => call(openQuestionsApi.one, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.asking ? ASKING_LOOK_MS : false),
  });

export async function keepGroup(cache: QueryClient, group: QuestionGroupDetail): Promise<void> {
  cache.setQueryData(questionGroup(group.id).queryKey, group);
  await cache.invalidateQueries({ queryKey: LISTS });
}

/** The documents of a base. */
export const baseDocuments = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', 'documents', id] as const,
    queryFn: ({ signal }) => call(knowledgeApi.one, { params: { id } }, { signal }),
  });

/** The agents that questions are narrowed by: all of them, page after page. */
export const agentNames = () =>
  queryOptions({
    queryKey: ['agents', 'names'] as const,
    queryFn: async ({ signal }) => {
      const names = new Map<number, string>();
      for (let skip = 0, more = true; more; skip += PAGE_SIZE_MAX) {
        const query = { skip, limit: PAGE_SIZE_MAX, tag_ids: [] };
        const page = await call(agentsApi.list, { query }, { signal });
        for (const { id, name } of page.data) names.set(id, name);
        more = page.metadata.has_more;
      }
      return Array.from(names, ([id, name]) => ({ id, name })).sort((a, b) =>
        a.name.localeCompare(b.name, 'pt-BR'),
      );
    },
  });
