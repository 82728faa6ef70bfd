import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useTask } from '../../lib/use-task.ts';
import { agentQuery, availableKey } from './queries.ts';

type ChoiceOptions = { onChoose: (agent: AgentSummary) => void; onWithdrawn: () => void };

/** Age up to which a cached list is trusted: the chooser may stay open for an hour. */
const BELIEVED_MS = 30_000;

/**
 * Chooses an agent, at once when a fresh list offers it. Otherwise the server is asked first: meanwhile the agent may
 * have been withdrawn. `withdrawn` is then its name.
 */
export function useChoice({ onChoose, onWithdrawn }: ChoiceOptions) {
  const client = useQueryClient();
  const [withdrawn, setWithdrawn] = useState<string | undefined>();
  const latest = useRef({ onChoose, onWithdrawn });
  useEffect(() => {
    latest.current = { onChoose, onWithdrawn };
  });

  const { run, busy } = useTask(async (agent: AgentSummary) => {
    setWithdrawn(undefined);
    if (!(await isWithdrawn(client, agent.id))) return latest.current.onChoose(agent);
    setWithdrawn(agent.name);
    latest.current.onWithdrawn();
    await client.invalidateQueries({ queryKey: availableKey });
  });
  const choose = useCallback(
    (agent: AgentSummary) => {
      if (isOffered(client, agent.id)) latest.current.onChoose(agent);
      else run(agent);
    },
    [client, run],
  );
  return { choose, busy, withdrawn };
}

function isOffered(client: QueryClient, id: number): boolean {
  const lists = client.getQueryCache().findAll({ queryKey: availableKey });
  return lists.some(({ state }) => {
    if (Date.now() - state.dataUpdatedAt >= BELIEVED_MS) return false;
    const { pages = [] } = (state.data ?? {}) as Partial<InfiniteData<{ data: AgentSummary[] }>>;
    return pages.some((page) => page.data.some((agent) => agent.id === id));
  });
}

/** Trouble on the way says nothing about the agent: the question itself will tell. */
async function isWithdrawn(client: QueryClient, id: number): Promise<boolean> {
  try {
    const { deploy_status } = await client.fetchQuery({ ...agentQuery(id), staleTime: 0 });
    // Administrators are shown drafts too.
    return !deploy_status;
  } catch (error) {
    return error instanceof ApiFailure && (error.status === 404 || error.status === 403);
  }
}
