import { webhooksApi } from '#contract/alerts.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { repeatDelivery } from './deliveries.ts';
import type { WebhookContext } from './send.ts';
import { createWebhook, listWebhooks, removeWebhook, testWebhook, updateWebhook } from './webhooks.ts';

export const webhookRoutes = (context: WebhookContext): Route[] =>
  routes(webhooksApi, {
    list: () => listWebhooks(context.db),
    create: ({ caller, body, meta }) => createWebhook(context, byCaller(caller, meta), body),
    update: ({ caller, params, body, meta }) =>
      updateWebhook(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeWebhook(context, byCaller(caller, meta), params.id),
    test: ({ params }) => testWebhook(context, params.id),
    repeat: ({ params }) => repeatDelivery(context, params),
  });
