/** Rules, events and webhooks as the cache knows them. */
import { queryOptions } from '@tanstack/react-query';
import { alertsApi, webhooksApi } from '#contract/alerts.ts';
import { call } from '../../api/client.ts';

export const alertRules = () =>
  queryOptions({
    queryKey: ['alerts', 'rules'] as const,
    queryFn: ({ signal }) => call(alertsApi.rules, {}, { signal }),
  });

export const alertEvents = () =>
  queryOptions({
    queryKey: ['alerts', 'events'] as const,
    queryFn: async ({ signal }) => (await call(alertsApi.events, { query: {} }, { signal })).data,
  });

export const webhooks = () =>
  queryOptions({
    queryKey: ['alerts', 'webhooks'] as const,
    queryFn: ({ signal }) => call(webhooksApi.list, {}, { signal }),
  });
