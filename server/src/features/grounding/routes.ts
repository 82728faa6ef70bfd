import { agentLinksApi } from '#contract/agent-links.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { basesOf, linkBase, linkSource, sourcesOf, unlinkBase, unlinkSource } from './links.ts';

export const agentLinkRoutes = (world: Pick<World, 'db' | 'clock'>): Route[] => {
  const { db } = world;
  return routes(agentLinksApi, {
    knowledgeBases: ({ params }) => basesOf(db, params.id),
    addKnowledgeBase: ({ caller, params }) => linkBase(world, caller, baseLink(params)),
    removeKnowledgeBase: ({ caller, params }) => unlinkBase(world, caller, baseLink(params)),
    dataSources: async ({ params }) =>
      (await sourcesOf(db, params.id)).map((data) => ({ success: true as const, data })),
    addDataSource: ({ caller, params }) => linkSource(world, caller, sourceLink(params)),
    removeDataSource: ({ caller, params }) => unlinkSource(world, caller, sourceLink(params)),
  });
};

const baseLink = ({ id, kbId }: { id: number; kbId: number }) => ({ agent_id: id, knowledge_base_id: kbId });
const sourceLink = ({ id, agentId }: { id: number; agentId: number }) => ({
  agent_id: agentId,
  data_source_id: id,
});
