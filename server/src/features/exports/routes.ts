import { exportsApi } from '#contract/exports.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { exportAnswer, exportConversation } from './exports.ts';

export const exportRoutes = (context: AppContext): Route[] =>
  routes(exportsApi, {
    answer: ({ caller: { user_id }, params, query: { format, receipt } }) =>
      exportAnswer(context, { user_id, format }, params.id, receipt),
    conversation: ({ caller: { user_id }, params, query: { format } }) =>
      exportConversation(context, { user_id, format }, params.id),
  });
