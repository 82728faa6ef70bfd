import { packsApi, plansApi } from '#contract/plans.ts';
import type { WithPayments } from '../../adapters/payments/payments.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { createPack, removePack, showPack, showPacks, updatePack } from './packs.ts';
import { createPlan, removePlan, showPlan, showPlans, updatePlan } from './plans.ts';

export const planRoutes = (context: AppContext & WithPayments): Route[] => [
  ...routes(plansApi, {
    list: () => showPlans(context.db),
    create: ({ caller, body, meta }) =>
      createPlan(context, byCaller(caller, meta), body, meta.idempotency_key),
    one: ({ params }) => showPlan(context.db, params.id),
    update: ({ caller, params, body, meta }) => updatePlan(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removePlan(context, byCaller(caller, meta), params.id),
  }),
  ...routes(packsApi, {
    list: () => showPacks(context.db),
    create: ({ caller, body, meta }) =>
      createPack(context, byCaller(caller, meta), body, meta.idempotency_key),
    one: ({ params }) => showPack(context.db, params.id),
    update: ({ caller, params, body, meta }) => updatePack(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removePack(context, byCaller(caller, meta), params.id),
  }),
];
