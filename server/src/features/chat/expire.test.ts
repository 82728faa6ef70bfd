/** Temporary conversations: their owner reads them for a day, and nothing else does. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { formWith } from '../../../test/uploads.ts';
import { agents } from '../../db/tables/agents.ts';
import { chat_sessions, messages, token_entries } from '../../db/tables/chat.ts';
import { groupQuestions } from '../open-questions/group-questions.ts';
import { eraseExpired } from './expire.ts';

const script: Script = ['Sim, jabuticaba.'];
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(script)) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  testServer.clock.set(TEST_NOW);
});
afterAll(() => testServer.close());

const HOUR = 3_600_000;

/** That nothing else in the database says. */
const WORD = 'Zaburrinha';

/** The tables, those of the queue included, with a row that has the word as text or in its bytes. */
async function tablesWith(word: string): Promise<string[]> {
  const { db } = testServer.context;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const bytes = Buffer.from(word).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`
      select from ${sql.raw(name)} row where row::text ilike ${`%${word}%`} or row::text like ${`%${bytes}%`} limit 1`);
    if (rows.length) found.push(name);
  }
  return found;
}

async function opened(query = '', mode: 'allowed' | 'always' | 'never' = 'allowed') {
  const ana = await testServer.user({ role: 'admin' });
  const agent = await buildAgent(testServer.context);
  await testServer.context.db.update(agents).set({ temporary_mode: mode }).where(eq(agents.id, agent.id));
  const as = testServer.as(ana);
  const reply = await as.post(`/chat/create-session?agent_id=${agent.id}${query}`);
  return { ana, agent, as, reply, session: reply.body.data };
}

describe('R-RCH-04 a temporary conversation', () => {
  test('is in the list with its end, which each message puts off, and works like any other', async () => {
    const { as, session } = await opened('&temporary=true');
    const end = (hours: number) => new Date(TEST_NOW.getTime() + (24 + hours) * HOUR).toISOString();
    expect(session.expires_at).toBe(end(0));
    testServer.clock.advance(HOUR / 12);
    await as.ask(session.id, 'Você gosta de jabuticaba?');
    const [listed] = (await as.get('/chat/sessions')).body.data;
    expect(listed).toMatchObject({ id: session.id, expires_at: end(1 / 12) });
    expect((await as.get(`/chat/sessions/${session.id}/messages`)).body.data).toHaveLength(1);
    const plain = await opened();
    expect(plain.session).toHaveProperty('expires_at', null);
  });

  test('is in no search, suggestion, rating or open question; its tokens are charged', async () => {
    const { ana, agent, as, session } = await opened('&temporary=true');
    await as.ask(session.id, 'Você gosta de jabuticaba?');
    const { db } = testServer.context;
    const [row] = await db.select().from(messages).where(eq(messages.session_id, session.id));
    if (!row) throw new Error('no record');
    expect((await as.get('/chat/search', { query: { q: 'jabuticaba' } })).body.data).toEqual([]);
    expect((await as.get(`/chat/messages/${row.id}/suggestions`)).body.data).toEqual([]);
    expect((await as.post(`/chat/messages/${row.id}/feedback`, { value: 'down' })).status).toBe(404);
    await db.update(messages).set({ found_nothing: true }).where(eq(messages.id, row.id));
    testServer.clock.advance(5 * 60_000);
    await groupQuestions(testServer.context);
    expect((await as.get(`/admin/open-questions?agent_id=${agent.id}`)).body.data).toEqual([]);
    expect(await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id))).toHaveLength(1);
  });

  test('is gone 24 hours after its last message, with every word; the ledger stays', async () => {
    const { ana, as, session } = await opened('&temporary=true');
    await as.ask(session.id, 'Você gosta de jabuticaba?');
    const { db } = testServer.context;
    const kept = async () =>
      (await db.select().from(chat_sessions).where(eq(chat_sessions.id, session.id)))[0];
    testServer.clock.advance(24 * HOUR - 1_000);
    await eraseExpired(testServer.context);
    expect((await kept())?.erased_at).toBeNull();
    testServer.clock.advance(1_000);
    await Promise.all([eraseExpired(testServer.context), eraseExpired(testServer.context)]);
    expect(await kept()).toMatchObject({ chat_title: '', erased_at: testServer.context.clock.now() });
    const entered = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: ana.password });
    const later = testServer.as({ token: entered.body.data.access_token });
    for (const path of [`/chat/sessions/${session.id}`, `/chat/sessions/${session.id}/messages`])
      expect((await later.get(path)).status).toBe(404);
    const rows = await db.select().from(messages).where(eq(messages.session_id, session.id));
    expect(rows).toMatchObject([{ question: '', answer: '', sources: [] }]);
    expect(await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id))).toHaveLength(1);
  });

  test('leaves none of its words in any table: neither of variants, copies, files, receipts and titles, nor of replies that are kept for repeats', async () => {
    const { db } = testServer.context;
    const ana = await testServer.user({ role: 'admin' });
    const agent = await buildAgent(testServer.context, { rules: { files: 'with_sources' } });
    const as = testServer.as(ana);
    const keyed = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
    const created = await as.post(
      `/chat/create-session?agent_id=${agent.id}&temporary=true`,
      undefined,
      keyed(),
    );
    const { id } = created.body.data;
    const file = await as.upload(`/chat/sessions/${id}/files`, formWith(`${WORD}.txt`, `A ${WORD} é azul.`));
    expect(file.status).toBe(201);
    await as.ask(id, `Onde fica a ${WORD}?`, keyed());
    const records = async (session: string) => (await as.get(`/chat/sessions/${session}/messages`)).body.data;
    const [first] = await records(id);
    const edited = { question: `De que cor é a ${WORD}?`, edits: first.id };
    expect((await as.post(`/chat/sessions/${id}/messages`, edited, keyed())).status).toBe(200);
    const [second] = await records(id);
    const receipt = await as.post(`/chat/messages/${second.id}/receipts`, { question: true, name: false });
    expect(receipt.status).toBe(200);
    await as.patch(`/chat/sessions/${id}`, { chat_title: `Sobre a ${WORD}` });
    const branch = await as.post(`/chat/sessions/${id}/branch`, { message_id: second.id }, keyed());
    expect(branch.status).toBe(201);
    await as.ask(branch.body.data.session.id, `E onde fica a ${WORD}?`, keyed());
    expect((await tablesWith(WORD)).length).toBeGreaterThan(3);
    await groupQuestions(testServer.context);

    testServer.clock.advance(24 * HOUR);
    await eraseExpired(testServer.context);
    expect(await tablesWith(WORD)).toEqual([]);
    const kept = await db.select().from(messages).where(eq(messages.user_id, ana.id));
    // The records stay as figures: two variants, the copy, and the question after it.
    expect(kept).toHaveLength(4);
  });

  test('goes with all others of its day, however many they are', async () => {
    const { db } = testServer.context;
    const ana = await testServer.user();
    const expires_at = testServer.context.clock.now();
    const many = Array.from({ length: 450 }, () => ({
      id: crypto.randomUUID(),
      user_id: ana.id,
      chat_title: 'Jabuticabas',
      temporary: true,
      expires_at,
    }));
    await db.insert(chat_sessions).values(many);
    await eraseExpired(testServer.context);
    const rows = await db.select().from(chat_sessions).where(eq(chat_sessions.user_id, ana.id));
    expect(rows.filter(({ erased_at }) => erased_at === null)).toEqual([]);
  });

  test('an agent may ask for it always, or never allow it; a test stays', async () => {
    expect((await opened('', 'always')).session.expires_at).toBeTruthy();
    expect((await opened('&is_test=true', 'always')).session).toHaveProperty('expires_at', null);
    const { reply } = await opened('&temporary=true', 'never');
    expect([reply.status, reply.body.code]).toEqual([409, 'temporary_refused']);
  });

  test('goes on elsewhere as a temporary one; the rule of an agent makes no version and travels in its file', async () => {
    const { as, agent, session } = await opened('&temporary=true');
    await as.ask(session.id, 'Você gosta de jabuticaba?');
    const [row] = (await as.get(`/chat/sessions/${session.id}/messages`)).body.data;
    const branch = await as.post(`/chat/sessions/${session.id}/branch`, { message_id: row.id });
    expect(branch.body.data.session.expires_at).toBeTruthy();
    const before = (await as.get(`/agents/${agent.id}`)).body.data;
    const after = (await as.put(`/agents/${agent.id}`, { temporary_mode: 'never' })).body.data;
    expect([after.temporary_mode, after.version_id]).toEqual(['never', before.version_id]);
    const copy = await as.post(`/agents/${agent.id}/duplicate`);
    expect((await as.get(`/agents/${copy.body.data.id}`)).body.data.temporary_mode).toBe('never');
  });
});
