/** The calls of the dashboard. What was shown stays in sight while another range is fetched. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { type QuestionKind, statsApi, type TimeRange } from '#contract/stats.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

/** New users, questions and conversations. */
export const userStats = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'users', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.users, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The course of the same figures, and the period before. */
export const activity = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'activity', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.activity, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const tokenShares = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'tokens', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.tokens, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });

export type QuestionFilter = {
  time_range: TimeRange;
  kind: QuestionKind | undefined;
  agent_id: number | undefined;
};

export const openQuestions = (filter: QuestionFilter) =>
  infiniteQueryOptions({
    queryKey: ['stats', 'questions', filter] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(statsApi.questions, { query: { ...filter, skip } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
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
