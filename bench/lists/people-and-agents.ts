/** A large organisation, the same every time: agents with tags and groups, people, conversations. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { hashPassword } from '../../server/src/features/auth/credentials/passwords.ts';
import { seedPlans } from '../../server/src/seed/seed-plans.ts';
import { fillPassages } from './passages.ts';
import type { Size } from './size.ts';
import { talk } from './talk.ts';

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

export async function fill(db: Database, size: Size): Promise<void> {
  await seedPlans(db);
  await db.execute(sql`
    insert into user_groups (name) select 'Grupo ' || n from generate_series(4, ${size.groups}) n`);
  await settle(db, size);
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
    from generate_series(1, ${size.agents}) n`);
  await db.execute(sql`insert into tags (name) select 'tag ' || n from generate_series(1, ${size.tags}) n`);
  await db.execute(sql`
    insert into agent_tags select n, 1 + (n * k * 13 + k) % ${size.tags}
    from generate_series(1, ${size.agents}) n, generate_series(1, 4) k where k <= n % 5 on conflict do nothing`);
  await db.execute(sql`
    insert into group_agents (agent_id, user_group_id) select n, 1 + (n * 5 + k) % ${size.groups}
    from generate_series(1, ${size.agents}) n, generate_series(1, 4) k where k <= n % 5 on conflict do nothing`);
  await db.execute(sql`
    insert into knowledge_bases (name, updated_at) select 'Base ' || n, now() - n * interval '3 minutes'
    from generate_series(1, ${size.bases}::int) n`);
  await talk(db, size);
  if (size.passages) await fillPassages(db, size.passages);
  // Autovacuum has run, as on a server that has been up for a day.
  await db.execute(sql`vacuum analyze`);
}

const of = (texts: string[], place: SQL) =>
  sql`(${sql.param(texts)}::text[])[1 + (${place}) % ${texts.length}]`;

/** No statement may take as long as a query is allowed to. */
const PER_STATEMENT = 10_000;

export async function settle(db: Database, size: Pick<Size, 'people' | 'groups' | 'days'>): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  for (let from = 1; from <= size.people; from += PER_STATEMENT)
    await db.execute(sql`
      insert into users (email, name, user_group_id, role, password_hash, is_verified, active, token_limit, token_anchor,
        token_cycle_start, created_at)
      select 'pessoa' || n || '@' || case when n < 3 then ${DOMAINS[0]} else ${of(DOMAINS, sql`n * 7`)} end,
        ${of(NAMES, sql`n * 13`)} || ' ' || ${of(SURNAMES, sql`n / 3`)} || ' ' || n, 1 + (n - 1) % ${size.groups},
        case n when 1 then 'admin' else 'user' end, ${hash}, true, n % 50 <> 9, 100000, joined, joined,
        now() - make_interval(secs => ${size.days * 86_400}::float8 * n / ${size.people}::float8)
      from (
        -- Every third person's stored cycle is over.
        select n, now() - case when n % 3 = 0 then interval '70 days' else interval '1 day' end joined
        from generate_series(${from}::int, ${from + PER_STATEMENT - 1}::int) n) people`);
}
