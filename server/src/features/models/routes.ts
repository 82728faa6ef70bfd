import { modelsApi } from '#contract/models.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { modelInfos } from './model-info.ts';

export const modelRoutes = ({ models }: Pick<World, 'models'>): Route[] =>
  routes(modelsApi, { list: () => modelInfos(models) });
