/** The checks of an agent as the cache knows them. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AgentCheck, agentChecksApi, type CheckRun } from '#contract/agent-checks.ts';
import type { Expectation } from '#contract/expectations.ts';
import { call } from '../../../api/client.ts';
import { expectationText } from './texts.ts';

export type Checks = { checks: AgentCheck[]; last_run: CheckRun | null; runs: CheckRun[] };
type WrittenCheck = { question: string; expectation: Expectation };

/** Not below the agent's own key: a changed agent makes the last run old, so it is asked for anew with the lists. */
export const agentChecks = (agentId: number) =>
  queryOptions({
    queryKey: ['agents', 'checks', agentId] as const,
    queryFn: ({ signal }): Promise<Checks> =>
      call(agentChecksApi.list, { params: { id: agentId } }, { signal }),
  });

export const refreshChecks = (client: QueryClient, agentId: number) =>
  client.invalidateQueries({ queryKey: agentChecks(agentId).queryKey });

export function changeChecks(client: QueryClient, agentId: number, next: (known: Checks) => Checks): void {
  client.setQueryData(agentChecks(agentId).queryKey, (known) => known && next(known));
}

/** Creates it, or changes the one with this id. */
export async function saveCheck(
  client: QueryClient,
  { agentId, checkId }: { agentId: number; checkId?: number | undefined },
  body: WrittenCheck,
): Promise<AgentCheck> {
  const saved =
    checkId === undefined
      ? await call(agentChecksApi.create, { params: { id: agentId }, body })
      : await call(agentChecksApi.update, { params: { id: agentId, checkId }, body });
  changeChecks(client, agentId, (known) => ({ ...known, checks: withCheck(known.checks, saved) }));
  await refreshChecks(client, agentId);
  return saved;
}

/** The one that stands already; null where it was deleted meanwhile. */
export async function standingCheck(
  client: QueryClient,
  agentId: number,
  { question, expectation }: WrittenCheck,
): Promise<AgentCheck | null> {
  const { checks } = await client.fetchQuery({ ...agentChecks(agentId), staleTime: 0 });
  const asked = (check: WrittenCheck) => `${check.question.trim()} ${expectationText(check.expectation)}`;
  return checks.find((check) => asked(check) === asked({ question, expectation })) ?? null;
}

export async function removeCheck(client: QueryClient, agentId: number, checkId: number): Promise<void> {
  await call(agentChecksApi.remove, { params: { id: agentId, checkId } });
  changeChecks(client, agentId, (known) => ({
    ...known,
    checks: known.checks.filter(({ id }) => id !== checkId),
  }));
  await refreshChecks(client, agentId);
}

function withCheck(checks: AgentCheck[], saved: AgentCheck): AgentCheck[] {
  if (!checks.some(({ id }) => id === saved.id)) return [...checks, saved];
  return checks.map((check) => (check.id === saved.id ? saved : check));
}

/** The agent or a check is not what it was in the last run. */
export function isOld({ checks, last_run }: Omit<Checks, 'runs'>): boolean {
  return last_run?.is_current === false || checks.some(({ last_result }) => last_result === null);
}
