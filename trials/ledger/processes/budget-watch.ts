/** An observer inside the database: it sees every change of a group's use, whichever process makes it. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/src/db/client.ts';

/**
 * Notes each change by which a group's use and reservations grow beyond a hard budget. A budget that was changed within
 * the last two seconds counts as well, because the admission may have read it just before.
 */
export async function watchBudgets(db: Database): Promise<void> {
  await db.execute(sql`
    create table earlier_limits (like group_limits, until timestamptz not null);
    create table passed_budgets (user_group_id integer, tokens bigint, cost bigint);
    create function keep_earlier_limits() returns trigger language plpgsql as $body$
      begin
        insert into earlier_limits select old.*, clock_timestamp();
        return new;
      end $body$;
    create trigger keep_earlier_limits after update on group_limits
      for each row execute function keep_earlier_limits();
    create function note_passed_budget() returns trigger language plpgsql as $body$
      declare
        tokens bigint := new.used_tokens + new.reserved_tokens;
        cost bigint := new.used_cost + new.reserved_cost;
      begin
        if exists (
          select from (
            select hard, budget_kind, budget from group_limits where user_group_id = new.user_group_id
            union all
            select hard, budget_kind, budget from earlier_limits
            where user_group_id = new.user_group_id and until > clock_timestamp() - interval '2 seconds'
          ) valid where case
            when not valid.hard then true
            when valid.budget_kind = 'tokens'
              then tokens <= greatest(valid.budget, old.used_tokens + old.reserved_tokens)
            when valid.budget_kind = 'brl'
              then cost <= greatest(valid.budget * 10000, old.used_cost + old.reserved_cost)
            else true end
        ) then return new; end if;
        insert into passed_budgets values (new.user_group_id, tokens, cost);
        return new;
      end $body$;
    create trigger note_passed_budget after update on group_usage
      for each row execute function note_passed_budget();`);
}

/** How often a hard budget was passed. */
export async function passedBudgets(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int count from passed_budgets`);
  return rows[0]?.count ?? Number.NaN;
}
