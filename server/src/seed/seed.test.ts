import { count, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestContent } from '../../test/content/test-content.ts';
import { scripted, scriptedModels } from '../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { agents } from '../db/tables/agents.ts';
import { documents, knowledge_bases } from '../db/tables/knowledge.ts';
import { user_groups, users } from '../db/tables/people.ts';
import { parseEnv } from '../env.ts';
import { seed } from './seed.ts';

let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());

const agentNamed = async (name: string) =>
  (await testServer.context.db.select().from(agents).where(eq(agents.name, name)))[0];

describe('a first start', () => {
  test('makes the groups of the plans, and the next group is the fourth', async () => {
    const { db } = testServer.context;
    await seed(testServer.context);
    const groups = await db.select().from(user_groups).orderBy(user_groups.id);
    expect(groups.map(({ id, name, is_default }) => [id, name, is_default])).toEqual([
      [1, 'Free', true],
      [2, 'Plus', false],
      [3, 'Pro', false],
    ]);
    const [fourth] = await db.insert(user_groups).values({ name: 'Jurídico' }).returning();
    expect(fourth?.id).toBe(4);
  });

  test('makes one superadmin with a random password, once', async () => {
    const first = await seed(testServer.context);
    expect(first.admin?.email).toBe('admin@exemplo.com.br');
    expect(first.admin?.password?.length).toBeGreaterThanOrEqual(12);
    expect((await seed(testServer.context)).admin).toBeNull();
    const reply = await testServer.anyone().form('/auth/login', {
      username: 'admin@exemplo.com.br',
      password: first.admin?.password ?? '',
    });
    expect(reply.status).toBe(200);
  });

  test('beside another one asks for its turn again and again, so that no wait is cut as a fault (B4)', async () => {
    const { db } = testServer.context;
    let second: Promise<unknown> | undefined;
    const asking = async () => {
      const { rows } = await db.execute(sql`select pid from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and query like '%pg_try_advisory_xact_lock(%' and pid <> pg_backend_pid()`);
      return rows.length;
    };
    await db.transaction(async (first) => {
      await first.execute(sql`select pg_try_advisory_xact_lock(7301886)`);
      second = seed(testServer.context);
      await first.execute(sql`select 1`);
      await expect.poll(asking).toBe(1);
    });
    expect(await second).toMatchObject({ admin: { email: 'admin@exemplo.com.br' } });
  });

  test('never overwrites an account, and tells no password that the operator chose', async () => {
    const ana = await testServer.user({ email: 'chefe@exemplo.com.br', password: 'a senha da ana' });
    const env = { ...testServer.context.env, ADMIN_EMAIL: ana.email, ADMIN_PASSWORD: 'outra senha qualquer' };
    expect((await seed({ ...testServer.context, env })).admin).toBeNull();
    const reply = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: 'a senha da ana' });
    expect(reply.status).toBe(200);
    const [user] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
    expect(user?.role).toBe('user');

    const chosen = {
      ...testServer.context.env,
      ADMIN_EMAIL: 'nova@exemplo.com.br',
      ADMIN_PASSWORD: 'uma senha escolhida',
    };
    expect((await seed({ ...testServer.context, env: chosen })).admin).toEqual({
      email: 'nova@exemplo.com.br',
    });
  });

  test('brings the manual and an agent that everybody may ask, and brings them once', async () => {
    await seed(testServer.context);
    await seed(testServer.context);
    const { db } = testServer.context;
    const [bases] = await db.select({ count: count() }).from(knowledge_bases);
    const [files] = await db.select({ count: count() }).from(documents);
    expect([bases?.count, (files?.count ?? 0) >= 8]).toEqual([1, true]);
    const ana = await testServer.user();
    const { body } = await testServer.as(ana).get('/agents/available');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Ajuda do Prosa']);
    expect((await agentNamed('Redator de Ofícios'))?.deploy_status).toBe(false);
  });

  test('brings an agent that answers from the sample table, where that is there', async () => {
    const content = await openTestContent();
    const other = await startTestServer({ content: content.reader });
    await seed(other.context);
    const ana = other.as(await other.user());
    const { body } = await ana.get('/agents/available?search=licitacoes');
    expect(body.data).toMatchObject([{ name: 'Licitações Abertas', deploy_status: true }]);
    const session = (await ana.post(`/chat/create-session?agent_id=${body.data[0].id}`)).body.data;
    const reply = await ana.ask(session.id, 'Quais licitações de merenda escolar estão abertas no Recife?');
    expect(reply.answer).toContain('PE 012/2025');
    await other.close();
    await content.close();
  });

  test('a new release renews the manual: its chapters are replaced, not added', async () => {
    const { db } = testServer.context;
    await seed(testServer.context);
    const before = await db.select({ id: documents.id }).from(documents).orderBy(documents.id);
    await db.execute(
      sql`update installation set value = value || '{"manual_hash":"of an older release"}' where key = 'demo'`,
    );
    await db.execute(sql`update documents set content_text = 'an older chapter'`);
    await seed(testServer.context);
    const after = await db.select().from(documents).orderBy(documents.id);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.every(({ content_text }) => content_text.startsWith('# '))).toBe(true);
    // Its pictures are for people: nothing of them reaches a passage.
    expect(after.filter(({ content_text }) => /!\[|\.webp/.test(content_text))).toEqual([]);
  });

  test('in production brings nothing but the groups and the superadmin', async () => {
    const env = {
      ...testServer.context.env,
      ...parseEnv({ NODE_ENV: 'production', JWT_SECRET: 'a secret for tests only, of more than 32 bytes' }),
      ADMIN_EMAIL: 'chefe@exemplo.com.br',
      ADMIN_PASSWORD: 'uma senha de chefe',
    };
    await seed({ ...testServer.context, env });
    const [all] = await testServer.context.db.select({ count: count() }).from(agents);
    expect(all?.count).toBe(0);
  });

  test('an untouched demo agent whose model lost its key gets the model of a new agent; a changed one stays', async () => {
    await seed(testServer.context);
    const { db } = testServer.context;
    // The first release gave the demo a model of whatever key there was.
    await db.update(agents).set({ model: 'gpt-5-mini' });
    await db
      .update(agents)
      .set({ updated_at: new Date('2027-01-01') })
      .where(eq(agents.name, 'Redator de Ofícios'));
    const models = scriptedModels(scripted(['oi']), { without: ['gpt-5-mini'] });
    await seed({ ...testServer.context, models });
    expect((await agentNamed('Ajuda do Prosa'))?.model).toBe('claude-4-sonnet');
    expect((await agentNamed('Redator de Ofícios'))?.model).toBe('gpt-5-mini');
  });
});
