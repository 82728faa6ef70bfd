import { chatApi } from '#contract/chat.ts';
import { MESSAGES_PAGE } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { ask, continueAnswer, retryAnswer } from './ask.ts';
import { branchConversation } from './branches/branch.ts';
import { chooseVariant } from './branches/variants.ts';
import { requireTrace } from './conversations/answer-trace.ts';
import { processingOf } from './conversations/processing.ts';
import { rate } from './conversations/ratings.ts';
import { search } from './conversations/search.ts';
import { type ChatUser, listSessions } from './conversations/session-store.ts';
import { openSession, requireSession, updateSession } from './conversations/sessions.ts';
import { eraseConversation } from './erase-conversation.ts';
import { join } from './read/read-answer.ts';
import { recordsOf } from './read/records.ts';
import { saveSourcePage, viewSource } from './read/source-view.ts';
import { resultColumns, resultCsv, resultHow, resultRows } from './results/result-calls.ts';
import type { ChatContext } from './run/chat-runtime.ts';
import { stopAnswer } from './run/stop-answer.ts';

export const chatRoutes = (context: AppContext & ChatContext): Route[] => {
  const { db } = context;
  return routes(chatApi, {
    createSession: ({ caller, query, meta }) =>
      openSession(context, caller, { ...query, idempotency_key: meta.idempotency_key }),
    sessions: ({ caller, query }) => listSessions(db, caller, query),
    session: async ({ caller, params }) => {
      const session = await requireSession(db, caller, params.id);
      return { ...session, ...(await processingOf(context, session.agent_id)) };
    },
    updateSession: ({ caller, params, body }) => updateSession(context, caller, params.id, body),
    search: ({ caller, query }) =>
      context.reads.read(caller, (stale) => search(stale, caller.user_id, query)),
    removeSession: async ({ caller, params, query }) => {
      await eraseConversation(context, caller.user_id, params.id, query.receipts);
      return null;
    },
    messages: ({ caller, params, query }) => recordsOf(context, caller.user_id, params.id, query),
    ask: ({ caller, params, body, meta }) =>
      ask(context, {
        user: caller,
        session_id: params.id,
        ...body,
        idempotency_key: meta.idempotency_key,
      }),
    continueAnswer: ({ caller, params, meta }) => continueAnswer(context, rerunOf(caller, params.id, meta)),
    retryAnswer: ({ caller, params, meta }) => retryAnswer(context, rerunOf(caller, params.id, meta)),
    chooseVariant: async ({ caller, params, body }) => {
      await chooseVariant(context, caller.user_id, params.id, body.message_id);
      return recordsOf(context, caller.user_id, params.id, { limit: MESSAGES_PAGE });
    },
    branch: ({ caller, params, body, meta }) =>
      branchConversation(context, caller, {
        session_id: params.id,
        ...body,
        idempotency_key: meta.idempotency_key,
      }),
    stop: async ({ caller, params }) => {
      await requireSession(db, caller, params.id);
      await stopAnswer(context, caller.user_id, params.id);
      return null;
    },
    join: ({ caller, params, query }) => join(context, caller.user_id, params.id, query.after),
    feedback: async ({ caller, params, body }) => {
      await rate(context, { user_id: caller.user_id, id: params.id }, body);
      return null;
    },
    source: ({ caller, params }) => viewSource(context, caller, params),
    sourcePage: ({ caller, params }) => saveSourcePage(context, caller, params),
    resultCsv: ({ caller, params }) => resultCsv(context, caller, params),
    resultRows: ({ caller, params, query }) => resultRows(context, caller, { ...params, ...query }),
    resultColumns: ({ caller, params }) => resultColumns(context, caller, params),
    resultHow: ({ caller, params }) => resultHow(context, caller, params),
    trace: ({ caller, params }) => requireTrace(db, { user_id: caller.user_id, id: params.id }),
  });
};

const rerunOf = (
  user: ChatUser,
  message_id: number,
  { idempotency_key }: { idempotency_key: string | null },
) => ({
  user,
  message_id,
  idempotency_key,
});
