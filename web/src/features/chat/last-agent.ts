/** The agent of the last conversation, while it is still available. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { ApiFailure } from '../../api/failure.ts';
import { forget, readStored } from '../../lib/browser/storage.ts';
import { agentQuery } from '../agent-chooser/queries.ts';

/** `known` are agents that need not be fetched; undefined while they are loading. */
export function useLastAgent(known: AgentSummary[] | undefined): AgentSummary | undefined {
  const id = lastAgentId();
  const here = known?.find((agent) => agent.id === id);
  const asked = useQuery({
    ...agentQuery(id ?? 0),
    enabled: id !== undefined && known !== undefined && !here,
  });
  const agent = here ?? asked.data;

  const gone = isGone(asked.error) || agent?.deploy_status === false;
  useEffect(() => {
    if (gone) forget('lastUsedAgentId');
  }, [gone]);
  return gone ? undefined : agent;
}

function lastAgentId(): number | undefined {
  const id = Number(readStored('lastUsedAgentId') ?? undefined);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

const isGone = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 403);
