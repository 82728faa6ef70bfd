import { modelsApi } from '#contract/models.ts';
import type { AppContext } from '../../../app-context.ts';
import { type Route, routes } from '../../../http/routes.ts';
import { byCaller } from '../../audit/record.ts';
import { changeDefaults, showDefaults } from './defaults.ts';
import { modelInfos } from './model-info.ts';

export const modelRoutes = (context: AppContext): Route[] =>
  routes(modelsApi, {
    list: () => modelInfos(context),
    defaults: () => showDefaults(context),
    changeDefaults: ({ caller, body, meta }) => changeDefaults(context, byCaller(caller, meta), body),
  });
