/** The knowledge bases and data sources that an agent reads. */
import { z } from 'zod';
import { DataSource } from './data-sources.ts';
import { del, get, post } from './endpoint.ts';
import { KnowledgeBase } from './knowledge.ts';
import { Id, IdNumber } from './paging.ts';

export const LinkedKnowledgeBase = KnowledgeBase.extend({
  /** Texts of it have been sent farther than the agent allows, before it was linked or before the agent's rule. */
  has_left: z.boolean(),
}).meta({ id: 'LinkedKnowledgeBase' });
export type LinkedKnowledgeBase = z.output<typeof LinkedKnowledgeBase>;

export const agentLinksApi = {
  knowledgeBases: get('/agents/:id/knowledge-bases', {
    access: 'admin',
    summary: 'The knowledge bases that an agent reads',
    params: Id,
    reply: z.array(LinkedKnowledgeBase),
    missing: 'agent_not_found',
  }),
  addKnowledgeBase: post('/agents/:id/knowledge-bases/:kbId', {
    access: 'admin',
    summary: 'Lets an agent read a knowledge base',
    params: Id.extend({ kbId: IdNumber }),
    reply: z.array(LinkedKnowledgeBase),
    missing: 'agent_not_found',
  }),
  removeKnowledgeBase: del('/agents/:id/knowledge-bases/:kbId', {
    access: 'admin',
    summary: 'No longer lets an agent read a knowledge base',
    params: Id.extend({ kbId: IdNumber }),
    reply: z.array(LinkedKnowledgeBase),
    missing: 'agent_not_found',
  }),
  dataSources: get('/agents/:id/data-sources', {
    access: 'admin',
    summary: 'The data sources that an agent reads, each in a wrapper of its own',
    params: Id,
    bare: z.array(z.object({ success: z.literal(true), data: DataSource })),
    missing: 'agent_not_found',
  }),
  addDataSource: post('/data-sources/:id/agents/:agentId', {
    access: 'admin',
    summary: 'Lets an agent read a data source',
    params: Id.extend({ agentId: IdNumber }),
    reply: DataSource,
    missing: 'data_source_not_found',
  }),
  removeDataSource: del('/data-sources/:id/agents/:agentId', {
    access: 'admin',
    summary: 'No longer lets an agent read a data source',
    params: Id.extend({ agentId: IdNumber }),
    reply: DataSource,
    missing: 'data_source_not_found',
  }),
};
