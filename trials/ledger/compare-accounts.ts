/** The ledger against what the accounts of people and groups say of themselves. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { unbalancedBudgets } from './budgets.ts';

/** Throws at a difference. Each statement sees one moment, so that it holds also while others write. */
export async function compareAccounts(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`
    select u.id, u.token_used, u.token_reserved, u.token_credited, u.token_credit,
      e.charged, e.credited, m.reserved, c.tokens_left from users u,
      lateral (select coalesce(sum(charged), 0) charged, coalesce(sum(from_credit), 0) credited from token_entries
        where user_id = u.id and created_at >= u.token_cycle_start) e,
      lateral (select coalesce(sum(reserved_tokens), 0) reserved from messages
        where user_id = u.id and status = 'streaming') m,
      lateral (select coalesce(sum(tokens_left), 0) tokens_left, coalesce(min(tokens_left), 0) least from token_credits
        where user_id = u.id) c
    where u.token_used <> e.charged or u.token_reserved <> m.reserved or u.token_used < 0 or u.token_reserved < 0
      or u.token_credited <> e.credited or u.token_credit <> c.tokens_left or c.least < 0`);
  if (rows.length) throw new Error(`the ledger and the accounts differ: ${JSON.stringify(rows)}`);
  const groups = await db.execute(unbalancedBudgets);
  if (groups.rows.length)
    throw new Error(`the budgets and the ledger differ: ${JSON.stringify(groups.rows)}`);
}
