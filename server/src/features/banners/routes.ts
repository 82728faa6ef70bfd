import { bannersApi } from '#contract/banners.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { createBanner, listBanners, liveBanners, removeBanner, updateBanner } from './banners.ts';

export const bannerRoutes = (context: AppContext): Route[] =>
  routes(bannersApi, {
    live: ({ caller }) => liveBanners(context, caller),
    list: () => listBanners(context.db),
    create: ({ caller, body, meta }) => createBanner(context, byCaller(caller, meta), body),
    update: ({ caller, params, body, meta }) =>
      updateBanner(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeBanner(context, byCaller(caller, meta), params.id),
  });
