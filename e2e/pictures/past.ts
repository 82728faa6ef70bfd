/** Activity of the past month, inserted into the database because a month would take too long. */
import { inDatabase } from '../support/database.ts';
import { ADMIN } from '../support/test-server.ts';
import { feedback, mailOf, openQuestions, people, titles } from './town.ts';

/** People with the administrator's password, a month of questions, open questions, feedback. */
export async function makePast(groupIds: Map<string, number>, agentIds: Map<string, number>): Promise<void> {
  await inDatabase(async (client) => {
    await client.query('begin');
    for (const [place, [name, group, role, used, hours]] of people.entries()) {
      const { rows } = await client.query<{ id: number }>(
        `insert into users (name, email, phone, password_hash, role, is_verified, user_group_id, token_used,
           token_limit, last_login, created_at, token_cycle_start, token_anchor)
         select $1, $2, '1140028' || lpad($3::text, 3, '0'), password_hash, $4, true, $5, $6::int, 100000,
           now() - $7::float8 * interval '1 hour', began, began, began
         from users, (select now() - (9 + $3::int * 2) * interval '1 day' began) b where email = $8 returning id`,
        [name, mailOf(name), place, role, groupIds.get(group), used, hours, ADMIN.email],
      );
      if (used > 0)
        await client.query(askedFor, [
          rows[0]?.id,
          used,
          [...agentIds.values()],
          [...agentIds.keys()],
          titles,
        ]);
    }
    for (const [place, [question, agent, reason]] of openQuestions.entries())
      await client.query(
        `with s as (
           insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, created_at)
           select gen_random_uuid(), id, $2, $3, $1, 1, now() - ($5::int * 7 + 3) * interval '1 hour'
           from users where email = $6 returning *)
         insert into messages (user_id, session_id, question, answer, status, model, found_nothing, feedback,
           feedback_reason, created_at)
         select user_id, id, $1, 'Não encontrei isso nas fontes deste agente.', 'done', 'claude-4-sonnet',
           $4::text is null, case when $4::text is not null then 'down' end, $4, created_at from s`,
        [question, agentIds.get(agent), agent, reason, place, mailOf('Iolanda Prates')],
      );
    for (const [place, [who, message, handled]] of feedback.entries())
      await client.query(
        `insert into feedback (user_id, name, message, page, handled, created_at)
         select id, name, $2, '/chat', $3, now() - ($4::int * 9 + 1) * interval '1 hour' from users where email = $1`,
        [mailOf(who), message, handled, place],
      );
    // Statistics that were rolled up before are rolled up again.
    await client.query(`delete from activity_hours`);
    await client.query(`delete from token_hours`);
    await client.query(`update installation set value = '{}' where key = 'statistics'`);
    await client.query('commit');
  });
}

/** Twenty questions of one person since their cycle began, spread over working hours; $2 tokens in all. */
const askedFor = `
  with asked as (
    select n, gen_random_uuid() session_id, u.id user_id, $3::int[] ids, $4::text[] names,
      1 + (n * 7 + u.id) % cardinality($3::int[]) which,
      ($5::text[])[1 + (n * 3 + u.id) % cardinality($5::text[])] title,
      u.token_cycle_start + (now() - u.token_cycle_start) * ((n * n + 5 * (n % 3)) / 420.0) asked_at
    from generate_series(0, 19) n, users u where u.id = $1),
  sessions as (
    insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, created_at)
    select session_id, user_id, ids[which], names[which], title, 1, asked_at from asked),
  questions as (
    insert into messages (user_id, session_id, question, answer, status, model, created_at)
    select user_id, session_id, title, 'Respondida.', 'done', 'claude-4-sonnet', asked_at from asked returning *)
  insert into token_entries (user_id, session_id, message_id, agent_id, purpose, model, input_tokens, output_tokens,
    charged, estimated, created_at)
  select q.user_id, q.session_id, q.id, ids[which], 'answer', 'claude-4-sonnet', $2::int / 20 - 100, 100, $2::int / 20,
    false, asked_at
  from questions q join asked using (session_id)`;

/** A paid plan, as the payment provider's events report it. */
export async function subscribe(email: string): Promise<void> {
  await inDatabase(async (client) => {
    await client.query(
      `with payer as (
         update users set user_group_id = 2, token_limit = 5000000, token_anchor = token_cycle_start
         where email = $1 returning id, token_cycle_start began),
       customer as (insert into payment_customers (user_id, customer_id) select id, 'cus_retrato' from payer)
       insert into subscriptions (id, user_id, customer_id, tier, price_id, interval, amount, status,
         current_period_start, current_period_end, activated_at)
       select 'sub_retrato', id, 'cus_retrato', 'plus', 'plus_month', 'month', 62500, 'active',
         began, began + interval '1 month', began from payer`,
      [email],
    );
  });
}
