/** Charged tokens by model, agent and group. */
import { sql } from 'drizzle-orm';
import type { TimeRange, TokenShares } from '#contract/stats.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { inOneMoment } from './activity.ts';
import { spanOf } from './ranges.ts';
import { isWithin, isWithinAny, type RollupSpans, rollupSpans } from './rollup-spans.ts';
import { readWatermark } from './rollup-watermark.ts';

export function tokensOf(db: Database, range: TimeRange, now: Date): Promise<TokenShares> {
  return inOneMoment(db, async (tx) =>
    readShares(tx, rollupSpans(spanOf(range, now), await readWatermark(tx))),
  );
}

/** A share by model, by agent, by group, or the whole. Numbers are 0 where there is no agent or group. */
type Share = {
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
async function readShares(tx: Queryable, { hours, live }: RollupSpans): Promise<TokenShares> {
  const { rows } = await tx.execute<Share>(sql`
    with sums as (
      select model, agent_id, user_group_id, sum(tokens::float8) tokens, sum(calls) calls from (
        select model, agent_id, user_group_id, tokens, calls from token_hours where ${isWithin(sql`hour`, hours)}
        union all
        select e.model, coalesce(e.agent_id, 0), coalesce(u.user_group_id, 0), e.charged, 1
        from token_entries e join users u on u.id = e.user_id
        where e.charged > 0 and ${isWithinAny(sql`e.created_at`, live)}
      ) spent group by 1, 2, 3
    ), shares as (
      select case grouping(model, agent_id, user_group_id) when 3 then 'model' when 5 then 'agent' when 6 then 'group'
        else 'all' end as by, model, agent_id, user_group_id, sum(tokens) tokens, sum(calls)::float8 calls
      from sums group by grouping sets ((model), (agent_id), (user_group_id), ())
    )
    select shares.*, a.name agent_name, g.name group_name from shares
    left join agents a on a.id = agent_id left join user_groups g on g.id = user_group_id
    order by tokens desc, model, agent_id, user_group_id`);
  const by = (kind: Share['by']) => rows.filter((row) => row.by === kind);
  return {
    tokens: by('all')[0]?.tokens ?? 0,
    models: by('model').map(({ model, tokens, calls }) => ({ model, tokens, calls })),
    agents: by('agent').map(({ agent_id, agent_name, tokens, calls }) => ({
      agent_id: agent_id || null,
      agent_name,
      tokens,
      calls,
    })),
    groups: by('group').map(({ user_group_id, group_name, tokens, calls }) => ({
      user_group_id: user_group_id || null,
      group_name,
      tokens,
      calls,
    })),
  };
}
