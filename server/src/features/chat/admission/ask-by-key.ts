/**
 * Questions of programs are admitted, answered, charged and limited as any other. Their words are kept nowhere, because
 * the program has them: what stays is that there was a question, to which agent, by which key and for how many tokens,
 * in a conversation of its own that counts as erased from the beginning.
 */

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import type { PersonalDataDecision } from '#contract/personal-data.ts';
import { AppError } from '../../../app-error.ts';
import { agents } from '../../../db/tables/agents.ts';
import type { KeyCaller } from '../../../http/routes.ts';
import { leansBack } from '../../../language/questions/leans-back.ts';
import { today } from '../../../language/values/calendar.ts';
import { requireKeyRoom } from '../../access-keys/spending.ts';
import { findAvailable } from '../../agents/store.ts';
import { verifiedChain } from '../../models/model-chain.ts';
import { findVerified } from '../../verified-answers/matching/find-verified.ts';
import type { HistoryTurn } from '../compose/history.ts';
import { type ChatContext, type RunningAnswer, trackAdmission } from '../run/chat-runtime.ts';
import { startAnswer } from '../run/run-answer.ts';
import { admitByKey } from './admit-question.ts';
import { type Configured, chainFor, configuredAgent } from './agent-version.ts';

export type KeyQuestion = {
  agent_id: number;
  question: string;
  /** Oldest first, all that the program sent. */
  history: HistoryTurn[];
  guidance: string;
  max_tokens: number | null;
  /** The decision on personal data; without one they get marks. */
  personal_data?: PersonalDataDecision | null | undefined;
};

export async function askByKey(
  context: ChatContext,
  caller: KeyCaller,
  { agent_id, question, personal_data, ...asked }: KeyQuestion,
): Promise<RunningAnswer> {
  return trackAdmission(context, async (owner) => {
    const agent = await requireAgent(context, caller, agent_id);
    const { key, ...user } = caller;
    const send = {
      user,
      session_id: randomUUID(),
      question,
      without: [],
      personal_data,
      idempotency_key: null,
      owner,
    };
    const found = await findByKey(context, agent.id, { question, history: asked.history });
    const chain = found?.verified ? verifiedChain : await chainFor(context.models, agent, null);
    const by_key = {
      ...asked,
      session: { agent_id, agent_name: agent.name, key_id: key.id },
      requireBelowRateLimits: (tx: Parameters<typeof requireKeyRoom>[0]) =>
        requireKeyRoom(tx, caller, { isFree: chain.links[0].local, now: context.clock.now() }),
    };
    const admitted = await admitByKey(context, send, by_key, {
      agent,
      is_test: false,
      chain,
      files: null,
      ...found,
    });
    return startAnswer(context, admitted);
  });
}

/** A program is given verified answers as everybody is. */
async function findByKey(
  { db, clock }: ChatContext,
  agent_id: number,
  { question, history }: Pick<KeyQuestion, 'question' | 'history'>,
) {
  if (question.length > VERIFIED_QUESTION_MAX || (history.length && leansBack(question))) return undefined;
  const [agent] = await db
    .select({ verified_count: agents.verified_count })
    .from(agents)
    .where(eq(agents.id, agent_id));
  if (!agent?.verified_count) return undefined;
  return findVerified(db, agent_id, question, today(clock.now()));
}

/** An agent that the key may not ask is the same as one that does not exist. */
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
