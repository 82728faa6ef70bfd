/** Charged tokens and costs by model, agent and group. */
import { sql } from 'drizzle-orm';
import type { TimeRange, TokenShares } from '#contract/stats.ts';
import type { Readable } from '../../db/client.ts';
import { inOneMoment } from './activity.ts';
import { pricedCalls } from './priced-calls.ts';
import { spanBefore, spanOf } from './ranges.ts';
import { isWithin, isWithinAny, type RollupSpans, rollupSpans } from './rollup-spans.ts';
import { readWatermark } from './rollup-watermark.ts';

export function tokensOf(db: Readable, range: TimeRange, now: Date): Promise<TokenShares> {
  return inOneMoment(db, async (tx) => {
    const watermark = await readWatermark(tx);
    const before = spanBefore(range, now);
    const spans = rollupSpans(spanOf(range, now), watermark);
    const shares = await readShares(tx, spans);
    const tests = await costIn(tx, spans, 'test');
    const previous = before && (await costIn(tx, rollupSpans(before, watermark), 'conversation'));
    return { ...shares, tests, previous_cost_brl_micro: previous?.cost_brl_micro ?? null };
  });
}

type Cost = Pick<TokenShares, 'cost_brl_micro' | 'unpriced_calls'>;

/** A share by model, by agent, by group, or the whole. Numbers are 0 where there is no agent or group. */
type Share = Cost & {
  by: 'model' | 'agent' | 'group' | 'all';
  model: string;
  agent_id: number;
  agent_name: string | null;
  user_group_id: number;
  group_name: string | null;
  tokens: number;
  calls: number;
};

/**
 * Groups of entries that are read themselves are their people's of today; those of rolled hours are of that hour. Sums
 * of whole numbers as `float8` are exact far beyond what anybody spends, and many times as fast as `numeric`.
 */
async function readShares(
  tx: Readable,
  { hours, live }: RollupSpans,
): Promise<Omit<TokenShares, 'tests' | 'previous_cost_brl_micro'>> {
  const { rows } = await tx.execute<Share>(sql`
    with sums as (
      select model, agent_id, user_group_id, sum(tokens::float8) tokens, sum(calls) calls, sum(cost::float8) cost,
        sum(unpriced) unpriced
      from (
        select model, agent_id, user_group_id, tokens, calls, 0 cost, 0 unpriced from token_hours
        where ${isWithin(sql`hour`, hours)}
        union all
        select e.model, coalesce(e.agent_id, 0), coalesce(u.user_group_id, 0), e.charged, 1, 0, 0
        from token_entries e join users u on u.id = e.user_id
        where e.charged > 0 and ${isWithinAny(sql`e.created_at`, live)}
        union all
        select model, agent_id, user_group_id, 0, 0, cost_brl_micro, unpriced_calls from cost_hours
        where kind = 'conversation' and (cost_brl_micro > 0 or unpriced_calls > 0) and ${isWithin(sql`hour`, hours)}
        union all
        select model, agent_id, user_group_id, 0, 0, coalesce(cost_brl_micro, 0), (cost_brl_micro is null)::int
        from (${pricedCalls((time) => isWithinAny(time, live))}) calls
        where kind = 'conversation' and cost_brl_micro is distinct from 0
      ) spent group by 1, 2, 3
    ), shares as (
      select case grouping(model, agent_id, user_group_id) when 3 then 'model' when 5 then 'agent' when 6 then 'group'
        else 'all' end as by, model, agent_id, user_group_id, sum(tokens) tokens, sum(calls)::float8 calls,
        sum(cost) cost_brl_micro, sum(unpriced)::float8 unpriced_calls
      from sums group by grouping sets ((model), (agent_id), (user_group_id), ())
    )
    select shares.*, a.name agent_name, g.name group_name from shares
    left join agents a on a.id = agent_id left join user_groups g on g.id = user_group_id
    order by tokens desc, model, agent_id, user_group_id`);
  const by = (kind: Share['by']) => rows.filter((row) => row.by === kind);
  const [all] = by('all');
  return {
    tokens: all?.tokens ?? 0,
    cost_brl_micro: all?.cost_brl_micro ?? 0,
    unpriced_calls: all?.unpriced_calls ?? 0,
    models: by('model').map((share) => ({ model: share.model, ...spentOf(share) })),
    agents: by('agent').map((share) => ({
      agent_id: share.agent_id || null,
      agent_name: share.agent_name,
      ...spentOf(share),
    })),
    groups: by('group').map((share) => ({
      user_group_id: share.user_group_id || null,
      group_name: share.group_name,
      ...spentOf(share),
    })),
  };
}

const spentOf = ({ tokens, calls, cost_brl_micro, unpriced_calls }: Share) => ({
  tokens,
  calls,
  cost_brl_micro,
  unpriced_calls,
});

async function costIn(
  tx: Readable,
  { hours, live }: RollupSpans,
  kind: 'conversation' | 'test',
): Promise<Cost> {
  const { rows } = await tx.execute<Cost>(sql`
    select coalesce(sum(cost::float8), 0) cost_brl_micro, coalesce(sum(unpriced), 0)::float8 unpriced_calls from (
      select cost_brl_micro cost, unpriced_calls unpriced from cost_hours
      where kind = ${kind} and ${isWithin(sql`hour`, hours)}
      union all
      select coalesce(cost_brl_micro, 0), (cost_brl_micro is null)::int
      from (${pricedCalls((time) => isWithinAny(time, live))}) calls where kind = ${kind}
    ) spent`);
  return rows[0] ?? { cost_brl_micro: 0, unpriced_calls: 0 };
}
