import { chatApi } from '#contract/chat.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { ask } from './ask.ts';
import { rate } from './feedback.ts';
import { join } from './reading.ts';
import { search } from './search.ts';
import { listSessions } from './session-store.ts';
import { erase, openSession, recordsOf, requireSession, updateSession } from './sessions.ts';
import { viewSource } from './source-view.ts';
import { stopAnswer } from './stopping.ts';
import { requireTrace } from './trace.ts';

export const chatRoutes = (world: World): Route[] => {
  const { db } = world;
  return routes(chatApi, {
    createSession: ({ caller, query, meta }) =>
      openSession(world, caller, { ...query, idempotency_key: meta.idempotency_key }),
    sessions: ({ caller, query }) => listSessions(db, caller, query),
    session: ({ caller, params }) => requireSession(db, caller, params.id),
    updateSession: ({ caller, params, body }) => updateSession(world, caller, params.id, body),
    search: ({ caller, query }) => search(db, caller.user_id, query),
    removeSession: async ({ caller, params }) => {
      await erase(world, caller.user_id, params.id);
      return null;
    },
    messages: ({ caller, params, query }) => recordsOf(world, caller.user_id, params.id, query),
    ask: ({ caller, params, body, meta }) =>
      ask(world, {
        user: caller,
        session_id: params.id,
        ...body,
        idempotency_key: meta.idempotency_key,
      }),
    stop: async ({ caller, params }) => {
      await requireSession(db, caller, params.id);
      await stopAnswer(world, caller.user_id, params.id);
      return null;
    },
    join: ({ caller, params, query }) => join(world, caller.user_id, params.id, query.after),
    feedback: async ({ caller, params, body }) => {
      await rate(world, { user_id: caller.user_id, id: params.id }, body);
      return null;
    },
    source: ({ caller, params }) => viewSource(world, caller, params),
    trace: ({ caller, params }) => requireTrace(db, { user_id: caller.user_id, id: params.id }),
  });
};
