/** The one way in for every question: what decides, counts and reserves before a model is asked. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { Adjustment } from '#contract/chat-record.ts';
import { QUESTIONS_PER_MINUTE } from '#contract/limits.ts';
import type { Models } from '../../../adapters/models/model.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { deleteExpiredIdempotencyKeys } from '../../../request-guards/idempotency.ts';
import { consumeRateLimit, type Limit, requireWithin } from '../../../request-guards/rate-limit.ts';
import { conversationDataOf } from '../../agents/prompt/instructions.ts';
import type { Asker } from '../../agents/prompt/variables.ts';
import { planChain, verifiedChain } from '../../models/model-chain.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/tokens/cycle.ts';
import { firstAnswering } from '../compose/compose.ts';
import { type HistoryTurn, historyOf } from '../compose/history.ts';
import type { MessageKey } from '../conversations/message-store.ts';
import type { ChatUser } from '../conversations/session-store.ts';
import { type BudgetOfMonth, budgetReached } from '../ledger/group-budget.ts';
import { lockPerson } from '../ledger/reservations.ts';
import { requireAdjustment } from '../results/adjustment.ts';
import type { ChatContext } from '../run/chat-runtime.ts';
import type { AdmittedQuestion } from '../run/run-answer.ts';
import { type AdmissionSnapshot, readAdmissionSnapshot } from './admission-snapshot.ts';
import { chainFor, type ResolvedAgent, withVersion } from './agent-version.ts';
import { insertQuestion } from './insert-question.ts';
import { requireDecision } from './personal-data.ts';
import { type Asked, type AskedByKey, askedRow, type Question, type Send } from './question.ts';
import { readableFiles } from './readable-files.ts';
import { notInserted, refusalOf } from './refusals.ts';
import { repeatableOf, repeatIn } from './repetitions.ts';
import { longestAnswer, reservationOf } from './reservation.ts';
import { verifiedFor } from './verified-answer.ts';

type AdmissionContext = Pick<
  ChatContext,
  'db' | 'clock' | 'content' | 'models' | 'queue' | 'chat' | 'log' | 'env'
>;
type Decided = { snapshot: AdmissionSnapshot; resolved: ResolvedAgent; turn: Limit | null; now: Date };

/** A hard budget of the group has no room for the question. */
type OverBudget = { over_budget: BudgetOfMonth };

/** No record has a greater number. */
const NO_RECORD = Number.MAX_SAFE_INTEGER;

/**
 * Admits a question, or returns the answer that an earlier send with the same key has begun. Two paths: first the
 * optimistic one, of two statements; where another transaction has changed the person meanwhile, and before anybody is
 * refused, the same two statements under the person's lock, because an answer that is just ending has ended then.
 */
export async function admitQuestion(
  context: AdmissionContext,
  send: Send,
): Promise<AdmittedQuestion | { repeated: MessageKey }> {
  const now = context.clock.now();
  const turn = turnOf(send.user);
  const asked = {
    ...send,
    call: repeatableOf(send),
    before_id: send.edited?.root ?? send.rerun?.id ?? NO_RECORD,
    now,
  };

  const snapshot = await readAdmissionSnapshot(context.db, asked);
  const repeated = repeatIn(snapshot, asked.call, now);
  if (repeated) return repeated;
  const resolved = await resolveAgent(context, snapshot, send);
  const question = send.adjust
    ? await withAdjustment(context, asked, send.adjust)
    : await withDecision(context, asked, { history: snapshot.history.newest, resolved });
  const admitted = await admitOptimistically(context, question, { snapshot, resolved, turn, now });
  if (admitted && !('over_budget' in admitted)) return admitted;
  // The statement that found no room in the budget has counted the turn.
  if (!admitted) await consumeRateLimit(context.db, turn, now);
  return admitUnderLock(context, question, { resolved, now });
}

/** Admits the question of an access key, in a conversation of its own. */
export async function admitByKey(
  context: AdmissionContext,
  send: Send,
  by_key: AskedByKey,
  resolved: ResolvedAgent,
): Promise<AdmittedQuestion> {
  const now = context.clock.now();
  await consumeRateLimit(context.db, turnOf(send.user), now);
  const asked = { ...send, call: null, before_id: NO_RECORD, now, by_key };
  const question = await withDecision(context, asked, { history: by_key.history, resolved });
  const admitted = await admitUnderLock(context, question, { resolved, now });
  // Only a call with an idempotency key can be a repetition.
  if ('repeated' in admitted) throw new AppError('internal');
  return admitted;
}

/** Undefined where it may not be admitted, or where a concurrent change came first; nothing was written then. */
async function admitOptimistically(
  context: AdmissionContext,
  question: Question,
  decided: Decided,
): Promise<AdmittedQuestion | OverBudget | undefined> {
  const { snapshot, resolved, now } = decided;
  const isClear =
    !refusalOf(snapshot, question, resolved, { now, env: context.env }) && !isCycleOver(snapshot.person, now);
  return isClear ? insert(context, question, decided) : undefined;
}

async function admitUnderLock(
  context: AdmissionContext,
  question: Question,
  { resolved, now }: Pick<Decided, 'resolved' | 'now'>,
): Promise<AdmittedQuestion | { repeated: MessageKey }> {
  const { user_id } = question.user;
  for (;;) {
    const admitted = await context.db.transaction(async (tx) => {
      await lockPerson(tx, user_id);
      await bringCycleUpToDate(tx, user_id, now);
      const snapshot = await readAdmissionSnapshot(tx, question);
      const repeated = repeatIn(snapshot, question.call, now);
      if (repeated) return repeated;
      const refusal = refusalOf(snapshot, question, resolved, { now, env: context.env });
      if (refusal) throw refusal;
      await question.by_key?.requireBelowRateLimits(tx);
      if (snapshot.run) await deleteExpiredIdempotencyKeys(tx, now);
      return insert({ ...context, db: tx }, question, { snapshot, resolved, turn: null, now });
    });
    if (admitted && 'over_budget' in admitted) throw await budgetReached(context, admitted.over_budget);
    // Only another call with the same key can still have come between.
    if (admitted) return admitted;
  }
}

/** The one insert of sessions', keys' and test questions, and of those that are run again. */
async function insert(
  { db, models }: { db: Queryable; models: Models },
  asked: Question,
  { snapshot, resolved, turn, now }: Decided,
): Promise<AdmittedQuestion | OverBudget | undefined> {
  const { user, rerun = null, edited: edits = null } = asked;
  const { agent, chain } = resolved;
  const texts = textsOf(asked, snapshot, resolved);
  const reservation = await reservationOf({ db, models }, snapshot, resolved, texts, now);
  const inserted = await insertQuestion(db, {
    ...askedRow(asked),
    ...firstAnswering(chain),
    agent_version_id: agent.agent_version_id,
    ...reservation,
    with_files: snapshot.session?.had_files ?? false,
    version: snapshot.version,
    turn,
    rerun,
    edits,
    now,
  });
  if (!inserted) return undefined;
  if (turn) requireWithin(inserted.turns, turn, now);
  if (reservation.budget && inserted.over_budget) return { over_budget: reservation.budget };
  if (inserted.message_id === null) throw notInserted(asked);
  return {
    ...taskOf(asked, resolved, { history: texts.history, had_files: snapshot.files.length > 0 }),
    asker: askerOf(asked, snapshot),
    key: { user_id: user.user_id, id: inserted.message_id },
  };
}

/** A program asks in the name of the owner of its key. */
const askerOf = ({ by_key }: Pick<Question, 'by_key'>, { person, agent_name }: AdmissionSnapshot): Asker => ({
  name: person.name,
  group: person.group_name,
  agent: agent_name ?? by_key?.session.agent_name ?? '',
});

/** The texts that a model will read, by which the reservation is counted. */
function textsOf(
  { question, by_key, rerun, ...asked }: Question,
  snapshot: AdmissionSnapshot,
  { agent, chain }: ResolvedAgent,
): { question: string; history: HistoryTurn[]; others: string; wanted: number | null } {
  const [{ entry }] = chain.links;
  const { newest, total } = by_key
    ? { newest: by_key.history, total: by_key.history.length }
    : snapshot.history;
  const data = conversationDataOf(agent, askerOf({ ...asked, by_key }, snapshot), {
    now: asked.now,
    hides_name: false,
  });
  const continued = rerun?.purpose === 'continuation' ? rerun.answer : '';
  return {
    question,
    history: historyOf(newest, total, entry.context_window),
    others: (by_key?.guidance ?? '') + continued + data,
    wanted: by_key?.max_tokens ?? null,
  };
}

function taskOf(
  { session_id, question, without, decision, adjusted, on_date, by_key, rerun }: Question,
  { agent, is_test, chain, files, verified, verified_near }: ResolvedAgent,
  { history, had_files }: { history: HistoryTurn[]; had_files: boolean },
): Omit<AdmittedQuestion, 'key'> {
  const [{ entry }] = chain.links;
  return {
    agent,
    agent_version_id: agent.agent_version_id,
    chain,
    temperature: agent.temperature ?? AGENT_FALLBACK.temperature,
    question,
    history,
    without,
    decision,
    ...(on_date ? { on_date } : {}),
    ...(files ? { files } : {}),
    leaves_files_out: agent.files === 'no' && had_files,
    ...(adjusted ? { adjusted } : {}),
    ...(verified ? { verified } : {}),
    ...(verified_near ? { verified_near } : {}),
    ...(by_key
      ? {
          guidance: by_key.guidance,
          by_program: true,
          max_tokens: longestAnswer(entry, by_key.max_tokens),
        }
      : {}),
    ...(rerun?.purpose === 'continuation' ? { continues: rerun } : {}),
    session_id,
    is_test,
  };
}

const turnOf = ({ user_id }: ChatUser): Limit => ({
  key: `ask:${user_id}`,
  max: QUESTIONS_PER_MINUTE,
  seconds: 60,
});

async function resolveAgent(
  context: AdmissionContext,
  snapshot: AdmissionSnapshot,
  send: Send,
): Promise<ResolvedAgent> {
  const { session, can_send, agent: configured, files } = snapshot;
  if (!session) throw new AppError('session_not_found');
  // A conversation that had an agent keeps its name when the agent is deleted.
  if (session.agent_id === null)
    throw new AppError(session.agent_name === null ? 'no_agent' : 'agent_unavailable');
  const agent = can_send && configured && (await withVersion(context, configured));
  if (!agent) throw new AppError('agent_unavailable');
  const found = await verifiedFor(context, { agent_id: agent.id, snapshot, send });
  if (found?.verified)
    return { agent, is_test: session.is_test, chain: verifiedChain, files: null, ...found };
  const read = send.adjust ? null : readableFiles(files, { ...send, agent });
  const chain = send.adjust ? planChain : await chainFor(context.models, agent, read);
  return { agent, is_test: session.is_test, chain, files: read, ...found };
}

/** Each question is looked at once, whatever path admits it. */
async function withDecision(
  context: AdmissionContext,
  asked: Asked,
  { history, resolved: { agent, chain } }: { history: HistoryTurn[]; resolved: ResolvedAgent },
): Promise<Question> {
  const { question, personal_data = null, rerun, by_key } = asked;
  const decision = await requireDecision(context, {
    agent,
    models: chain.links,
    question,
    before: [...(by_key ? [by_key.guidance] : []), ...history.map((turn) => turn.question)],
    decision: personal_data,
    canAsk: !by_key && !rerun,
  });
  return { ...asked, decision, adjusted: null };
}

/** No provider is asked, so nothing personal leaves. A record that runs again keeps the words of its question. */
async function withAdjustment(
  context: AdmissionContext,
  asked: Asked,
  adjust: Adjustment,
): Promise<Question> {
  if (!asked.rerun && (asked.personal_data || asked.without.length)) throw notAlone();
  const { question, ...adjusted } = await requireAdjustment(context, asked.user, asked.session_id, adjust);
  const kept = asked.rerun ? asked.question : question;
  return { ...asked, adjust: { ...adjust, plan: adjusted.plan }, question: kept, decision: null, adjusted };
}

function notAlone(): AppError {
  const message = 'Um ajuste não leva filtros retirados nem decisão sobre dados pessoais.';
  return new AppError('validation', { detail: message, errors: [{ field: 'adjust', message }] });
}
