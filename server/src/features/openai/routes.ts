import { type ChatRequest, openaiApi } from '#contract/openai.ts';
import { openaiResponsesApi, type ResponseRequest } from '#contract/openai-responses.ts';
import { type KeyCaller, type Meta, type Route, routes } from '../../http/routes.ts';
import { askByKey, type KeyQuestion } from '../chat/admission/ask-by-key.ts';
import { requireBeginning } from '../chat/ask.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { chunksOf, completionOf } from './completion.ts';
import { conversationOf } from './conversation.ts';
import { agentOfModel, findModel, listModels } from './models.ts';
import { responseEvents, responseOf } from './response.ts';
import { conversationIn, requireAnswerable } from './response-input.ts';
import { longestAnswer, requirePossible } from './settings.ts';
import { stopWhenLeft, type Telling } from './whole-answer.ts';

export const openaiRoutes = (context: ChatContext): Route[] => {
  const { db } = context;
  return [
    ...routes(openaiApi, {
      models: ({ caller }) => listModels(db, caller),
      model: ({ caller, params }) => findModel(db, caller, params.model),
      complete: ({ caller, body, meta }) => complete(context, caller, body, meta),
    }),
    ...routes(openaiResponsesApi, {
      respond: ({ caller, body, meta }) => respond(context, caller, body, meta),
    }),
  ];
};

async function complete(context: ChatContext, caller: KeyCaller, request: ChatRequest, meta: Meta) {
  requirePossible(request);
  const asked = {
    agent_id: agentOfModel(request.model),
    ...conversationOf(request.messages),
    max_tokens: longestAnswer(request),
    personal_data: request.personal_data,
  };
  const telling = await begin(context, caller, asked, meta);
  if (!request.stream) return completionOf(context, telling);
  await requireBeginning(context, telling.answer);
  return chunksOf(context, telling, request.stream_options?.include_usage === true);
}

async function respond(context: ChatContext, caller: KeyCaller, request: ResponseRequest, meta: Meta) {
  requireAnswerable(request);
  const asked = {
    agent_id: agentOfModel(request.model),
    ...conversationIn(request),
    max_tokens: request.max_output_tokens ?? null,
    personal_data: request.personal_data,
  };
  const telling = { ...(await begin(context, caller, asked, meta)), request };
  if (!request.stream) return responseOf(context, telling);
  await requireBeginning(context, telling.answer);
  return responseEvents(context, telling);
}

async function begin(
  context: ChatContext,
  caller: KeyCaller,
  asked: KeyQuestion,
  meta: Meta,
): Promise<Telling> {
  const left = meta.left();
  const answer = await askByKey(context, caller, asked);
  stopWhenLeft(answer, left);
  const created = Math.floor(context.clock.now().getTime() / 1000);
  return { answer, agent_id: asked.agent_id, created };
}
