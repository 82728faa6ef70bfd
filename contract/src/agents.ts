/** Agents as their users see them. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { AGENTS_PAGE } from './limits.ts';
import { Id, Ids, Limit, Search, Skip } from './paging.ts';
import { Tag } from './tags.ts';

export const AgentSummary = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    tags: z.array(Tag),
    deploy_status: z.boolean(),
  })
  .meta({ id: 'AgentSummary' });
export type AgentSummary = z.output<typeof AgentSummary>;

export const agentsApi = {
  available: get('/agents/available', {
    access: 'user',
    summary: 'The deployed agents that the caller may talk to',
    query: z.object({ skip: Skip, limit: Limit(AGENTS_PAGE), search: Search, tag_ids: Ids }),
    list: AgentSummary,
  }),
  one: get('/agents/:id', {
    access: 'user',
    summary: 'One agent that the caller may talk to',
    params: Id,
    reply: AgentSummary,
    missing: 'agent_not_found',
  }),
};
