/** The rows of an agent's checks. */
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { CheckResult } from '#contract/agent-checks.ts';
import type { Expectation } from '#contract/agents.ts';
import { AGENT_CHECKS_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { agent_checks } from '../../db/tables/agents.ts';
import { cleanText } from '../../text/clean-text.ts';
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
  const clean = cleanAsked(asked);
  return db.transaction(async (tx) => {
    // Two who add the last one at once are counted one after the other.
    await lockAgent(tx, agent_id);
    const [counted] = await tx
      .select({ total: count() })
      .from(agent_checks)
      .where(eq(agent_checks.agent_id, agent_id));
    if ((counted?.total ?? 0) >= AGENT_CHECKS_MAX) throw new AppError('too_many_checks');
    const [check] = await tx
      .insert(agent_checks)
      .values({ ...clean, agent_id, created_at: now, updated_at: now })
      .returning(shown);
    if (!check) throw new Error('no check was inserted');
    return check;
  });
}

/** The last result belongs to the question as it was, so it is cleared. */
export async function changeCheck(
  db: Queryable,
  key: CheckKey,
  { now, ...asked }: Asked & { now: Date },
): Promise<CheckDto> {
  const [check] = await db
    .update(agent_checks)
    .set({ ...cleanAsked(asked), last_result: null, updated_at: now })
    .where(isCheck(key))
    .returning(shown);
  if (!check) throw new AppError('check_not_found');
  return check;
}

export async function removeCheck(db: Queryable, key: CheckKey): Promise<void> {
  const { rowCount } = await db.delete(agent_checks).where(isCheck(key));
  if (!rowCount) throw new AppError('check_not_found');
}

/** Kept only where the check still asks what was asked: it may have been changed or deleted meanwhile. */
export async function keepResult(
  db: Queryable,
  { id, question, expectation }: Check,
  last_result: CheckResult,
): Promise<void> {
  const asksThis = and(
    eq(agent_checks.id, id),
    eq(agent_checks.question, question),
    eq(agent_checks.expectation, sql`${JSON.stringify(expectation)}::jsonb`),
  );
  await db.update(agent_checks).set({ last_result }).where(asksThis);
}

const isCheck = ({ agent_id, id }: CheckKey) =>
  and(eq(agent_checks.agent_id, agent_id), eq(agent_checks.id, id));

function cleanAsked({ question, expectation }: Asked): Asked {
  const clean = { question: required('question', question, 'A pergunta não pode estar vazia.') };
  if (expectation.kind === 'refuses') return { ...clean, expectation };
  const expected = (field: string, text: string) =>
    required(field, text, 'Diga o que se espera da resposta.');
  if (expectation.kind !== 'all')
    return {
      ...clean,
      expectation: { ...expectation, value: expected('expectation.value', expectation.value) },
    };
  const { cites, contains } = expectation.value;
  const value = {
    cites: expected('expectation.value.cites', cites),
    contains: contains.map((text) => expected('expectation.value.contains', text)),
  };
  return { ...clean, expectation: { kind: 'all', value } };
}

/** Without what the database cannot hold. */
function required(field: string, text: string, message: string): string {
  const clean = cleanText(text).trim();
  if (clean) return clean;
  throw new AppError('validation', { detail: message, errors: [{ field, message }] });
}
