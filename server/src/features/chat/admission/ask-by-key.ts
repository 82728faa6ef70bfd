/**
 * Questions of programs: let in, answered, charged and held to the same limits as any other, by the same steps. Their
 * words are kept nowhere: the program has them. What stays is that there was a question, to which agent, by which
 * key and for how many tokens, under a conversation of its own that counts as erased from the beginning.
 */

import { randomUUID } from 'node:crypto';
import { QUESTIONS_PER_MINUTE } from '#contract/limits.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import type { Transaction } from '../../../db/client.ts';
import { chat_sessions } from '../../../db/tables/chat.ts';
import { AppError } from '../../../http/app-error.ts';
import { takeTurn } from '../../../http/rate-limit.ts';
import type { KeyCaller } from '../../../http/routes.ts';
import { findAvailable } from '../../agents/store.ts';
import { foundTokensMax } from '../../grounding/retrieve.ts';
import { requireKeyRoom } from '../../keys/spending.ts';
import { requireModel } from '../../models/require-model.ts';
import { lockPerson, reserve } from '../ledger/reservations.ts';
import { type ChatContext, type RunningAnswer, trackAdmission } from '../run/chat-runtime.ts';
import { estimateTokens, type HistoryTurn, historyOf } from '../run/history.ts';
import { type AdmittedQuestion, startAnswer } from '../run/run-answer.ts';
import { insertMessage, promptTokens, requireFreePlace, requireRights } from './admit-question.ts';
import { type Configured, configuredAgent } from './agent-version.ts';

export type KeyQuestion = {
  agent_id: number;
  question: string;
  /** Oldest first, all that the program sent. */
  history: HistoryTurn[];
  guidance: string;
  max_tokens: number | null;
};

export async function askByKey(
  context: ChatContext,
  caller: KeyCaller,
  asked: KeyQuestion,
): Promise<RunningAnswer> {
  return trackAdmission(context, async (owner) =>
    startAnswer(context, await admit(context, caller, asked, owner)),
  );
}

async function admit(
  context: ChatContext,
  caller: KeyCaller,
  asked: KeyQuestion,
  owner: string,
): Promise<AdmittedQuestion> {
  const now = context.clock.now();
  const { user_id } = caller;
  const agent = await requireAgent(context, caller, asked.agent_id);
  const model = await requireModel(context.models, agent.model);
  await takeTurn(context.db, { key: `ask:${user_id}`, max: QUESTIONS_PER_MINUTE, seconds: 60 }, now);

  const history = historyOf(asked.history, asked.history.length, model.entry.context_window);
  const prompt_tokens = promptTokens(agent, history, asked.question) + estimateTokens(asked.guidance);
  const max_tokens = Math.min(model.entry.max_tokens, asked.max_tokens ?? model.entry.max_tokens);
  const reserved_tokens = prompt_tokens + foundTokensMax(agent, model) + max_tokens;
  const session_id = randomUUID();
  return context.db.transaction(async (tx) => {
    requireRights(await lockPerson(tx, user_id), false);
    await requireFreePlace(tx, { user: caller, session_id });
    await reserve(tx, user_id, reserved_tokens, now);
    await requireKeyRoom(tx, caller, now);
    await insertEmptySession(tx, { id: session_id, caller, agent, now });
    const id = await insertMessage(
      tx,
      { user: caller, session_id, question: '', without: [], owner },
      {
        model: recordedModel(model),
        agent_version_id: agent.agent_version_id,
        prompt_tokens,
        reserved_tokens,
        created_at: now,
      },
    );
    return {
      key: { user_id, id },
      session_id,
      is_test: false,
      by_program: true,
      agent,
      agent_version_id: agent.agent_version_id,
      model,
      temperature: agent.temperature ?? AGENT_FALLBACK.temperature,
      question: asked.question,
      history,
      without: [],
      guidance: asked.guidance,
      max_tokens,
    };
  });
}

/** Whether it is there at all is nobody's business who may not ask it. */
async function requireAgent(
  context: ChatContext,
  { key, ...user }: KeyCaller,
  agent_id: number,
): Promise<Configured & { name: string }> {
  const isInScope = key.agent_ids === null || key.agent_ids.includes(agent_id);
  const available = isInScope && (await findAvailable(context.db, user, agent_id));
  const agent = available && (await configuredAgent(context, agent_id));
  if (!agent) throw new AppError('unknown_agent_model');
  return { ...agent, name: available.name };
}

async function insertEmptySession(
  tx: Transaction,
  one: { id: string; caller: KeyCaller; agent: { id: number; name: string }; now: Date },
): Promise<void> {
  const { id, caller, agent, now } = one;
  await tx.insert(chat_sessions).values({
    id,
    user_id: caller.user_id,
    agent_id: agent.id,
    agent_name: agent.name,
    key_id: caller.key.id,
    chat_title: '',
    messages_count: 1,
    created_at: now,
    updated_at: now,
    erased_at: now,
  });
}
