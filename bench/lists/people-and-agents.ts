/** A large organisation, the same every time: 5,000 agents with tags and groups, 100,000 people, 200,000 questions. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { hashPassword } from '../../server/src/features/auth/passwords.ts';
import { seedGroups } from '../../server/src/seed-groups.ts';

export const SIZE = {
  agents: 5_000,
  people: 100_000,
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

const NAMES =
  'Ana Bruno Carla Diego Elaine Fábio Gabriela Heitor Inês João Karina Luís Márcia Nélson Olívia Paulo'.split(
    ' ',
  );
const SURNAMES =
  'Almeida Barbosa Conceição Duarte Esteves Fagundes Gonçalves Horta Ibáñez Jardim Lacerda Magalhães Noronha'.split(
    ' ',
  );
const DOMAINS = 'exemplo.com.br prefeitura.test camara.test saude.test'.split(' ');

export async function fill(db: Database): Promise<void> {
  await seedGroups(db);
  await db.execute(sql`
    insert into user_groups (name) select 'Grupo ' || n from generate_series(4, ${SIZE.groups}) n`);
  await settle(db);
  // Words chosen by arithmetic: a pair of them for the name, seven for the description.
  const word = (place: SQL) => of(WORDS, place);
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

const of = (texts: string[], place: SQL) =>
  sql`(${sql.param(texts)}::text[])[1 + (${place}) % ${texts.length}]`;

/** No statement may take as long as a query is allowed to. */
const PER_STATEMENT = 10_000;
const PARTS = 4;

async function settle(db: Database): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  for (let from = 1; from <= SIZE.people; from += PER_STATEMENT)
    await db.execute(sql`
      insert into users (email, name, user_group_id, role, password_hash, is_verified, active, token_limit, token_anchor,
        token_cycle_start)
      select 'pessoa' || n || '@' || case when n < 3 then ${DOMAINS[0]} else ${of(DOMAINS, sql`n * 7`)} end,
        ${of(NAMES, sql`n * 13`)} || ' ' || ${of(SURNAMES, sql`n / 3`)} || ' ' || n, 1 + (n - 1) % ${SIZE.groups},
        case n when 1 then 'admin' else 'user' end, ${hash}, true, n % 50 <> 9, 100000, joined, joined
      from (
        -- Every third person's stored cycle is over.
        select n, now() - case when n % 3 = 0 then interval '70 days' else interval '1 day' end joined
        from generate_series(${from}::int, ${from + PER_STATEMENT - 1}::int) n) people`);
}

async function talk(db: Database): Promise<void> {
  const perSession = SIZE.messages / SIZE.sessions;
  await db.execute(sql`
    insert into chat_sessions (id, user_id, agent_id, chat_title, is_test, messages_count, created_at)
    select md5(n::text)::uuid, 1 + n % ${SIZE.people}, 1 + (n * n) % ${SIZE.agents}, 'Conversa ' || n, n % 20 = 0,
      ${perSession}, now() - n * interval '1 minute'
    from generate_series(1, ${SIZE.sessions}) n`);
  for (let place = 0; place < perSession * PARTS; place += 1)
    await db.execute(sql`
      insert into messages (user_id, session_id, question, answer, status, model)
      select user_id, id, 'Qual é o prazo do edital?', repeat('O prazo é de cinco dias úteis. ', 20), 'done', 'gpt-5'
      from chat_sessions where user_id % ${PARTS} = ${place % PARTS}`);
}
