/** A comparison, read line by line; it is kept in the cache, so that leaving the dialog loses nothing. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentChecksApi } from '#contract/agent-checks.ts';
import type { ComparedColumn, Comparison, ComparisonCell, ComparisonEvent } from '#contract/comparisons.ts';
import { call } from '../../../api/client.ts';
import { openStream } from '../../../api/stream.ts';

/** How often a comparison that runs elsewhere is looked at. */
const LOOK_MS = 3_000;

export const comparisonsOf = (agentId: number) =>
  queryOptions({
    queryKey: ['comparisons', agentId] as const,
    queryFn: ({ signal }) => call(agentChecksApi.comparisons, { params: { id: agentId } }, { signal }),
  });

/** One that is over, with its cells. */
export const comparisonOf = (id: number) =>
  queryOptions({
    queryKey: ['comparison', id] as const,
    queryFn: ({ signal }) => call(agentChecksApi.comparison, { params: { id } }, { signal }),
  });

type Comparisons = { comparisons: Comparison[]; cost_per_check: Record<string, number | null> };

export function useComparison(agentId: number) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [reading, setReading] = useState(false);
  const known = useQuery({
    ...comparisonsOf(agentId),
    refetchInterval: ({ state: { data } }) =>
      !reading && data?.comparisons[0]?.is_running ? LOOK_MS : false,
  });
  /** `onBegun` is called once the server has begun the comparison. */
  const start = async (columns: ComparedColumn[], onBegun: () => void) => {
    setFailure(null);
    setReading(true);
    try {
      const asked = { params: { id: agentId }, body: { columns } };
      const events = await openStream(agentChecksApi.compare, asked, { wordless: 'screen' });
      for await (const event of events) {
        keep(client, agentId, event);
        if (event.comparison) onBegun();
      }
    } catch (cause) {
      setFailure(cause);
    }
    setReading(false);
    await client.invalidateQueries({ queryKey: comparisonsOf(agentId).queryKey });
  };
  const stop = ({ id }: Comparison) => call(agentChecksApi.stopComparison, { params: { id } });
  return { known, start, stop, failure, reading };
}

function keep(client: QueryClient, agentId: number, event: ComparisonEvent): void {
  client.setQueryData(comparisonsOf(agentId).queryKey, (known) => known && after(known, event));
}

/** The comparisons once a line has been read. */
export function after(known: Comparisons, { comparison, cell }: ComparisonEvent): Comparisons {
  const [newest, ...older] = known.comparisons;
  if (comparison) {
    const others = newest?.id === comparison.id ? older : known.comparisons;
    return { ...known, comparisons: [comparison, ...others] };
  }
  if (!cell || !newest) return known;
  return { ...known, comparisons: [{ ...newest, cells: [...newest.cells, cell] }, ...older] };
}

export type ColumnSum = { held: number; ended: number; tokens: number; ms: number; cost: number | null };

/** The foot of a column; the cost is null where that of one cell is not known. */
export const sumOf = (cells: readonly ComparisonCell[], column: number): ColumnSum =>
  cells
    .filter((cell) => cell.column === column)
    .reduce<ColumnSum>(
      (sum, cell) => ({
        held: sum.held + (cell.outcome === 'held' ? 1 : 0),
        ended: sum.ended + 1,
        tokens: sum.tokens + cell.input_tokens + cell.output_tokens,
        ms: sum.ms + cell.ms,
        cost: sum.cost === null || cell.cost_brl_micro === null ? null : sum.cost + cell.cost_brl_micro,
      }),
      { held: 0, ended: 0, tokens: 0, ms: 0, cost: 0 },
    );

/** The checks that do not end the same way in all columns, among those that have ended in each. */
export function turnedChecks({ cells, columns }: Pick<Comparison, 'cells' | 'columns'>): Set<number> {
  const outcomes = new Map<number, ComparisonCell['outcome'][]>();
  for (const { check_id, outcome } of cells)
    outcomes.set(check_id, [...(outcomes.get(check_id) ?? []), outcome]);
  return new Set(
    [...outcomes]
      .filter(([, ended]) => ended.length === columns.length && new Set(ended).size > 1)
      .map(([id]) => id),
  );
}
