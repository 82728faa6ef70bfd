import { type ChatRequest, openaiApi } from '#contract/openai.ts';
import { type KeyCaller, type Meta, type Route, routes } from '../../http/routes.ts';
import { askByKey } from '../chat/admission/ask-by-key.ts';
import { requireBeginning } from '../chat/ask.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { chunksOf, completionOf } from './completion.ts';
import { conversationOf } from './conversation.ts';
import { agentOfModel, findModel, listModels } from './models.ts';
import { longestAnswer, requirePossible } from './settings.ts';

export const openaiRoutes = (context: ChatContext): Route[] => {
  const { db } = context;
  return routes(openaiApi, {
    models: ({ caller }) => listModels(db, caller),
    model: ({ caller, params }) => findModel(db, caller, params.model),
    complete: ({ caller, body, meta }) => complete(context, caller, body, meta),
  });
};

async function complete(context: ChatContext, caller: KeyCaller, request: ChatRequest, meta: Meta) {
  requirePossible(request);
  const agent_id = agentOfModel(request.model);
  const conversation = conversationOf(request.messages);
  const left = meta.left();
  const asked = {
    ...conversation,
    agent_id,
    max_tokens: longestAnswer(request),
    personal_data: request.personal_data,
  };
  const answer = await askByKey(context, caller, asked);
  // A program cannot resume an answer, so its disconnect stops the answer. The text that was written is charged.
  const stop = () => answer.cut('stop');
  if (left.aborted) stop();
  else left.addEventListener('abort', stop, { once: true });

  const created = Math.floor(context.clock.now().getTime() / 1000);
  const telling = { answer, agent_id, created };
  if (!request.stream) return completionOf(context, telling);
  await requireBeginning(context, answer);
  return chunksOf(context, telling, request.stream_options?.include_usage === true);
}
