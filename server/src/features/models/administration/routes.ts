import { modelDefaultsApi } from '#contract/model-defaults.ts';
import { modelsApi } from '#contract/models.ts';
import type { AppContext } from '../../../app-context.ts';
import { type Route, routes } from '../../../http/routes.ts';
import { byCaller } from '../../audit/record.ts';
import { createModel, deleteModel, updateModel } from './change-models.ts';
import { changeDefaults, showDefaults } from './defaults.ts';
import { discoverModels } from './discover.ts';
import { modelInfos } from './model-info.ts';
import { probeModel } from './probe.ts';
import { useSuccessor } from './use-successor.ts';

export const modelRoutes = (context: AppContext): Route[] => [
  ...routes(modelsApi, {
    list: () => modelInfos(context),
    create: ({ caller, body, meta }) => createModel(context, byCaller(caller, meta), body),
    discover: ({ caller, body }) => discoverModels(context, caller, body),
    useSuccessor: ({ caller, body, meta }) => useSuccessor(context, byCaller(caller, meta), body),
    update: ({ caller, params, body, meta }) => updateModel(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => deleteModel(context, byCaller(caller, meta), params.id),
    probe: ({ params, meta }) => probeModel(context, params.id, meta.left()),
  }),
  ...routes(modelDefaultsApi, {
    read: () => showDefaults(context),
    change: ({ caller, body, meta }) => changeDefaults(context, byCaller(caller, meta), body),
  }),
];
