import { agentChecksApi } from '#contract/agent-checks.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { type CheckRuns, runChecks } from './run.ts';
import { findLastRun } from './runs.ts';
import { changeCheck, createCheck, listChecks, removeCheck } from './store.ts';

export const checkRoutes = (
  context: AppContext & Pick<ChatContext, 'chat'> & { checkRuns: CheckRuns },
): Route[] => {
  const { db, clock } = context;
  return routes(agentChecksApi, {
    list: async ({ params }) => ({
      checks: await listChecks(db, params.id),
      last_run: await findLastRun(db, params.id),
    }),
    create: ({ params, body }) => createCheck(db, params.id, { ...body, now: clock.now() }),
    update: ({ params, body }) =>
      changeCheck(db, { agent_id: params.id, id: params.checkId }, { ...body, now: clock.now() }),
    remove: async ({ params }) => {
      await removeCheck(db, { agent_id: params.id, id: params.checkId });
      return null;
    },
    run: ({ caller, params }) => runChecks(context, caller, params.id),
  });
};
