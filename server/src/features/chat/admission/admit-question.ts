/** The send: what decides, counts and holds everything before a model is asked. */

import { and, eq, sql } from 'drizzle-orm';
import type { RefusedFilter } from '#contract/filters.ts';
import { QUESTIONS_PER_MINUTE, RUNNING_ANSWERS_PER_USER } from '#contract/limits.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import { type OpenModel, recordedModel } from '../../../adapters/models/model.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { messages } from '../../../db/tables/chat.ts';
import { AppError } from '../../../http/app-error.ts';
import { firstRunIn, forgetOldKeys, isForgotten, type Repeatable } from '../../../http/idempotency.ts';
import { type Limit, requireWithin, takeTurn } from '../../../http/rate-limit.ts';
import { isAdmin } from '../../agents/availability.ts';
import { instructionsOf } from '../../agents/instructions.ts';
import { foundTokensMax } from '../../grounding/retrieve.ts';
import { requireModel } from '../../models/require-model.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/usage.ts';
import type { MessageKey } from '../conversations/message-store.ts';
import type { ChatUser } from '../conversations/session-store.ts';
import { titleOf } from '../conversations/title.ts';
import { limitReached, lockPerson } from '../ledger/reservations.ts';
import type { ChatContext } from '../run/chat-runtime.ts';
import { estimateTokens, type HistoryTurn, historyOf } from '../run/history.ts';
import type { AdmittedQuestion } from '../run/run-answer.ts';
import { LEASE_SECONDS } from '../run/write-behind.ts';
import { type AdmissionSnapshot, readAdmissionSnapshot } from './admission-snapshot.ts';
import { type Configured, withVersion } from './agent-version.ts';
import { insertQuestion } from './insert-question.ts';

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

/** What a question is answered with, whoever asks. */
type ResolvedAgent = { agent: Configured; is_test: boolean; model: OpenModel };

/**
 * The admitted question, or the answer that an earlier send with the same key has begun. Two statements where nobody
 * comes between. Where somebody does, all is looked at again under the person's lock, and so it is before anybody is
 * refused: an answer that is just ending has ended then.
 */
export async function admit(
  context: Pick<ChatContext, 'db' | 'clock' | 'models' | 'chat'>,
  send: Send,
): Promise<AdmittedQuestion | { repeated: MessageKey }> {
  const { user_id } = send.user;
  const now = context.clock.now();
  const turn = { key: `ask:${user_id}`, max: QUESTIONS_PER_MINUTE, seconds: 60 };
  const sought = { ...send, call: repeatableOf(send) };

  const snapshot = await readAdmissionSnapshot(context.db, sought);
  const repeated = repeatIn(snapshot, sought.call, now);
  if (repeated) return repeated;
  const resolved = await resolveAgent(context, snapshot);
  const isClear = !refusalOf(snapshot, send, now) && !isCycleOver(snapshot.person, now);
  const quick = isClear && (await enter(context.db, sought, { snapshot, resolved, turn, now }));
  if (quick) return quick;

  await takeTurn(context.db, turn, now);
  for (;;) {
    const admitted = await context.db.transaction(async (tx) => {
      await lockPerson(tx, user_id);
      await bringCycleUpToDate(tx, user_id, now);
      const snapshot = await readAdmissionSnapshot(tx, sought);
      const repeated = repeatIn(snapshot, sought.call, now);
      if (repeated) return repeated;
      const refusal = refusalOf(snapshot, send, now);
      if (refusal) throw refusal;
      if (snapshot.run) await forgetOldKeys(tx, now);
      return enter(tx, sought, { snapshot, resolved, turn: null, now });
    });
    // Only another call with the same key can still have come between.
    if (admitted) return admitted;
  }
}

type Sought = Send & { call: Repeatable | null };

async function enter(
  db: Queryable,
  { user, session_id, question, without, owner, call }: Sought,
  at: { snapshot: AdmissionSnapshot; resolved: ResolvedAgent; turn: Limit | null; now: Date },
): Promise<AdmittedQuestion | undefined> {
  const { snapshot, turn, now } = at;
  const { agent, is_test, model } = at.resolved;
  const { agent_version_id } = agent;
  const { newest, total } = snapshot.history;
  const history = historyOf(newest, total, model.entry.context_window);
  const prompt_tokens = promptTokens(agent, history, question);
  const reserved_tokens = is_test ? 0 : prompt_tokens + foundTokensMax(agent, model) + model.entry.max_tokens;
  const entered = await insertQuestion(db, {
    user_id: user.user_id,
    session_id,
    question,
    title: titleOf(question),
    without,
    model: recordedModel(model),
    agent_version_id,
    prompt_tokens,
    reserved_tokens,
    owner,
    call,
    version: snapshot.version,
    turn,
    now,
  });
  if (!entered) return undefined;
  if (turn) requireWithin(entered.turns, turn, now);
  if (entered.message_id === null) throw new AppError('session_not_found');
  const key = { user_id: user.user_id, id: entered.message_id };
  const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
  const task = { agent, agent_version_id, model, temperature, question, history, without };
  return { ...task, key, session_id, is_test };
}

async function resolveAgent(
  context: Pick<ChatContext, 'db' | 'clock' | 'models' | 'chat'>,
  { session, can_send, agent: configured }: AdmissionSnapshot,
): Promise<ResolvedAgent> {
  if (!session) throw new AppError('session_not_found');
  // A conversation that had an agent keeps its name when the agent is deleted.
  if (session.agent_id === null)
    throw new AppError(session.agent_name === null ? 'no_agent' : 'agent_unavailable');
  const agent = can_send && configured && (await withVersion(context, configured));
  if (!agent) throw new AppError('agent_unavailable');
  const model = await requireModel(context.models, agent.model);
  return { agent, is_test: session.is_test, model };
}

/** What may have changed while we waited for the person; until the question is entered, their own row does not. */
function refusalOf(
  { person, session, can_send, running }: AdmissionSnapshot,
  { session_id }: Pick<Send, 'session_id'>,
  now: Date,
): AppError | null {
  if (!person.active) return new AppError('account_ended');
  if (session && !can_send) return new AppError('agent_unavailable');
  if (session?.is_test && !isAdmin(person)) return new AppError('agent_unavailable');
  const place = noPlace(running, session_id);
  if (place) return place;
  const isFree = session?.is_test || person.token_used + person.token_reserved < person.token_limit;
  return isFree ? null : limitReached(person.token_anchor, now);
}

function noPlace(running: string[], session_id: string): AppError | null {
  if (running.includes(session_id)) return new AppError('answer_running');
  return running.length < RUNNING_ANSWERS_PER_USER ? null : new AppError('too_many_answers');
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
  const refusal = noPlace(
    running.map((message) => message.session_id),
    session_id,
  );
  if (refusal) throw refusal;
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

function repeatIn(
  { run }: AdmissionSnapshot,
  call: Repeatable | null,
  now: Date,
): { repeated: MessageKey } | null {
  if (!run || !call || isForgotten(run, now)) return null;
  const { message_id } = firstRunIn(run, call);
  // The key belongs to a call of another kind.
  if (message_id === null) throw new AppError('idempotency_mismatch');
  return { repeated: { user_id: call.user_id, id: message_id } };
}

export const promptTokens = (agent: Configured, history: HistoryTurn[], question: string) =>
  estimateTokens(instructionsOf(agent)) +
  estimateTokens(question) +
  history.reduce((sum, exchange) => sum + estimateTokens(exchange.question + exchange.answer), 0);
