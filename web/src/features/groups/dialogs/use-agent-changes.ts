/** Ticked and unticked agents, and saving them: additions first, then removals. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTask } from '../../../lib/use-task.ts';
import { type Told, told } from '../../users/failure-words.ts';
import { afterAgentChange } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { associateAgents, disassociateAgents } from './group-calls.ts';
import { type AgentChanges, flipped, nobody, unchanged } from './selection.ts';

const texts = all.manage;

/** Which of the two calls failed. */
class Half extends Error {
  readonly context: string;
  constructor(context: string, cause: unknown) {
    super(context, { cause });
    this.context = context;
  }
}

export function useAgentChanges(groupId: number, onDone: () => void) {
  const cache = useQueryClient();
  const [changes, setChanges] = useState<AgentChanges>(unchanged);
  const flip = useCallback(
    (id: number, is_associated: boolean) => setChanges((before) => flipped(before, { id, is_associated })),
    [],
  );
  const save = useTask(async () => {
    await associateAgents(groupId, changes.added).catch((cause) => {
      throw new Half(texts.addContext, cause);
    });
    await disassociateAgents(groupId, changes.removed).catch((cause) => {
      // The first half is done, and must not be counted again.
      setChanges((before) => ({ ...before, added: nobody }));
      void afterAgentChange(cache);
      throw new Half(texts.removeContext, cause);
    });
    onDone();
    await afterAgentChange(cache);
  });
  const failure: Told | null =
    save.failure instanceof Half ? told(save.failure.cause, texts.failed, save.failure.context) : null;
  return { changes, flip, save, failure };
}
