/** The send: one short transaction that decides, counts and holds everything before a model is asked. */

import { and, eq, sql } from 'drizzle-orm';
import type { RefusedFilter } from '#contract/filters.ts';
import { QUESTIONS_PER_MINUTE, RUNNING_ANSWERS_PER_USER } from '#contract/limits.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import { recordedModel } from '../../adapters/models/model.ts';
import type { Transaction } from '../../db/client.ts';
import { messages } from '../../db/tables/chat.ts';
import { AppError } from '../../http/app-error.ts';
import { claimKey, findRun, keepRun, type Repeatable } from '../../http/idempotency.ts';
import { takeTurn } from '../../http/rate-limit.ts';
import type { World } from '../../world.ts';
import { isAdmin } from '../agents/availability.ts';
import { instructionsOf } from '../agents/instructions.ts';
import { PASSAGES_MAX_LENGTH } from '../grounding/retrieve.ts';
import { type Configured, configuredAgent } from './agent-version.ts';
import type { Task } from './compose.ts';
import { lockPerson, reserve } from './ledger.ts';
import { type Exchange, estimateTokens, historyOf } from './prompt.ts';
import { type ChatUser, findSession, noteQuestion } from './session-store.ts';
import { findHistory, type MessageKey } from './store.ts';
import { titleOf } from './title.ts';
import { LEASE_SECONDS } from './write-behind.ts';

/** A question that was let in, with all that is needed to answer it. */
export type Admission = Task & {
  key: MessageKey;
  session_id: string;
  is_test: boolean;
  /** Nothing of what was asked and answered is kept. */
  by_program?: true;
};

export type Send = {
  user: ChatUser;
  session_id: string;
  question: string;
  /** Filters that the reader took away. */
  without: RefusedFilter[];
  idempotency_key: string | null;
  /** The process that will write the answer. */
  owner: string;
};

/** The admitted question, or the answer that an earlier send with the same key has begun. */
export async function admit(
  world: Pick<World, 'db' | 'clock' | 'models'>,
  send: Send,
): Promise<Admission | { repeated: MessageKey }> {
  const { user, session_id, question, without } = send;
  const now = world.clock.now();
  const call = repeatableOf(send);
  const known = call && (await findRun(world.db, call, now));
  if (known) return repeatOf(user, known.message_id);

  const { agent, is_test } = await requireAgent(world, send);
  const { agent_version_id } = agent;
  const model = world.models.open(agent.model ?? AGENT_FALLBACK.model);
  if (!model) throw new AppError('model_not_configured');
  await takeTurn(world.db, { key: `ask:${user.user_id}`, max: QUESTIONS_PER_MINUTE, seconds: 60 }, now);

  return world.db.transaction(async (tx) => {
    const first = call && (await claimKey(tx, call, now));
    if (first) return repeatOf(user, first.message_id);
    requireRights(await lockPerson(tx, user.user_id), is_test);
    await requireFreePlace(tx, send);
    // Read under the lock that every ending takes: the last answer is either all there or still running.
    const { newest, total } = await findHistory(tx, user.user_id, session_id);
    const history = historyOf(newest, total, model.entry.context_window);
    const prompt_tokens = promptTokens(agent, history, question);
    const reserved_tokens = is_test ? 0 : prompt_tokens + PASSAGES_TOKENS + model.entry.max_tokens;
    if (!is_test) await reserve(tx, user.user_id, reserved_tokens, now);
    const id = await insertMessage(tx, send, {
      model: recordedModel(model),
      agent_version_id,
      prompt_tokens,
      reserved_tokens,
      created_at: now,
    });
    if (!(await noteQuestion(tx, user.user_id, session_id, { title: titleOf(question), now })))
      throw new AppError('session_not_found');
    if (call) await keepRun(tx, call, { status: 200, message_id: id });
    const key = { user_id: user.user_id, id };
    const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
    const task = { agent, agent_version_id, model, temperature, question, history, without };
    return { ...task, key, session_id, is_test };
  });
}

export const PASSAGES_TOKENS = Math.ceil(PASSAGES_MAX_LENGTH / 4);

async function requireAgent(
  world: Pick<World, 'db' | 'clock'>,
  { user, session_id }: Send,
): Promise<{ agent: Configured; is_test: boolean }> {
  const session = await findSession(world.db, user, session_id);
  if (!session) throw new AppError('session_not_found');
  // A conversation that had an agent keeps its name when the agent is deleted.
  if (session.agent_id === null)
    throw new AppError(session.agent_name === null ? 'no_agent' : 'agent_unavailable');
  const agent = session.can_send && (await configuredAgent(world, session.agent_id));
  if (!agent) throw new AppError('agent_unavailable');
  return { agent, is_test: session.is_test };
}

/** Whoever takes them away stops the answers that are running then: none may begin behind their back. */
export function requireRights(person: Awaited<ReturnType<typeof lockPerson>>, is_test: boolean): void {
  if (!person?.active) throw new AppError('account_ended');
  if (is_test && !isAdmin(person)) throw new AppError('agent_unavailable');
}

/** Exact, because the person is locked. */
export async function requireFreePlace(
  tx: Transaction,
  { user, session_id }: Pick<Send, 'user' | 'session_id'>,
): Promise<void> {
  const running = await tx
    .select({ session_id: messages.session_id })
    .from(messages)
    .where(and(eq(messages.user_id, user.user_id), eq(messages.status, 'streaming')));
  if (running.some((message) => message.session_id === session_id)) throw new AppError('answer_running');
  if (running.length >= RUNNING_ANSWERS_PER_USER) throw new AppError('too_many_answers');
}

type Sent = Pick<Send, 'user' | 'session_id' | 'question' | 'without' | 'owner'>;
type NewMessage = Pick<
  typeof messages.$inferInsert,
  'model' | 'agent_version_id' | 'prompt_tokens' | 'reserved_tokens' | 'created_at'
>;

export async function insertMessage(tx: Transaction, send: Sent, message: NewMessage): Promise<number> {
  const [inserted] = await tx
    .insert(messages)
    .values({
      ...message,
      user_id: send.user.user_id,
      session_id: send.session_id,
      question: send.question,
      without: send.without,
      status: 'streaming',
      lease_owner: send.owner,
      lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .onConflictDoNothing({
      target: [messages.user_id, messages.session_id],
      where: sql`status = 'streaming'`,
    })
    .returning({ id: messages.id });
  // The index has the last word on one running answer a conversation.
  if (!inserted) throw new AppError('answer_running');
  return inserted.id;
}

function repeatableOf({ user, idempotency_key, session_id, question, without }: Send): Repeatable | null {
  if (!idempotency_key) return null;
  const request = JSON.stringify({ session_id, question, without });
  return { user_id: user.user_id, key: idempotency_key, request };
}

function repeatOf({ user_id }: ChatUser, message_id: number | null): { repeated: MessageKey } {
  // The key belongs to a call of another kind.
  if (message_id === null) throw new AppError('idempotency_mismatch');
  return { repeated: { user_id, id: message_id } };
}

export const promptTokens = (agent: Configured, history: Exchange[], question: string) =>
  estimateTokens(instructionsOf(agent)) +
  estimateTokens(question) +
  history.reduce((sum, exchange) => sum + estimateTokens(exchange.question + exchange.answer), 0);
