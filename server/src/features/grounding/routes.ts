import { agentLinksApi } from '#contract/agent-links.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { basesOf, linkBase, linkSource, sourcesOf, unlinkBase, unlinkSource } from './links.ts';

export const agentLinkRoutes = (
  context: Pick<AppContext, 'db' | 'clock' | 'models' | 'recognition'>,
): Route[] => {
  const { db } = context;
  return routes(agentLinksApi, {
    knowledgeBases: ({ params }) => basesOf(context, params.id),
    addKnowledgeBase: ({ caller, params, meta }) =>
      linkBase(context, byCaller(caller, meta), baseLink(params)),
    removeKnowledgeBase: ({ caller, params, meta }) =>
      unlinkBase(context, byCaller(caller, meta), baseLink(params)),
    dataSources: async ({ params }) =>
      (await sourcesOf(db, params.id)).map((data) => ({ success: true as const, data })),
    addDataSource: ({ caller, params, meta }) =>
      linkSource(context, byCaller(caller, meta), sourceLink(params)),
    removeDataSource: ({ caller, params, meta }) =>
      unlinkSource(context, byCaller(caller, meta), sourceLink(params)),
  });
};

const baseLink = ({ id, kbId }: { id: number; kbId: number }) => ({ agent_id: id, knowledge_base_id: kbId });
const sourceLink = ({ id, agentId }: { id: number; agentId: number }) => ({
  agent_id: agentId,
  data_source_id: id,
});
