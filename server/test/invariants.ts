/** Invariants that hold whenever no transaction is open, whatever failed before. For tests. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../src/db/client.ts';

/** The rows that break an invariant, each with what is wrong; empty when all is well. */
export async function brokenInvariants(db: Queryable): Promise<{ what: string; subject: string }[]> {
  const { rows } = await db.execute<{ what: string; subject: string }>(sql`
    select 'token_used is not the sum of the cycle''s entries' what,
      u.id || ': ' || u.token_used || ' against ' || coalesce(sum(e.charged), 0) subject
    from users u left join token_entries e on e.user_id = u.id and e.created_at >= u.token_cycle_start
    group by u.id having u.token_used <> coalesce(sum(e.charged), 0)
    union all
    select 'token_credited is not the part of the cycle''s entries that credits paid',
      u.id || ': ' || u.token_credited || ' against ' || coalesce(sum(e.from_credit), 0)
    from users u left join token_entries e on e.user_id = u.id and e.created_at >= u.token_cycle_start
    group by u.id having u.token_credited <> coalesce(sum(e.from_credit), 0)
    union all
    select 'token_credit is not what is left of the credits',
      u.id || ': ' || u.token_credit || ' against ' || coalesce(sum(c.tokens_left), 0)
    from users u left join token_credits c on c.user_id = u.id
    group by u.id having u.token_credit <> coalesce(sum(c.tokens_left), 0)
    union all
    select 'a credit gave more than it had', c.id::text
    from token_credits c where c.tokens_left < 0 or c.tokens_left > c.tokens
    union all
    select 'token_reserved is not what running answers hold',
      u.id || ': ' || u.token_reserved || ' against ' || coalesce(sum(m.reserved_tokens), 0)
    from users u left join messages m on m.user_id = u.id and m.status = 'streaming'
    group by u.id having u.token_reserved <> coalesce(sum(m.reserved_tokens), 0)
    union all
    select 'token_credited is not what credits paid in the cycle', u.id || ': ' || u.token_credited
    from users u left join token_entries e on e.user_id = u.id and e.created_at >= u.token_cycle_start
    group by u.id having u.token_credited <> coalesce(sum(e.from_credit), 0)
    union all
    select 'the use of a group is not the sum of its entries and reservations',
      g.user_group_id || ' ' || g.month || ': ' || g.used_tokens || ' ' || g.used_cost || ' ' || g.reserved_tokens || ' '
        || g.reserved_cost || ' against ' || coalesce(e.tokens, 0) || ' ' || coalesce(e.cost, 0) || ' '
        || coalesce(m.tokens, 0) || ' ' || coalesce(m.cost, 0)
    from group_usage g
      left join (select budget_group_id, budget_month, sum(charged) tokens, coalesce(sum(cost_brl_micro), 0) cost
        from token_entries group by 1, 2) e on e.budget_group_id = g.user_group_id and e.budget_month = g.month
      left join (select budget_group_id, budget_month, sum(reserved_tokens) tokens, sum(reserved_cost) cost
        from messages where status = 'streaming' group by 1, 2) m
        on m.budget_group_id = g.user_group_id and m.budget_month = g.month
    where g.used_tokens <> coalesce(e.tokens, 0) or g.used_cost <> coalesce(e.cost, 0)
      or g.reserved_tokens <> coalesce(m.tokens, 0) or g.reserved_cost <> coalesce(m.cost, 0)
    union all
    select 'an entry or a running answer counts in a budget without a row', t.budget_group_id::text
    from (select budget_group_id, budget_month from token_entries
      union select budget_group_id, budget_month from messages where status = 'streaming') t
    where t.budget_group_id is not null and not exists (
      select from group_usage g where g.user_group_id = t.budget_group_id and g.month = t.budget_month)
    union all
    select 'an ended answer with text has not one entry', m.id::text
    from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
    where m.status <> 'streaming' and s.erased_at is null and m.answer ~ '\\S' and m.copied_from is null
      and (select count(*) from token_entries e where e.user_id = m.user_id and e.message_id = m.id and e.purpose = 'answer') <> 1
    union all
    select 'a copy has an entry', m.id::text
    from messages m join token_entries e on e.user_id = m.user_id and e.message_id = m.id
    where m.copied_from is not null
    union all
    select 'of the variants of a question not exactly one is shown', m.variant_root::text
    from messages m where m.variant_root is not null
    group by m.user_id, m.session_id, m.variant_root having count(*) filter (where m.replaced_by is null) <> 1
    union all
    select 'a replaced record names no variants', m.id::text
    from messages m where m.replaced_by is not null and m.variant_root is null
    union all
    select 'a program''s answer has not one entry', m.id::text
    from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
    where s.key_id is not null and m.status = 'done'
      and (select count(*) from token_entries e where e.user_id = m.user_id and e.message_id = m.id
        and e.purpose = 'answer' and e.key_id = s.key_id) <> 1
    union all
    select 'an entry is of another key than its conversation', e.id::text
    from token_entries e join chat_sessions s on s.user_id = e.user_id and s.id = e.session_id
    where e.key_id is distinct from s.key_id
    union all
    select 'an answer without text has an entry', m.id::text
    from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
    where s.erased_at is null and m.status = 'failed'
      and exists (select 1 from token_entries e where e.user_id = m.user_id and e.message_id = m.id
        and (e.purpose = 'answer' or e.charged <> 0))
    union all
    select 'an ended answer still has parts', p.message_id::text
    from answer_parts p join messages m on m.user_id = p.user_id and m.id = p.message_id
    where m.status <> 'streaming'
    union all
    select 'an ended answer still has a lease or a reservation', m.id::text
    from messages m
    where m.status <> 'streaming' and (m.lease_owner is not null or m.lease_until is not null or m.reserved_tokens <> 0
      or m.reserved_cost <> 0)
    union all
    select 'running_answers are not the answers that run', coalesce(m.id, r.message_id)::text
    from running_answers r full join (select user_id, session_id, id from messages where status = 'streaming') m
      on m.user_id = r.user_id and m.session_id = r.session_id and m.id = r.message_id
    where m.id is null or r.message_id is null
    union all
    select 'an erased conversation still has content', s.id::text
    from chat_sessions s left join messages m on m.user_id = s.user_id and m.session_id = s.id
    where s.erased_at is not null
      and (s.chat_title <> '' or m.question <> '' or m.answer <> '' or m.sources <> '[]'::jsonb
        or m.filters <> '[]'::jsonb or m.without <> '[]'::jsonb or m.feedback_reason is not null
        or exists (select 1 from answer_traces t where t.user_id = m.user_id and t.message_id = m.id))`);
  return rows;
}
