import { chatApi } from '#contract/chat.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { ask } from './ask.ts';
import { join } from './reading.ts';
import { stopAnswer } from './running.ts';
import { erase, openSession, recordsOf } from './sessions.ts';
import { findShownSession, hasSession, listSessions } from './store.ts';

export const chatRoutes = (world: World): Route[] => {
  const { db } = world;
  return routes(chatApi, {
    createSession: ({ caller, query, meta }) =>
      openSession(world, caller, { agent_id: query.agent_id, idempotency_key: meta.idempotency_key }),
    sessions: ({ caller, query }) => listSessions(db, caller, query),
    session: async ({ caller, params }) => {
      const session = await findShownSession(db, caller, params.id);
      if (!session) throw new AppError('session_not_found');
      return session;
    },
    removeSession: async ({ caller, params }) => {
      await erase(world, caller.user_id, params.id);
      return null;
    },
    messages: ({ caller, params, query }) => recordsOf(world, caller.user_id, params.id, query),
    ask: ({ caller, params, body, meta }) =>
      ask(world, {
        user: caller,
        session_id: params.id,
        question: body.question,
        idempotency_key: meta.idempotency_key,
      }),
    stop: async ({ caller, params }) => {
      if (!(await hasSession(db, caller.user_id, params.id))) throw new AppError('session_not_found');
      await stopAnswer(world, caller.user_id, params.id);
      return null;
    },
    join: ({ caller, params, query }) => join(world, caller.user_id, params.id, query.after),
  });
};
