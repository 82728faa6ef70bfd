import { knowledgeApi } from '#contract/knowledge.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { listKnowledgeBases } from './store.ts';

export const knowledgeRoutes = ({ db }: Pick<World, 'db'>): Route[] =>
  routes(knowledgeApi, {
    list: async () => {
      const rows = await listKnowledgeBases(db);
      return { rows, total: rows.length };
    },
  });
