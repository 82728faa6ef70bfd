/**
 * A run of an agent's checks, read line by line. It is kept in the cache and not in a screen: a person who changes
 * the tab and comes back finds it as far as it has got.
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { agentChecksApi, type CheckEvent, type CheckRun } from '#contract/agent-checks.ts';
import { failedWith } from '../../../api/failure.ts';
import { openStream } from '../../../api/stream.ts';
import { type Checks, changeChecks, refreshChecks } from './queries.ts';

export type RunState = {
  reading: boolean;
  /** How many are asked in this run. */
  total: number;
  ended: number;
  /** Ids of those that are being asked now. */
  asking: number[];
  /** The last run that had ended when this one was begun. */
  before: number | null;
  /**
   * Why it did not come to its end: `refused` before it began, `busy` because another one is under way, `cut`
   * when the connection was lost, `broken` by the server, which says why.
   */
  problem: { kind: 'refused' | 'busy' | 'cut'; cause: unknown } | { kind: 'broken'; sentence: string } | null;
};

const idle: RunState = { reading: false, total: 0, ended: 0, asking: [], before: null, problem: null };

const runState = (agentId: number) =>
  queryOptions({
    queryKey: ['check-run', agentId] as const,
    // Never called: lines of the stream are what it knows.
    queryFn: (): RunState => idle,
    initialData: idle,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export function useCheckRun(agentId: number) {
  const client = useQueryClient();
  const { data: state } = useQuery(runState(agentId));
  const start = useCallback((known: Checks) => void readRun(client, agentId, known), [client, agentId]);
  return { state, start };
}

async function readRun(client: QueryClient, agentId: number, { checks, last_run }: Checks): Promise<void> {
  const { queryKey } = runState(agentId);
  const now = () => client.getQueryData<RunState>(queryKey) ?? idle;
  const keep = (change: Partial<RunState>) =>
    client.setQueryData<RunState>(queryKey, { ...now(), ...change });
  if (now().reading) return;
  keep({ ...idle, reading: true, total: checks.length, before: last_run?.id ?? null });

  let opened = false;
  try {
    const events = await openStream(agentChecksApi.run, { params: { id: agentId } });
    opened = true;
    for await (const event of events) {
      keep(after(now(), event));
      keepResult(client, agentId, event);
    }
  } catch (cause) {
    const kind = opened ? 'cut' : failedWith(cause, 'checks_running') ? 'busy' : 'refused';
    keep({ problem: { kind, cause } });
  }
  keep({ reading: false, asking: [] });
  await refreshChecks(client, agentId);
}

/** A run goes on that is not read here: what came of it is known once another one is the last. */
export function isWaiting({ problem, before }: RunState, last: CheckRun | null | undefined): boolean {
  const isElsewhere = problem?.kind === 'busy' || problem?.kind === 'cut';
  return isElsewhere && (last?.id ?? null) === before;
}

/** How far the run is once this line has been read. */
export function after(state: RunState, { state: what, check_id, error }: CheckEvent): RunState {
  if (what === 'broken') return { ...state, problem: { kind: 'broken', sentence: error ?? '' } };
  if (check_id === undefined) return state;
  const others = state.asking.filter((id) => id !== check_id);
  if (what === 'running') return { ...state, asking: [...others, check_id] };
  return { ...state, asking: others, ended: state.ended + 1 };
}

function keepResult(client: QueryClient, agentId: number, { check_id, result, run }: CheckEvent): void {
  if (result)
    changeChecks(client, agentId, (known) => ({
      ...known,
      checks: known.checks.map((check) =>
        check.id === check_id ? { ...check, last_result: result } : check,
      ),
    }));
  if (run)
    changeChecks(client, agentId, (known) => ({
      ...known,
      last_run: run,
      runs: [run, ...known.runs.filter(({ id }) => id !== run.id)],
    }));
}
