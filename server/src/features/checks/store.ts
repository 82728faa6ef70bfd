/** The rows of an agent's checks. */
import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { CheckResult } from '#contract/agent-checks.ts';
import { Expectation, partsOf } from '#contract/expectations.ts';
import { AGENT_CHECKS_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { agent_checks } from '../../db/tables/agents.ts';
import { verified_answers } from '../../db/tables/verified-answers.ts';
import { cleanStrings, cleanText } from '../../text/clean-text.ts';
import { lockAgent, requireAgent } from '../agents/store.ts';

/** A question and the expectation of its answer. */
export type Asked = { question: string; expectation: Expectation };
export type Check = Asked & { id: number };
type CheckDto = Check & { created_at: Date; last_result: CheckResult | null };
type CheckKey = { agent_id: number; id: number };

const shown = {
  id: agent_checks.id,
  question: agent_checks.question,
  expectation: agent_checks.expectation,
  created_at: agent_checks.created_at,
  last_result: agent_checks.last_result,
};

/** The questions of an agent, in the order in which they were made. */
export const selectChecks = (db: Queryable, agent_id: number): Promise<Check[]> =>
  db
    .select({ id: agent_checks.id, question: agent_checks.question, expectation: agent_checks.expectation })
    .from(agent_checks)
    .where(eq(agent_checks.agent_id, agent_id))
    .orderBy(asc(agent_checks.id));

/** In the order in which they were made. */
export async function listChecks(db: Queryable, agent_id: number): Promise<CheckDto[]> {
  await requireAgent(db, agent_id);
  return db
    .select(shown)
    .from(agent_checks)
    .where(eq(agent_checks.agent_id, agent_id))
    .orderBy(asc(agent_checks.id));
}

export function createCheck(
  db: Database,
  agent_id: number,
  { now, ...asked }: Asked & { now: Date },
): Promise<CheckDto> {
  return db.transaction(async (tx) => {
    const clean = cleanAsked(asked);
    // Two who keep the same at once come one after the other.
    await lockAgent(tx, agent_id);
    await requireOther(tx, { agent_id }, clean);
    const [check] = await insertChecks(tx, agent_id, [clean], { now, source: 'typed' });
    if (!check) throw new Error('no check was inserted');
    return check;
  });
}

/** Inserts clean questions and expectations, all or none. Two who add the last one at once are counted one after the other. */
export async function insertChecks(
  tx: Transaction,
  agent_id: number,
  asked: Asked[],
  { now, source }: { now: Date; source: typeof agent_checks.$inferSelect.source },
): Promise<CheckDto[]> {
  await lockAgent(tx, agent_id);
  await requireVerified(tx, agent_id, asked);
  const [counted] = await tx
    .select({ total: count() })
    .from(agent_checks)
    .where(eq(agent_checks.agent_id, agent_id));
  if ((counted?.total ?? 0) + asked.length > AGENT_CHECKS_MAX) throw new AppError('too_many_checks');
  if (!asked.length) return [];
  return tx
    .insert(agent_checks)
    .values(asked.map((one) => ({ ...one, agent_id, source, created_at: now, updated_at: now })))
    .returning(shown);
}

/** The same expectation of the same question would be run twice, and say nothing more. */
async function requireOther(
  db: Queryable,
  { agent_id, id }: Pick<CheckKey, 'agent_id'> & Partial<CheckKey>,
  asked: Asked,
): Promise<void> {
  const isSame = and(
    eq(agent_checks.agent_id, agent_id),
    id === undefined ? undefined : ne(agent_checks.id, id),
    asks(asked),
  );
  const [known] = await db.select({ id: agent_checks.id }).from(agent_checks).where(isSame).limit(1);
  if (known) throw new AppError('check_exists');
}

const asks = ({ question, expectation }: Asked) =>
  and(
    eq(agent_checks.question, question),
    eq(agent_checks.expectation, sql`${JSON.stringify(expectation)}::jsonb`),
  );

/** A verified answer that a check expects is one of its agent. */
async function requireVerified(db: Queryable, agent_id: number, asked: Asked[]): Promise<void> {
  const ids = new Set(
    asked.flatMap(({ expectation }) =>
      partsOf(expectation).flatMap((part) => (part.kind === 'verified' ? part.id : [])),
    ),
  );
  if (!ids.size) return;
  const known = await db
    .select({ id: verified_answers.id })
    .from(verified_answers)
    .where(and(eq(verified_answers.agent_id, agent_id), inArray(verified_answers.id, [...ids])));
  if (known.length < ids.size) throw new AppError('verified_answer_not_found');
}

/** The last result belongs to the question as it was, so it is cleared. */
export async function changeCheck(
  db: Queryable,
  key: CheckKey,
  { now, ...asked }: Asked & { now: Date },
): Promise<CheckDto> {
  const clean = cleanAsked(asked);
  await requireVerified(db, key.agent_id, [clean]);
  await requireOther(db, key, clean);
  const [check] = await db
    .update(agent_checks)
    .set({ ...clean, last_result: null, fell_at: null, updated_at: now })
    .where(isCheck(key))
    .returning(shown);
  if (!check) throw new AppError('check_not_found');
  return check;
}

export async function removeCheck(db: Queryable, key: CheckKey): Promise<void> {
  const { rowCount } = await db.delete(agent_checks).where(isCheck(key));
  if (!rowCount) throw new AppError('check_not_found');
}

/**
 * Kept only where the check still asks what was asked: it may have been changed or deleted meanwhile. A check that has
 * fallen stays so until it holds again.
 */
export async function keepResult(
  db: Queryable,
  { id, question, expectation }: Check,
  last_result: CheckResult,
  has_fallen = false,
): Promise<void> {
  const fell_at = has_fallen
    ? sql`coalesce(${agent_checks.fell_at}, ${last_result.at}::timestamptz)`
    : last_result.outcome === 'holds'
      ? null
      : agent_checks.fell_at;
  const asksThis = and(eq(agent_checks.id, id), asks({ question, expectation }));
  await db.update(agent_checks).set({ last_result, fell_at }).where(asksThis);
}

const isCheck = ({ agent_id, id }: CheckKey) =>
  and(eq(agent_checks.agent_id, agent_id), eq(agent_checks.id, id));

/** Without what the database cannot hold; refused where nothing is left of a text. */
export function cleanAsked({ question, expectation }: Asked): Asked {
  const text = cleanText(question).trim();
  if (!text) throw wrong('question', 'A pergunta não pode estar vazia.');
  const clean = Expectation.safeParse(cleanStrings(expectation));
  if (clean.success) return { question: text, expectation: clean.data };
  const [issue] = clean.error.issues;
  throw wrong(['expectation', ...(issue?.path ?? [])].join('.'), issue?.message ?? '');
}

const wrong = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });
