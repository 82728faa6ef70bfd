/** Asks an agent the question of a group again, as anybody would ask it, and keeps what came of it. Charged to nobody. */
import { and, eq, sql } from 'drizzle-orm';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { Expectation } from '#contract/expectations.ts';
import { EXPECTATIONS_MAX, VERIFIED_ANSWER_MAX } from '#contract/limits.ts';
import type { AskedAgain } from '#contract/open-questions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/client.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { open_question_groups } from '../../db/tables/open-questions.ts';
import { fold } from '../../language/words.ts';
import { maskedQuestion } from '../../personal-data/masked-question.ts';
import { configuredAgent } from '../chat/admission/agent-version.ts';
import type { Composed } from '../chat/compose/compose.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { answerCheck } from '../checks/check-answer.ts';
import { insertChecks, listChecks } from '../checks/store.ts';
import { settled } from '../knowledge/files/await-ingestion.ts';
import { ingestionTopic } from '../knowledge/ingest/ingest-document.ts';
import { requireChain } from '../models/model-chain.ts';
import type { LockedGroup } from './records/close-group.ts';
import { findQuestion, READING_PATIENCE_MS } from './records/group-rows.ts';

export type AskingContext = AppContext & Pick<ChatContext, 'chat'>;
type Group = Omit<LockedGroup, 'agent_name'>;
type Asked = { group: Group; question: string; user_id: number };

/** Longer than any answer takes. */
const LEASE = sql`now() + interval '6 minutes'`;
/** A note is read within seconds; what takes longer is looked at again by the job that groups questions. */
const READING_MS = 45_000;
/** `undefined`: it was deleted. */
const ENDED: (string | undefined)[] = ['ready', 'failed', undefined];
const NOT_READY = 'O documento não ficou pronto.';

/** False where it is being asked already. */
export async function beginAsking(db: Database, id: number): Promise<boolean> {
  const { rowCount } = await db
    .update(open_question_groups)
    .set({ asking_until: LEASE })
    .where(
      and(
        eq(open_question_groups.id, id),
        sql`(${open_question_groups.asking_until} is null or ${open_question_groups.asking_until} <= now())`,
      ),
    );
  return rowCount === 1;
}

/** Does nothing while the document is still being read: it is asked again every few minutes, for a day. */
export async function askGroupAgain(
  context: AskingContext,
  { group_id, user_id }: { group_id: number; user_id: number },
): Promise<void> {
  const { db } = context;
  const [group] = await db.select().from(open_question_groups).where(eq(open_question_groups.id, group_id));
  const question = group && (await findQuestion(db, group_id));
  if (!group || question === undefined) return;
  const readiness = await readinessOf(context, group);
  if (readiness === 'waiting') {
    await db
      .update(open_question_groups)
      .set({ asking_until: null })
      .where(eq(open_question_groups.id, group_id));
    return;
  }
  const asked = { group, question, user_id };
  if (readiness === 'given_up')
    return keep(context, asked, { outcome: 'not_ready', answer: NOT_READY, cited: [] });
  await db
    .update(open_question_groups)
    .set({ asking_until: LEASE })
    .where(eq(open_question_groups.id, group_id));
  const { told, expectation } = await tell(context, asked);
  await keep(context, asked, told);
  if (told.outcome === 'answered' && expectation && group.state === 'closed')
    await makeCheck(context, group.agent_id, { question: maskedQuestion(question), expectation });
}

async function readinessOf(
  { db, clock, signals }: AskingContext,
  { closure_kind, closure_ref, closed_at }: Group,
): Promise<'ready' | 'waiting' | 'given_up'> {
  if ((closure_kind !== 'document' && closure_kind !== 'note') || closure_ref === null) return 'ready';
  const document_id = closure_ref;
  const statusOf = async () => {
    const [document] = await db
      .select({ status: documents.status })
      .from(documents)
      .where(eq(documents.id, document_id));
    return document?.status;
  };
  const isRead = async () => ENDED.includes(await statusOf());
  await settled({ signals }, { topic: ingestionTopic({ document_id }), isRead, patience_ms: READING_MS });
  const status = await statusOf();
  if (status === 'ready') return 'ready';
  const isOver = !closed_at || clock.now().getTime() - closed_at.getTime() > READING_PATIENCE_MS;
  return isOver || ENDED.includes(status) ? 'given_up' : 'waiting';
}

type Told = Omit<AskedAgain, 'at'>;

async function tell(
  context: AskingContext,
  asked: Asked,
): Promise<{ told: Told; expectation: Expectation | null }> {
  const composed = await answerOf(context, asked).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  if (typeof composed === 'string') return { told: failed(composed), expectation: null };
  const { error_code, found_nothing, sources, answer, verified } = composed;
  if (error_code !== null) return { told: failed(error_code), expectation: null };
  const isAnswered = verified !== undefined || (!found_nothing && sources.length > 0);
  return {
    told: {
      outcome: isAnswered ? 'answered' : 'not_found',
      answer: answer.slice(0, VERIFIED_ANSWER_MAX).toWellFormed(),
      cited: [...new Set(sources.map(({ title }) => title))],
    },
    // A verified answer has a check of its own.
    expectation: verified ? null : expectationOf(composed),
  };
}

const failed = (code: ProblemCode): Told => ({ outcome: 'failed', answer: problems[code].detail, cited: [] });

/** Asked as a check is: a verified answer that matches is given, and nobody is charged. */
async function answerOf(
  context: AskingContext,
  { group: { agent_id }, question, user_id }: Asked,
): Promise<Composed> {
  const agent = await configuredAgent(context, agent_id);
  if (!agent) throw new AppError('agent_not_found');
  const task = {
    agent,
    agent_version_id: agent.agent_version_id,
    chain: await requireChain(context.models, agent),
    temperature: agent.temperature ?? AGENT_FALLBACK.temperature,
    history: [],
    without: [],
  };
  const check = { id: 0, question, expectation: { kind: 'refuses', value: null } } as const;
  const { signal } = new AbortController();
  const { composed } = await answerCheck(context, { check, task, user_id, with_verified: true, signal });
  return composed;
}

/** Numbers, with what they count, that the answer has from what it cites. */
const FIGURE = /\p{N}+(?:[.,:/]\p{N}+)*(?:\s?%|\s\p{L}{3,20})?/gu;

/** The document that was cited, and the figures of its text that the answer repeats. */
export function expectationOf({ answer, sources }: Pick<Composed, 'answer' | 'sources'>): Expectation | null {
  const [first] = sources;
  if (!first) return null;
  const cites = first.title;
  const plain = answer.replace(/\s*\[\d+\]/g, '');
  const said = fold(plain);
  const contains = [...new Set(first.snippet.match(FIGURE) ?? [])]
    .filter((figure) => said.includes(fold(figure)))
    .slice(0, EXPECTATIONS_MAX - 1);
  const cited = { kind: 'cites', value: cites } as const;
  if (!contains.length) return cited;
  return { kind: 'all', of: [cited, ...contains.map((value) => ({ kind: 'contains' as const, value }))] };
}

/** Only where the group is still closed by the same: it may have been opened again meanwhile. */
async function keep({ db, clock }: AppContext, { group }: Asked, told: Told): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(open_question_groups)
      .set({ asked_again: { ...told, at: now.toISOString() }, asking_until: null })
      .where(
        and(
          eq(open_question_groups.id, group.id),
          sql`${open_question_groups.closed_at} is not distinct from ${group.closed_at?.toISOString() ?? null}::timestamptz`,
        ),
      );
    if (rowCount && told.outcome === 'answered' && group.state === 'closed')
      await tx.execute(sql`
        update messages m set answered_since = ${now.toISOString()}::timestamptz from open_question_members o
        where o.group_id = ${group.id} and m.user_id = o.user_id and m.id = o.message_id and m.answered_since is null`);
  });
}

/** One check for a question, however often it is asked again. */
async function makeCheck(
  { db, clock, log }: AppContext,
  agent_id: number,
  asked: { question: string; expectation: Expectation },
): Promise<void> {
  const known = await listChecks(db, agent_id);
  if (known.some(({ question }) => fold(question) === fold(asked.question))) return;
  const made = { now: clock.now(), source: 'question' as const };
  await db
    .transaction((tx) => insertChecks(tx, agent_id, [asked], made))
    .catch((error: unknown) => {
      // The agent has as many checks as it may have: the answer holds all the same.
      if (!(error instanceof AppError)) throw error;
      log.warn({ agent_id, code: error.code }, 'no check was made of an answered question');
    });
}
