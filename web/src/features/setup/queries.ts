import { queryOptions } from '@tanstack/react-query';
import { type Setup, type SetupStep, setupApi } from '#contract/setup.ts';
import { call } from '../../api/client.ts';

/** `ticked`: the step that was done since it was last read in this tab. */
export type ReadSetup = Setup & { ticked: SetupStep | undefined };

export function withTick(before: Setup | undefined, setup: Setup): ReadSetup {
  const known = new Set(before?.steps.filter((step) => step.done).map(({ key }) => key));
  const fresh = before && setup.steps.find(({ key, done }) => done && !known.has(key));
  return { ...setup, ticked: fresh?.key };
}

const KEY = ['setup'] as const;

/** Read anew each time it is shown: a step is ticked by what was done on another screen. */
export const setupQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal, client }): Promise<ReadSetup> => {
      const before = client.getQueryData<ReadSetup>(KEY);
      return withTick(before, await call(setupApi.read, {}, { signal }));
    },
    staleTime: 0,
    refetchOnMount: 'always',
  });
