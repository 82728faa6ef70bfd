/**
 * Conversations that are due, erased by two processes at once of which one is killed again and again: each goes once and
 * whole, with its files and traces, the others stay as they are, and what everything cost stays.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, type DatabaseAddress, openDatabase } from '../../server/src/db/client.ts';
import { users } from '../../server/src/db/tables/people.ts';
import { parseEnv } from '../../server/src/env.ts';
import { configureSealingKeys, parseSealingKeys } from '../../server/src/features/audit/sealing-keys.ts';
import { changeInterface } from '../../server/src/features/interface/interface-settings.ts';
import { brokenInvariants } from '../../server/test/invariants.ts';
import { COMPILED } from '../../server/test/process/compile-cache.ts';
import { urlOf } from '../support/database-url.ts';
import { seeded } from '../support/seeded-random.ts';

export type RetentionTrial = { people: number; conversations: number; kills: number; seed: number };

const SECRET = 'a secret for trials only, of more than 32 bytes';
const ERASER = new URL('./erase-unused.ts', import.meta.url).pathname;
const KEEP_MONTHS = 12;
const QUESTIONS = 3;
const NOW = new Date('2026-11-01T06:35:00.000Z');

/** On a database of its own with all tables. */
export async function retentionThroughKills(address: DatabaseAddress, trial: RetentionTrial) {
  const chance = seeded(trial.seed);
  const database = openDatabase(address, { max: 4 });
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'prosa-retention-'));
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL: urlOf(address),
    DATA_DIR: folder,
    ...COMPILED,
  };
  const broken: string[] = [];
  const progress: number[] = [];
  try {
    await fillConversations(db, trial);
    const due = await countDue(db);
    const kept = await fingerprintOf(db);
    await choose(db);
    for (let kill = 0; kill < trial.kills; kill += 1) {
      const erasers = [erase(), erase()] as const;
      await Promise.all(erasers.map(({ begun }) => begun));
      await erasedBeyond(db, Math.floor((due * (kill + 0.5)) / (trial.kills + 1)), erasers[kill % 2]);
      await pause(chance.below(20));
      erasers[kill % 2]?.child.kill('SIGKILL');
      await erasers[kill % 2]?.ended;
      // While the other one goes on. It is ended too, so that the next two find work; the last one erases what is left.
      broken.push(...(await halves(db)));
      if (kill + 1 < trial.kills) erasers[(kill + 1) % 2]?.child.kill('SIGKILL');
      await Promise.all(erasers.map(({ ended }) => ended));
      progress.push(await countErased(db));
    }
    await Promise.all([erase().ended, erase().ended]);
    broken.push(...(await halves(db)), ...(await judge(db, { due, kept })));
    return { ...trial, due, erased: await countErased(db), erased_at_kills: progress, broken };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }

  function erase(): Eraser {
    const child = spawn(process.execPath, [ERASER, NOW.toISOString()], {
      env: { ...env, JWT_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const begun = new Promise<void>((resolve) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => resolve());
    });
    child.stdout.resume();
    return { child, begun, ended: once(child, 'exit') };
  }
}

type Eraser = { child: ReturnType<typeof spawn>; begun: Promise<void>; ended: Promise<unknown> };

/** Each person has one conversation that was used last month, however old it is; every seventh of all is pinned. */
async function fillConversations(db: Database, { people, conversations }: RetentionTrial): Promise<void> {
  await db.execute(sql`
    insert into users (email, name, password_hash, token_limit)
    select 'pessoa' || n || '@exemplo.com.br', 'Pessoa ' || n, '!', 100000 from generate_series(1, ${people}::int) n`);
  await db.execute(sql`
    insert into chat_sessions (user_id, id, chat_title, messages_count, pinned, is_test, created_at, updated_at)
    select u.id, gen_random_uuid(), 'Conversa ' || k, ${QUESTIONS}, (u.id + k) % 7 = 0, k = 2, t, case when k = 1 then
      ${NOW.toISOString()}::timestamptz - interval '1 month' else t end
    from users u, generate_series(1, ${conversations}::int) k,
      lateral (select ${NOW.toISOString()}::timestamptz - make_interval(months => ${KEEP_MONTHS}, hours => u.id % 90 + k) t) at_`);
  await db.execute(sql`
    insert into messages (user_id, session_id, question, answer, status, model, created_at, finished_at, found_nothing)
    select user_id, id, 'Pergunta ' || k || '?', 'Resposta.', 'done', 'gpt-5', created_at, created_at, k = 1
    from chat_sessions, generate_series(1, ${QUESTIONS}) k`);
  await db.execute(sql`
    insert into token_entries (user_id, session_id, message_id, purpose, model, input_tokens, output_tokens, charged,
      estimated, created_at)
    select user_id, session_id, id, 'answer', model, 90, 10, 100, false, created_at from messages`);
  await db.execute(sql`
    update users set token_used = (select coalesce(sum(charged), 0) from token_entries e
      where e.user_id = users.id and e.created_at >= token_cycle_start)`);
  await db.execute(sql`
    insert into answer_traces (user_id, message_id, trace)
    select m.user_id, m.id, '{}' from messages m join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
    where s.is_test`);
  await db.execute(sql`
    insert into session_files (user_id, id, session_id, original_filename, file_type, file_size, status)
    select user_id, gen_random_uuid(), id, 'edital.txt', 'txt', 10, 'ready' from chat_sessions`);
  await db.execute(sql`create table trial_erasures (user_id int, session_id uuid)`);
  await db.execute(sql`
    create function trial_note() returns trigger language plpgsql as $$
    begin insert into trial_erasures values (new.user_id, new.id); return null; end $$`);
  await db.execute(sql`
    create trigger trial_note after update of erased_at on chat_sessions for each row
    when (new.erased_at is not null) execute function trial_note()`);
  await db.execute(sql`analyze`);
}

/** Two superadmins press the button at once. */
async function choose(db: Database): Promise<void> {
  configureSealingKeys(parseSealingKeys('a sealing key for trials only, of more than 32 bytes'));
  const context = { db, clock: { now: () => NOW }, env: parseEnv({ JWT_SECRET: SECRET, NODE_ENV: 'test' }) };
  const [by] = await db.select({ user_id: users.id }).from(users).limit(1);
  if (!by) throw new Error('there is nobody');
  const change = () =>
    changeInterface(context, { ...by, ip: null, user_agent: null }, { keep_months: KEEP_MONTHS });
  await Promise.all([change(), change()]);
}

const numberOf = async (db: Database, query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(query);
  return rows[0]?.n ?? 0;
};

const isDue = sql`chat_sessions.updated_at < ${NOW.toISOString()}::timestamptz - make_interval(months => ${KEEP_MONTHS})`;
const countErased = (db: Database) =>
  numberOf(db, sql`select count(*)::int n from chat_sessions where erased_at is not null`);
const countDue = (db: Database) =>
  numberOf(db, sql`select count(*)::int n from chat_sessions where ${isDue}`);

async function erasedBeyond(db: Database, count: number, eraser?: Eraser): Promise<void> {
  while (eraser?.child.exitCode === null && (await countErased(db)) < count) await pause(5);
}

/** Conversations of which one part is gone and another is there. */
async function halves(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; is_erased: boolean }>(sql`
    select s.id, s.erased_at is not null is_erased from chat_sessions s
    where (s.erased_at is null) <> (s.chat_title <> '')
      or exists (select from messages m where m.user_id = s.user_id and m.session_id = s.id
        and ((s.erased_at is null) <> (m.question <> '') or (s.erased_at is null) <> (m.answer <> '')))
      or (s.erased_at is null) <> exists (
        select from session_files f where f.user_id = s.user_id and f.session_id = s.id)
      or s.is_test and (s.erased_at is null) <> exists (
        select from messages m join answer_traces t on t.user_id = m.user_id and t.message_id = m.id
        where m.user_id = s.user_id and m.session_id = s.id)`);
  return rows.map(({ id, is_erased }) => `${id} is half there, ${is_erased ? '' : 'not '}marked as erased`);
}

/** The conversations in use with their words, and the whole ledger, in one sum: they stay as they are. */
async function fingerprintOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select md5(string_agg(line, '|' order by line)) sum from (
      select concat_ws(' ', chat_sessions, m) line
      from chat_sessions join messages m on m.user_id = chat_sessions.user_id and m.session_id = chat_sessions.id
      where chat_sessions.erased_at is null and not (${isDue})
      union all select e::text from token_entries e) lines`);
  return rows[0]?.sum ?? '';
}

async function judge(db: Database, { due, kept }: { due: number; kept: string }): Promise<string[]> {
  const broken = (await brokenInvariants(db)).map(({ what, subject }) => `${what}: ${subject}`);
  const erased = await countErased(db);
  const distinct = await numberOf(
    db,
    sql`select count(distinct (user_id, session_id))::int n from trial_erasures`,
  );
  const times = await numberOf(db, sql`select count(*)::int n from trial_erasures`);
  if (erased !== due || distinct !== due) broken.push(`${erased} of ${due} are erased`);
  if (times !== due) broken.push(`${due} conversations were erased ${times} times`);
  if ((await fingerprintOf(db)) !== kept)
    broken.push('a conversation in use or the ledger is not what it was');
  const entries = await numberOf(
    db,
    sql`select count(*)::int n from audit_entries where action = 'setting.changed' and object_type = 'installation'`,
  );
  if (entries !== 1) broken.push(`${entries} entries say that the time was changed`);
  return broken;
}
