import { alertsApi } from '#contract/alerts.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import type { WebhookContext } from '../webhooks/send.ts';
import { createRule, listEvents, listRules, removeRule, testRule, updateRule } from './rules.ts';

export const alertRoutes = (context: WebhookContext): Route[] =>
  routes(alertsApi, {
    rules: () => listRules(context.db),
    createRule: ({ caller, body, meta }) => createRule(context, byCaller(caller, meta), body),
    updateRule: ({ caller, params, body, meta }) =>
      updateRule(context, byCaller(caller, meta), params.id, body),
    removeRule: ({ caller, params, meta }) => removeRule(context, byCaller(caller, meta), params.id),
    testRule: ({ params }) => testRule(context, params.id),
    events: ({ query }) => listEvents(context.db, query),
  });
