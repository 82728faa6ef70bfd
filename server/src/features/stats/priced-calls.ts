/** The calls of models with their costs, of conversations and of tests, as the ledger has them. */
import { type SQL, sql } from 'drizzle-orm';

/**
 * A row for each entry whose time is admitted. Tests, checks and comparisons charge nobody and belong to a test
 * conversation or to none; an uncharged call of a real conversation is part of what that conversation costs.
 */
export const pricedCalls = (admits: (time: SQL) => SQL): SQL => sql`
  select e.created_at, e.model, coalesce(e.agent_id, 0) agent_id, coalesce(u.user_group_id, 0) user_group_id,
    case when e.charged = 0 and (e.session_id is null or s.is_test) then 'test' else 'conversation' end kind,
    e.cost_brl_micro
  from token_entries e join users u on u.id = e.user_id
    left join chat_sessions s on e.charged = 0 and s.user_id = e.user_id and s.id = e.session_id
  where ${admits(sql`e.created_at`)}`;
