/** A year of conversations and what they cost; a person of whom there is much; statistics that are rolled up. */
import { type SQL, sql } from 'drizzle-orm';
import { openLog } from '../../server/src/adapters/log.ts';
import type { Database } from '../../server/src/db/client.ts';
import { rollUp } from '../../server/src/features/stats/roll-up.ts';
import type { Size } from './size.ts';

/** No statement may take as long as a query is allowed to. */
const PER_STEP = 5_000;
/** Percent of questions that found nothing. */
const FOUND_NOTHING = 4;
/** The reader: the second person, who has talked every day and has one very long conversation. */
const READER_ID = 2;
const READER_SESSIONS = 1_000;
const LONG_CONVERSATION = 1_000;
export const LONG_SESSION = '10000000-0000-4000-8000-000000000000';

export async function talk(db: Database, size: Size): Promise<void> {
  const each = Math.floor(size.messages / size.sessions);
  const ago = (share: SQL): SQL =>
    sql`now() - make_interval(secs => ${size.days * 86_400}::float8 * (${share}))`;
  const index = await withoutSearch(db);
  for (let from = 1; from <= size.sessions; from += PER_STEP) {
    const to = Math.min(size.sessions, from + PER_STEP - 1);
    // Few agents are asked often, most of them seldom.
    await db.execute(sql`
      insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, is_test, created_at)
      select md5(n::text)::uuid, 1 + n::int8 * 7919 % ${size.people},
        1 + floor(power((n::int8 * 104729 % 9973) / 9973.0, 3) * ${size.agents})::int, 'Agente', 'Conversa ' || n, ${each},
        n % 20 = 0, ${ago(sql`n::float8 / ${size.sessions}::float8`)}
      from generate_series(${from}::int, ${to}::int) n`);
    await write(db, {
      sessions: sql`s.id in (select md5(n::text)::uuid from generate_series(${from}::int, ${to}::int) n)`,
      each,
    });
  }
  await db.execute(sql`
    insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count, created_at)
    select case n when 1 then ${LONG_SESSION}::uuid else md5('reader' || n)::uuid end, ${READER_ID}, 1 + n % ${size.agents},
      'Agente', 'Minha conversa ' || n, case n when 1 then ${LONG_CONVERSATION}::int else 0 end,
      ${ago(sql`n::float8 / ${READER_SESSIONS}::float8`)}
    from generate_series(1, ${READER_SESSIONS}::int) n`);
  await write(db, { sessions: sql`s.id = ${LONG_SESSION}`, each: LONG_CONVERSATION });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
    await tx.execute(sql.raw(index));
  });
  await db.execute(sql`analyze`);
  while (await rollUp({ db, log: openLog('silent'), clock: { now: () => new Date() } }));
}

/** Filled as it is read, the index for finding words takes longer than everything else; returns what makes it. */
export async function withoutSearch(db: Database): Promise<string> {
  const { rows } = await db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'messages_search'`,
  );
  await db.execute(sql`drop index messages_search`);
  // As PostgreSQL writes it, the parts would have none.
  return (rows[0]?.indexdef ?? '').replace(' ON ONLY ', ' ON ');
}

async function write(db: Database, { sessions, each }: { sessions: SQL; each: number }): Promise<void> {
  await db.execute(sql`
    insert into messages (user_id, session_id, question, answer, status, model, found_nothing, created_at, finished_at)
    select user_id, id, 'Qual é o prazo do edital ' || place || '?', repeat('O prazo é de cinco dias úteis. ', 20), 'done',
      (array['gpt-5', 'claude-4-sonnet', 'gemini-2.5-pro'])[1 + agent_id % 3], not is_test and place < ${FOUND_NOTHING},
      created_at + k * interval '40 seconds', created_at + k * interval '40 seconds'
    from (
      select s.*, k, abs(hashtext(s.id::text || k)) % 100 place
      from chat_sessions s, generate_series(0, ${each - 1}::int) k where ${sessions}) s`);
  await db.execute(sql`
    insert into token_entries (user_id, session_id, message_id, agent_id, purpose, model, input_tokens, output_tokens,
      charged, estimated, created_at)
    select m.user_id, m.session_id, m.id, s.agent_id, 'answer', m.model, 900, 100,
      case when s.is_test then 0 else 1000 end, false, m.created_at
    from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id where ${sessions}`);
}
