/** A large organisation, the same every time: 5,000 agents with tags and groups, 20,000 people, 200,000 questions. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { hashPassword } from '../../server/src/features/auth/passwords.ts';
import { seedGroups } from '../../server/src/seed-groups.ts';

export const SIZE = {
  agents: 5_000,
  people: 20_000,
  sessions: 20_000,
  messages: 200_000,
  tags: 60,
  groups: 12,
};

export const PASSWORD = 'uma senha de medida';
export const ADMIN = 'pessoa1@exemplo.com.br';
/** In group 2, as a twelfth of all. */
export const READER = 'pessoa2@exemplo.com.br';

const WORDS =
  'licitação contrato férias reembolso diária edital orçamento ofício memorando atendimento jurídico compras água educação saúde obras frota patrimônio arquivo protocolo'.split(
    ' ',
  );

export async function fill(db: Database): Promise<void> {
  await seedGroups(db);
  const words = sql.param(WORDS);
  await db.execute(sql`
    insert into user_groups (name) select 'Grupo ' || n from generate_series(4, ${SIZE.groups}) n`);
  await db.execute(sql`
    insert into users (email, name, user_group_id, role, password_hash, is_verified, token_limit)
    select 'pessoa' || n || '@exemplo.com.br', 'Pessoa ' || n, 1 + (n - 1) % ${SIZE.groups},
      case n when 1 then 'admin' else 'user' end, ${await hashPassword(PASSWORD)}, true, 100000
    from generate_series(1, ${SIZE.people}) n`);
  // Words chosen by arithmetic: a pair of them for the name, seven for the description.
  const word = (place: ReturnType<typeof sql>) => sql`(${words}::text[])[1 + (${place}) % ${WORDS.length}]`;
  await db.execute(sql`
    insert into agents (name, description, deploy_status, model, temperature, prompt_sections, custom_prompt, updated_at)
    select initcap(${word(sql`n`)}) || ' ' || ${word(sql`n / 7`)} || ' ' || n,
      (select string_agg(${word(sql`n * k + k * k`)}, ' ') from generate_series(1, 7) k),
      n % 5 <> 0, 'gpt-5', 0.5,
      jsonb_build_object('identity', repeat('Você ajuda. ', 40), 'goal', repeat('Responder. ', 40), 'response_style', '',
        'constraints', repeat('Só com fontes. ', 40), 'custom_instructions', ''),
      repeat('Seja breve. ', 60), now() - n * interval '7 minutes'
    from generate_series(1, ${SIZE.agents}) n`);
  await db.execute(sql`insert into tags (name) select 'tag ' || n from generate_series(1, ${SIZE.tags}) n`);
  await db.execute(sql`
    insert into agent_tags select n, 1 + (n * k * 13 + k) % ${SIZE.tags}
    from generate_series(1, ${SIZE.agents}) n, generate_series(1, 4) k where k <= n % 5 on conflict do nothing`);
  await db.execute(sql`
    insert into group_agents (agent_id, user_group_id) select n, 1 + (n * 5 + k) % ${SIZE.groups}
    from generate_series(1, ${SIZE.agents}) n, generate_series(1, 4) k where k <= n % 5 on conflict do nothing`);
  await talk(db);
  await db.execute(sql`analyze`);
}

async function talk(db: Database): Promise<void> {
  const perSession = SIZE.messages / SIZE.sessions;
  await db.execute(sql`
    insert into chat_sessions (id, user_id, agent_id, chat_title, is_test, messages_count, created_at)
    select md5(n::text)::uuid, 1 + n % ${SIZE.people}, 1 + (n * n) % ${SIZE.agents}, 'Conversa ' || n, n % 20 = 0,
      ${perSession}, now() - n * interval '1 minute'
    from generate_series(1, ${SIZE.sessions}) n`);
  for (let place = 0; place < perSession; place += 1)
    await db.execute(sql`
      insert into messages (user_id, session_id, question, answer, status, model)
      select user_id, id, 'Qual é o prazo do edital?', repeat('O prazo é de cinco dias úteis. ', 20), 'done', 'gpt-5'
      from chat_sessions`);
}
