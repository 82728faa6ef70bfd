import { modelsApi } from '#contract/models.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { modelInfos } from './model-info.ts';

export const modelRoutes = ({ models }: Pick<AppContext, 'models'>): Route[] =>
  routes(modelsApi, { list: () => modelInfos(models) });
