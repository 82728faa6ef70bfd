/** A busy installation, the same every time: a million questions over some days, their conversations and what they cost. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { hashPassword } from '../../server/src/features/auth/credentials/passwords.ts';
import { seedPlans } from '../../server/src/seed/seed-plans.ts';
import { ADMIN, PASSWORD, READER } from '../lists/people-and-agents.ts';

export const SIZE = { people: 5_000, agents: 200, groups: 12, conversations: 200_000, messages: 1_000_000 };

/** Percent of questions that found nothing, and percent of answers with 👎. */
const [FOUND_NOTHING, DOWN] = [4, 1];
/** No statement may take longer than ten seconds. */
const STEPS = 40;
const EACH = SIZE.messages / SIZE.conversations;

export async function fill(db: Database, days: number): Promise<void> {
  const ago = (share: SQL): SQL => sql`now() - make_interval(secs => ${days * 86_400}::float8 * (${share}))`;
  // Finding words in one's history is not measured here, and its index takes longer than everything else.
  await db.execute(sql`drop index messages_search`);
  await seedPlans(db);
  await db.execute(
    sql`insert into user_groups (name) select 'Grupo ' || n from generate_series(4, ${SIZE.groups}) n`,
  );
  await db.execute(sql`
    insert into users (email, name, user_group_id, role, password_hash, is_verified, token_limit, created_at)
    select case n when 1 then ${ADMIN} when 2 then ${READER} else 'busy' || n || '@exemplo.com.br' end, 'Pessoa ' || n,
      1 + n % ${SIZE.groups}, case n when 1 then 'admin' else 'user' end, ${await hashPassword(PASSWORD)}, true, 100000,
      ${ago(sql`n::float8 / ${SIZE.people}`)}
    from generate_series(1, ${SIZE.people}) n`);
  await db.execute(sql`
    insert into agents (name, deploy_status) select 'Agente ' || n, true from generate_series(1, ${SIZE.agents}) n`);
  const share = sql`n::float8 / ${SIZE.conversations}::float8`;
  for (const [from, to] of steps(SIZE.conversations)) {
    // Few agents are asked often, most of them seldom.
    await db.execute(sql`
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, is_test, created_at)
      select md5(n::text)::uuid, 1 + n::int8 * 7919 % ${SIZE.people},
        1 + floor(power((n::int8 * 104729 % 9973) / 9973.0, 3) * ${SIZE.agents})::int, 'Agente', 'Conversa', ${EACH},
        n % 20 = 0, ${ago(share)}
      from generate_series(${from}::int, ${to}::int) n`);
    const mine = sql`chat_sessions s where s.id in (
      select md5(n::text)::uuid from generate_series(${from}::int, ${to}::int) n)`;
    await db.execute(sql`
      insert into messages (user_id, session_id, question, answer, status, model, found_nothing, feedback, created_at)
      select user_id, id, 'Qual é o prazo do edital?', 'O prazo é de cinco dias úteis.', 'done',
        (array['gpt-5', 'claude-4-sonnet', 'gemini-2.5-pro'])[1 + agent_id % 3],
        not is_test and place < ${FOUND_NOTHING}, case when place between 30 and ${29 + DOWN} then 'down' end,
        created_at + k * interval '40 seconds'
      from (select s.*, k, abs(hashtext(s.id::text || k)) % 100 place from generate_series(0, ${EACH - 1}::int) k, ${mine}) s`);
    await db.execute(sql`
      insert into token_entries (user_id, session_id, message_id, agent_id, purpose, model, input_tokens, output_tokens,
        charged, estimated, created_at)
      select m.user_id, m.session_id, m.id, s.agent_id, 'answer', m.model, 900, 100,
        case when s.is_test then 0 else 1000 end, false, m.created_at
      from messages m, ${mine} and m.user_id = s.user_id and m.session_id = s.id`);
  }
  // Autovacuum has run, as on a server that has been up for a day.
  await db.execute(sql`vacuum analyze`);
}

const steps = (total: number): [number, number][] =>
  Array.from({ length: STEPS }, (_, step) => [(total / STEPS) * step + 1, (total / STEPS) * (step + 1)]);
