/** Conversations that nobody has used for as long as the installation keeps them. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { chat_sessions, messages, token_entries } from '../../db/tables/chat.ts';
import { eraseUnused } from './retention.ts';

const script: Script = ['Sim, jabuticaba.'];
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(script)) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  await testServer.close();
});

const monthsLater = (months: number, days = 0) => {
  const then = new Date(TEST_NOW);
  then.setUTCMonth(then.getUTCMonth() + months);
  return { ...testServer.context, clock: { now: () => new Date(then.getTime() + days * 86_400_000) } };
};

async function talked() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  await as.ask(id, 'Você gosta de jabuticaba?');
  const isErased = async () => {
    const [row] = await testServer.context.db.select().from(chat_sessions).where(eq(chat_sessions.id, id));
    return row?.erased_at !== null;
  };
  return { ana, as, id, isErased };
}

const choose = async (keep_months: unknown) =>
  testServer.as(await testServer.user({ role: 'superadmin' })).put('/admin/interface', { keep_months });

test('R-ENG-14 without the setting conversations stay; with it those without use are erased, and what they cost stays', async () => {
  const { ana, as, id, isErased } = await talked();
  await as.patch(`/chat/sessions/${id}`, { pinned: true });
  await eraseUnused(monthsLater(1_000));
  expect(await isErased()).toBe(false);
  expect((await choose(6)).body.data).toMatchObject({ keep_months: 6 });
  await eraseUnused(monthsLater(6, -1));
  expect(await isErased()).toBe(false);
  const { db } = testServer.context;
  const before = await db.select().from(token_entries);
  await Promise.all([eraseUnused(monthsLater(6, 1)), eraseUnused(monthsLater(6, 1))]);
  expect(await isErased()).toBe(true);
  const rows = await db.select().from(messages).where(eq(messages.user_id, ana.id));
  expect(rows).toMatchObject([{ question: '', answer: '', sources: [] }]);
  expect(await db.select().from(token_entries)).toEqual(before);
  expect((await as.get('/chat/sessions')).body.data).toEqual([]);
});

test('R-ENG-14 one that was asked meanwhile stays, however old it is', async () => {
  const { id, isErased } = await talked();
  await choose(6);
  const { db } = testServer.context;
  const used = monthsLater(5).clock.now();
  await db.update(chat_sessions).set({ updated_at: used }).where(eq(chat_sessions.id, id));
  await eraseUnused(monthsLater(6, 1));
  expect(await isErased()).toBe(false);
  await eraseUnused(monthsLater(11, 1));
  expect(await isErased()).toBe(true);
});

test('R-ENG-14 a conversation that cannot be erased is named in the log and holds up no other', async () => {
  const { db } = testServer.context;
  const [stuck, next] = [await talked(), await talked()];
  await choose(6);
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'a broken row'; end $$`);
  await db.execute(
    sql.raw(`create trigger refuse before update on chat_sessions for each row
      when (new.erased_at is not null and new.id = '${stuck.id}') execute function refuse()`),
  );
  await expect(eraseUnused(monthsLater(6, 1))).rejects.toThrow('1 conversations');
  expect([await stuck.isErased(), await next.isErased()]).toEqual([false, true]);
  expect(
    testServer.logs.filter((line) => line.includes(stuck.id) && line.includes('a broken row')),
  ).toHaveLength(1);
  await db.execute(sql`drop trigger refuse on chat_sessions`);
  await eraseUnused(monthsLater(6, 1));
  expect(await stuck.isErased()).toBe(true);
});

test('R-ENG-14 a change is in the audit log and in what everybody may know; a time that is too short is refused', async () => {
  const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  for (const keep_months of [0, 2, 121, 1.5, '12'])
    expect((await boss.put('/admin/interface', { keep_months })).status).toBe(422);
  await boss.put('/admin/interface', { keep_months: 24 });
  expect((await boss.get('/config')).body.data).toMatchObject({ keep_months: 24 });
  await boss.put('/admin/interface', { keep_months: null });
  // The newest first.
  const changes = (await boss.get('/admin/audit?action=setting.changed')).body.data.slice(0, 2);
  expect(changes.map(({ before, after }: { before: object; after: object }) => [before, after])).toEqual([
    [{ keep_months: 24 }, { keep_months: null }],
    [{ keep_months: null }, { keep_months: 24 }],
  ]);
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.put('/admin/interface', { keep_months: 12 })).status).toBe(403);
});
