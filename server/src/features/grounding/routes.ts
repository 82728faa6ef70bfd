import { agentLinksApi } from '#contract/agent-links.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { byCaller } from '../audit/record.ts';
import { basesOf, linkBase, linkSource, sourcesOf, unlinkBase, unlinkSource } from './links.ts';

export const agentLinkRoutes = (world: Pick<World, 'db' | 'clock'>): Route[] => {
  const { db } = world;
  return routes(agentLinksApi, {
    knowledgeBases: ({ params }) => basesOf(db, params.id),
    addKnowledgeBase: ({ caller, params, meta }) => linkBase(world, byCaller(caller, meta), baseLink(params)),
    removeKnowledgeBase: ({ caller, params, meta }) =>
      unlinkBase(world, byCaller(caller, meta), baseLink(params)),
    dataSources: async ({ params }) =>
      (await sourcesOf(db, params.id)).map((data) => ({ success: true as const, data })),
    addDataSource: ({ caller, params, meta }) =>
      linkSource(world, byCaller(caller, meta), sourceLink(params)),
    removeDataSource: ({ caller, params, meta }) =>
      unlinkSource(world, byCaller(caller, meta), sourceLink(params)),
  });
};

const baseLink = ({ id, kbId }: { id: number; kbId: number }) => ({ agent_id: id, knowledge_base_id: kbId });
const sourceLink = ({ id, agentId }: { id: number; agentId: number }) => ({
  agent_id: agentId,
  data_source_id: id,
});
