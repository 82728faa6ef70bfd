/**
 * Admits a question of a visitor under the lock of the counter's account: one answer of a visitor at a time, four of the
 * counter, and no more tokens than its day has.
 */
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { COUNTER_ANSWERS_AT_ONCE, VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { TIME_ZONE } from '../../../env.ts';
import type { VisitorCaller } from '../../../http/routes.ts';
import { leansBack } from '../../../language/questions/leans-back.ts';
import { today } from '../../../language/values/calendar.ts';
import { configuredAgent } from '../../chat/admission/agent-version.ts';
import { insertQuestion } from '../../chat/admission/insert-question.ts';
import { requireDecision } from '../../chat/admission/personal-data.ts';
import { firstAnswering } from '../../chat/compose/compose.ts';
import type { HistoryTurn } from '../../chat/compose/history.ts';
import type { Task } from '../../chat/compose/task.ts';
import { lockPerson } from '../../chat/ledger/reservations.ts';
import type { AdmittedQuestion } from '../../chat/run/run-answer.ts';
import { literalChain, verifiedChain } from '../../models/model-chain.ts';
import { bringCycleUpToDate } from '../../users/tokens/cycle.ts';
import { findVerified } from '../../verified-answers/matching/find-verified.ts';
import type { CounterContext } from '../counter-context.ts';
import type { CounterRow } from '../counter-rows.ts';
import { modelAnswer } from './model-answer.ts';

/** So many turns of the visit are read again. */
const HISTORY_TURNS = 3;

export type VisitorQuestion = { counter: CounterRow; caller: VisitorCaller; question: string };

/** All that is decided before the lock: the task, and what it may take. */
export type Prepared = {
  task: Task;
  agent_name: string;
  prompt_tokens: number;
  reserved_tokens: number;
};

export async function prepareQuestion(
  context: CounterContext,
  { counter, caller, question }: VisitorQuestion,
): Promise<Prepared> {
  const { db, clock } = context;
  const [agent, [named], history] = await Promise.all([
    configuredAgent(context, counter.agent_id),
    db
      .select({ name: agents.name, verified_count: agents.verified_count })
      .from(agents)
      .where(eq(agents.id, counter.agent_id)),
    turnsOf(db, caller),
  ]);
  if (!agent || !named) throw new AppError('counter_closed');
  const isAskable = question.length <= VERIFIED_QUESTION_MAX && !(history.length && leansBack(question));
  const found =
    named.verified_count && isAskable
      ? await findVerified(db, agent.id, question, today(clock.now()))
      : undefined;
  const common = {
    agent,
    agent_version_id: agent.agent_version_id,
    temperature: agent.temperature ?? AGENT_FALLBACK.temperature,
    question,
    without: [],
  };
  const free = { agent_name: named.name, prompt_tokens: 0, reserved_tokens: 0 };
  if (found?.verified)
    return { ...free, task: { ...common, history, chain: verifiedChain, verified: found.verified } };
  const near = found?.verified_near ? { verified_near: found.verified_near } : {};
  const literal: Prepared = {
    ...free,
    task: { ...common, ...near, history, chain: literalChain, literal: true },
  };
  if (counter.mode === 'literal') return literal;
  const asked = await modelAnswer(context, agent, { question, history, agent_name: named.name });
  const { chain, asker, max_tokens, prompt_tokens, reserved_tokens } = asked;
  // Without any provider there is nobody to write: the documents speak for themselves.
  if (chain.links[0].local) return literal;
  const before = asked.history.map((turn) => turn.question);
  const decision = await requireDecision(context, {
    agent,
    models: chain.links,
    question,
    before,
    decision: null,
    canAsk: false,
  });
  const task = { ...common, ...near, history: asked.history, chain, asker, max_tokens, decision };
  return { task, agent_name: named.name, prompt_tokens, reserved_tokens };
}

/** Null while the counter answers as many as it may. */
export function admitVisitor(
  context: CounterContext,
  { counter, caller, question }: VisitorQuestion,
  prepared: Prepared,
  owner: string,
): Promise<AdmittedQuestion | null> {
  const now = context.clock.now();
  const { user_id, session_id } = caller;
  return context.db.transaction(async (tx) => {
    await lockPerson(tx, user_id);
    await bringCycleUpToDate(tx, user_id, now);
    const state = await stateOf(tx, caller, now);
    if (state.asking) throw new AppError('answer_running');
    if (state.running >= COUNTER_ANSWERS_AT_ONCE) return null;
    const { task, reserved_tokens, prompt_tokens, agent_name } = prepared;
    const taken = state.spent + state.reserved + reserved_tokens;
    if (reserved_tokens && taken > counter.tokens_per_day) throw new AppError('counter_budget');
    await ensureSession(tx, { user_id, id: session_id, agent_id: task.agent.id, agent_name, now });
    const inserted = await insertQuestion(tx, {
      user_id,
      session_id,
      question,
      title: '',
      without: [],
      decision: task.decision ?? null,
      on_date: null,
      adjust: null,
      ...firstAnswering(task.chain),
      agent_version_id: task.agent_version_id,
      prompt_tokens,
      reserved_tokens,
      with_files: false,
      without_files: [],
      budget: null,
      owner,
      call: null,
      version: state.version,
      turn: null,
      key_session: null,
      rerun: null,
      edits: null,
      now,
    });
    if (!inserted?.message_id) throw new AppError('visitor_unknown');
    return { ...task, key: { user_id, id: inserted.message_id }, session_id, is_test: false };
  });
}

type State = { version: string; reserved: number; spent: number; running: number; asking: boolean };

/** The state of the account: how much its day has taken, what running answers hold, and how many run. */
async function stateOf(tx: Transaction, { user_id, session_id }: VisitorCaller, now: Date): Promise<State> {
  const { rows } = await tx.execute<State>(sql`
    select u.xmin::text version, u.token_reserved::float8 reserved,
      (select coalesce(sum(e.charged), 0)::float8 from token_entries e where e.user_id = u.id
        and e.created_at >= (${today(now)}::date::timestamp at time zone ${TIME_ZONE}::text)) spent,
      (select count(*)::int from messages m where m.user_id = u.id and m.status = 'streaming') running,
      exists (select from messages m where m.user_id = u.id and m.session_id = ${session_id}::uuid
        and m.status = 'streaming') asking
    from users u where u.id = ${user_id}`);
  if (!rows[0]) throw new AppError('visitor_unknown');
  return rows[0];
}

/** It begins with the first question: who only looks leaves nothing. */
async function ensureSession(
  tx: Transaction,
  { now, ...session }: { user_id: number; id: string; agent_id: number; agent_name: string; now: Date },
): Promise<void> {
  await tx
    .insert(chat_sessions)
    .values({ ...session, chat_title: '', created_at: now, updated_at: now })
    .onConflictDoNothing();
}

async function turnsOf(db: Queryable, { user_id, session_id }: VisitorCaller): Promise<HistoryTurn[]> {
  const rows = await db
    .select({ question: messages.question, answer: messages.answer })
    .from(messages)
    .where(
      and(
        eq(messages.user_id, user_id),
        eq(messages.session_id, session_id),
        inArray(messages.status, ['done', 'stopped', 'interrupted']),
        ne(messages.answer, ''),
        isNull(messages.replaced_by),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(HISTORY_TURNS);
  return rows.toReversed();
}
