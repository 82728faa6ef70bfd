/** Leads the nightly run of one agent. A process that dies leaves its results; the next one asks only what is missing. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { problems } from '#contract/errors.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { agent_check_runs, agents, type RunResult } from '../../../db/tables/agents.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { lockAgent } from '../../agents/store.ts';
import { interfaceOf } from '../../interface/interface-settings.ts';
import { conductRun, type RunContext, subjectOf } from '../run.ts';
import { type Counts, claimRun, endRun, findRunRow, outcomesBefore, setRunVersion } from '../runs.ts';
import { type Check, keepResult, selectChecks } from '../store.ts';
import { markEmptyOpeners } from './empty-openers.ts';

type NightRun = { agent_id: number; night: Day };

/** Rejects where the queue has to try again: another run of this agent goes on, or the process is going down. */
export async function runNight(context: RunContext, key: NightRun): Promise<void> {
  const { db } = context;
  if (context.chat.draining) throw new AppError('draining');
  const claimed = await db.transaction((tx) => claim(tx, key));
  if (!claimed) return;
  const within = await tokenLimit(context, key, claimed.id);
  if (await within(claimed.counts.tokens)) await ask(context, key, claimed, within);
  else await endRun(db, claimed.id, { ...claimed.counts, ...leftOut(claimed.results) });
  const row = await findRunRow(db, claimed.id);
  if (row && !row.finished_at && row.note !== 'tokens') throw new AppError('draining');
  await markEmptyOpeners(context, key.agent_id);
}

type Claimed = { id: number; checks: Check[]; results: RunResult[]; counts: Counts };

/** Null where there is nothing left to do: it has ended, was left out, or went with its agent. */
async function claim(tx: Transaction, { agent_id, night }: NightRun): Promise<Claimed | null> {
  const isThis = and(eq(agent_check_runs.agent_id, agent_id), eq(agent_check_runs.night, night));
  const [known] = await tx.select({ id: agent_check_runs.id }).from(agent_check_runs).where(isThis);
  if (!known) return null;
  await lockAgent(tx, agent_id);
  const row = await findRunRow(tx, known.id);
  if (!row || row.finished_at || row.note === 'tokens') return null;
  const checks = await selectChecks(tx, agent_id);
  if (!(await claimRun(tx, row, checks.length))) throw new AppError('checks_running');
  const { held, failed, errors, tokens } = row;
  return { id: row.id, checks, results: row.results, counts: { held, failed, errors, tokens } };
}

const leftOut = (results: RunResult[]) => ({ results, finished_at: null, note: 'tokens' as const });

/** Whether the tokens of a night allow one more question, beside those that other agents have taken. */
async function tokenLimit({ db }: RunContext, { night }: NightRun, id: number) {
  const { nightly_tokens } = await interfaceOf(db);
  return async (own: number): Promise<boolean> => {
    const [taken] = await db
      .select({ tokens: sql<number>`coalesce(sum(${agent_check_runs.tokens}), 0)::float8` })
      .from(agent_check_runs)
      .where(and(eq(agent_check_runs.night, night), ne(agent_check_runs.id, id)));
    return (taken?.tokens ?? 0) + own < nightly_tokens;
  };
}

async function ask(
  context: RunContext,
  { agent_id }: NightRun,
  claimed: Claimed,
  within: (own: number) => Promise<boolean>,
): Promise<void> {
  const { db } = context;
  const { id, checks, results, counts } = claimed;
  const subject = await subjectOf(context, agent_id).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'agent_not_found') return error;
    throw error;
  });
  if (subject instanceof AppError) return endWithErrors(context, claimed, subject);
  const { agent_version_id } = subject.agent;
  await setRunVersion(db, id, agent_version_id);
  const run = conductRun(context, {
    id,
    subject,
    checks: checks.filter((check) => !results.some(({ check_id }) => check_id === check.id)),
    user_id: await ownerOf(db, agent_id),
    counts,
    results,
    previous: await outcomesBefore(db, { agent_id, agent_version_id, id }),
    mayAsk: within,
  });
  await run.finished;
}

/** No model can be asked at all. */
async function endWithErrors(
  { db, clock }: RunContext,
  { id, checks }: Claimed,
  { code, detail }: AppError,
): Promise<void> {
  const now = clock.now();
  const result = {
    outcome: 'error' as const,
    reason: detail || problems[code].detail,
    answer: '',
    cited: [],
  };
  for (const check of checks) await keepResult(db, check, { ...result, at: now.toISOString() });
  await endRun(db, id, {
    held: 0,
    failed: 0,
    errors: checks.length,
    tokens: 0,
    results: checks.map((check) => ({ check_id: check.id, outcome: 'error' as const, code })),
    finished_at: now,
  });
}

/** The calls of a run that no person began stand in the ledger under the owner of the agent, where it has one. */
async function ownerOf(db: Queryable, agent_id: number): Promise<number | null> {
  const [agent] = await db
    .select({ owner_user_id: agents.owner_user_id })
    .from(agents)
    .where(eq(agents.id, agent_id));
  return agent?.owner_user_id ?? null;
}
