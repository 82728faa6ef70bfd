import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsApi } from '#contract/groups.ts';
import { call } from '../../api/client.ts';

type Group = { id: number; name: string };

export type GroupAccess = {
  /** Names of the groups that were given the agent here. */
  given: ReadonlyMap<number, string>;
  /** Shown at once, and taken back where the server refuses. */
  set: (group: Group, isGiven: boolean) => void;
  /** What the last change failed with. */
  failure: unknown;
};

/** Of an agent that no group had when its page was opened. */
export function useGroupAccess(agentId: number): GroupAccess {
  const cache = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);

  const show = ({ id, name }: Group, isGiven: boolean) =>
    setGiven((before) => {
      const next = new Map(before);
      if (isGiven) next.set(id, name);
      else next.delete(id);
      return next;
    });
  const set = async (group: Group, isGiven: boolean) => {
    setFailure(null);
    show(group, isGiven);
    const change = isGiven ? groupsApi.addAgents : groupsApi.removeAgents;
    try {
      await call(change, { params: { id: group.id }, body: { agent_ids: [agentId] } });
    } catch (cause) {
      show(group, !isGiven);
      setFailure(cause);
    }
    // Agents tell in how many groups they are, and groups how many agents they have.
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['agents'] }),
      cache.invalidateQueries({ queryKey: ['groups'] }),
    ]);
  };
  return { given, set: (group, isGiven) => void set(group, isGiven), failure };
}
