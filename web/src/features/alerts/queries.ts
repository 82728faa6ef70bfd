/** Rules, events and webhooks as the cache knows them. */
import { queryOptions } from '@tanstack/react-query';
import { alertsApi, webhooksApi } from '#contract/alerts.ts';
import { bannersApi } from '#contract/banners.ts';
import { groupsApi } from '#contract/groups.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
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

export const allBanners = () =>
  queryOptions({
    queryKey: ['alerts', 'banners'] as const,
    queryFn: ({ signal }) => call(bannersApi.list, {}, { signal }),
  });

/** The groups that a banner can be for. */
export const bannerGroups = () =>
  queryOptions({
    queryKey: ['alerts', 'banner-groups'] as const,
    queryFn: async ({ signal }) =>
      (await call(groupsApi.list, { query: { limit: PAGE_SIZE_MAX } }, { signal })).data,
  });
