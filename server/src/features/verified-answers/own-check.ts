/** The check that each verified answer has: its question is answered by it. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { agent_checks } from '../../db/tables/agents.ts';
import { insertChecks } from '../checks/store.ts';

type Owned = { agent_id: number; id: number };

/** None where the agent has as many checks as it may have: the answer holds all the same. */
export async function makeOwnCheck(
  tx: Transaction,
  { agent_id, id }: Owned,
  question: string,
  now: Date,
): Promise<void> {
  const check = { question, expectation: { kind: 'verified' as const, id } };
  await insertChecks(tx, agent_id, [check], { now, source: 'verified' }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'too_many_checks')) throw error;
  });
}

/** The last result belongs to the question as it was. */
export async function renameOwnCheck(
  tx: Transaction,
  owned: Owned,
  question: string,
  now: Date,
): Promise<void> {
  await tx
    .update(agent_checks)
    .set({ question, last_result: null, updated_at: now })
    .where(and(isOwnCheck(owned), ne(agent_checks.question, question)));
}

export async function removeOwnCheck(tx: Transaction, owned: Owned): Promise<void> {
  await tx.delete(agent_checks).where(isOwnCheck(owned));
}

const isOwnCheck = ({ agent_id, id }: Owned) =>
  and(
    eq(agent_checks.agent_id, agent_id),
    eq(agent_checks.source, 'verified'),
    eq(agent_checks.expectation, sql`${JSON.stringify({ kind: 'verified', id })}::jsonb`),
  );
