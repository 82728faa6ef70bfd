import { approvalsApi } from '#contract/approvals.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { decideApproval, listWaiting } from './approvals.ts';

export const approvalRoutes = (context: AppContext): Route[] =>
  routes(approvalsApi, {
    waiting: ({ query }) => listWaiting(context.db, query),
    decide: ({ caller, params, body, meta }) =>
      decideApproval(context, byCaller(caller, meta), params.id, body),
  });
