/** Years of conversations, month after month as they come, each in its part where the job would have cut it off. */
import { type SQL, sql } from 'drizzle-orm';
import { openLog } from '../../server/src/adapters/log.ts';
import type { Database } from '../../server/src/db/client.ts';
import { addPart, moveIds } from '../../server/src/db/partitions.ts';
import { rollUp } from '../../server/src/features/stats/roll-up.ts';
import { seedPlans } from '../../server/src/seed/seed-plans.ts';
import { settle } from '../lists/people-and-agents.ts';
import { withoutSearch } from '../lists/talk.ts';

export type Years = {
  people: number;
  agents: number;
  messages: number;
  months: number;
  /** Records of the last part from which on the next month has a part of its own. */
  cut_at: number;
};

/** The second person: one conversation that goes on through all months, and a short one in each. */
const READER_ID = 2;
export const LONG_SESSION = '10000000-0000-4000-8000-000000000000';
const LONG_CONVERSATION = 1_200;
/** They have equally many conversations in each installation. */
export const LEAVING = { first: 100, count: 40, conversations: 24 };
/** Records of a conversation. */
const EACH = 5;
/** Conversations in one statement. */
const PER_STEP = 5_000;

type Month = { ago: number; size: Years };

export async function fillYears(db: Database, size: Years): Promise<void> {
  await seedPlans(db);
  await db.execute(sql`insert into user_groups (name) select 'Grupo ' || n from generate_series(4, 12) n`);
  await settle(db, { ...size, groups: 12, days: size.months * 30 });
  await db.execute(sql`
    insert into agents (name, description, deploy_status, model, temperature, prompt_sections, custom_prompt)
    select 'Agente ' || n, '', true, 'gpt-5', 0.5, '{}', '' from generate_series(1, ${size.agents}::int) n`);
  const index = await withoutSearch(db);
  let in_part = 0;
  for (let ago = size.months - 1; ago >= 0; ago -= 1) {
    if (in_part >= size.cut_at) {
      await beginMonth(db, ago);
      in_part = 0;
    }
    in_part += size.messages / size.months;
    await fillMonth(db, { ago, size });
    console.error(`${size.messages} messages: ${size.months - ago} of ${size.months} months`);
  }
  await unchecked(db, sql`set local maintenance_work_mem = '512MB'`, sql.raw(index));
  await db.execute(sql`vacuum analyze`);
  while (await rollUp({ db, log: openLog('silent'), clock: { now: () => new Date() } }));
}

async function beginMonth(db: Database, ago: number): Promise<void> {
  const { rows } = await db.execute<{ month: string }>(
    sql`select to_char(now() - make_interval(months => ${ago}::int), 'YYYY-MM') as month`,
  );
  const month = rows[0]?.month ?? '';
  await addPart(db, month);
  await moveIds(db, month);
}

async function fillMonth(db: Database, month: Month): Promise<void> {
  const { ago, size } = month;
  const count = Math.floor(size.messages / size.months / EACH);
  const others = sql`200 + (n::int8 * 7919 + ${ago}) % ${size.people - 200}`;
  for (let from = 1; from <= count; from += PER_STEP) {
    const to = Math.min(count, from + PER_STEP - 1);
    await write(db, month, { user: others, from, to, of: count, name: 'other' });
  }
  await write(db, month, { user: sql`${READER_ID}::int`, from: 1, to: 1, of: 1, name: 'reader' });
  const leaving = LEAVING.count * Math.ceil(LEAVING.conversations / size.months);
  const user = sql`${LEAVING.first}::int + n % ${LEAVING.count}::int`;
  await write(db, month, { user, from: 1, to: leaving, of: leaving, name: 'leaving' });
  const long = sql`
    with s as (
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, created_at)
      values (${LONG_SESSION}, ${READER_ID}, 1, 'Agente', 'Conversa longa', ${LONG_CONVERSATION}, ${start(ago)})
      on conflict (user_id, id) do update set chat_title = excluded.chat_title
      returning id, user_id, agent_id, ${start(ago)} created_at
    ) ${records({ each: LONG_CONVERSATION / size.months, isCharged: true })}`;
  await unchecked(db, long);
}

const start = (ago: number): SQL => sql`(now() - make_interval(days => ${(ago + 1) * 30}::int))`;

type Part = { user: SQL; from: number; to: number; of: number; name: string };

async function write(db: Database, { ago, size }: Month, { user, from, to, of, name }: Part): Promise<void> {
  await unchecked(
    db,
    sql`
    with s as (
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, created_at)
      select md5(${name}::text || ${ago}::int || '.' || n)::uuid, ${user}, 1 + n % ${size.agents}::int, 'Agente',
        'Conversa ' || n, ${EACH}, ${start(ago)} + interval '30 days' * (n - 1) / ${of}::int
      from generate_series(${from}::int, ${to}::int) n
      returning id, user_id, agent_id, created_at
    ) ${records({ each: EACH, isCharged: name !== 'other' })}`,
  );
}

type Records = { each: number; isCharged: boolean };

/** Four in a hundred found nothing. The ledger has those of the reader and of people who leave: parts do not concern it. */
const records = ({ each, isCharged }: Records): SQL => sql`, m as (
      insert into messages (user_id, session_id, question, answer, status, model, found_nothing, created_at, finished_at)
      select user_id, id, 'Qual é o prazo do edital ' || place || '?', repeat('O prazo é de cinco dias úteis. ', 8), 'done',
        'gpt-5', place < 4, created_at + k * interval '40 seconds', created_at + k * interval '40 seconds'
      from (select s.*, k, abs(hashtext(s.id::text || k)) % 100 place from s, generate_series(1, ${each}::int) k) asked
      order by created_at, k
      returning id, user_id, session_id, model, created_at
    )
    insert into token_entries (user_id, session_id, message_id, agent_id, purpose, model, input_tokens, output_tokens,
      charged, estimated, created_at)
    select m.user_id, m.session_id, m.id, s.agent_id, 'answer', m.model, 900, 100, 1000, false, m.created_at
    from m join s on s.id = m.session_id where ${isCharged}::boolean`;

/** References are right here: checking ten millions of them takes longer than writing the rows. */
async function unchecked(db: Database, ...statements: SQL[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });
}
