import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { openOtherProcess, readAll } from '../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';

let script: Script = [];
let testServer: TestServer;
beforeAll(async () => {
  const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  await testServer.context.db.update(users).set({ role: 'user' }).where(eq(users.role, 'superadmin'));
});
afterAll(() => testServer.close());

const setStatus = (by: { token: string }, id: number, active: unknown) =>
  testServer.as(by).patch(`/users/${id}/status`, { active });
const login = ({ email, password }: { email: string; password: string }) =>
  testServer.anyone().form('/auth/login', { username: email, password });
const entriesAbout = async (id: number) => {
  const [person] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  if (!person) throw new Error('no such person');
  return testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.person_reference, person.reference));
};

describe('letting people in and keeping them out', () => {
  test('R-ADM-16 R-ADM-17 who is deactivated is out at once and cannot come back until they are activated', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const ana = await testServer.user();
    const off = await setStatus(admin, ana.id, false);
    expect([off.status, off.body.data]).toMatchObject([200, { id: ana.id, active: false }]);
    const refused = await testServer.as(ana).get('/users/me');
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      401,
      'account_ended',
      'Conta desativada. Entre em contato com o administrador.',
    ]);
    const refreshed = await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token });
    expect(refreshed.status).toBe(401);
    expect((await login(ana)).body.code).toBe('account_inactive');

    expect((await setStatus(admin, ana.id, true)).body.data.active).toBe(true);
    // Ended sign-ins stay ended: a stolen token does not come back to life.
    expect((await testServer.as(ana).get('/users/me')).status).toBe(401);
    expect((await login(ana)).status).toBe(200);
    const open = await testServer.context.db
      .select()
      .from(sign_ins)
      .where(and(eq(sign_ins.user_id, ana.id), isNull(sign_ins.ended_at)));
    expect(open).toHaveLength(1);
    expect((await entriesAbout(ana.id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['user.deactivated', { active: true }, { active: false }],
      ['user.activated', { active: false }, { active: true }],
    ]);
  });

  test('R-ADM-18 O-28 administrators and superadmins may, others may not; nobody shuts themselves out', async () => {
    const [admin, other] = [
      await testServer.user({ role: 'admin' }),
      await testServer.user({ role: 'admin' }),
    ];
    const root = await testServer.user({ role: 'superadmin' });
    const ana = await testServer.user();
    expect((await setStatus(ana, admin.id, false)).status).toBe(403);
    expect((await setStatus(await testServer.user({ role: 'user_td' }), ana.id, false)).status).toBe(403);
    expect((await setStatus(admin, other.id, false)).status).toBe(200);
    expect((await setStatus(root, ana.id, false)).status).toBe(200);
    for (const self of [admin, root]) {
      const { status, body } = await setStatus(self, self.id, false);
      expect([status, body.detail]).toEqual([400, 'Você não pode desativar a própria conta.']);
      expect((await setStatus(self, self.id, true)).status).toBe(200);
    }
  });

  test('O-28 a superadmin is changed by superadmins only', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const [root, other] = [
      await testServer.user({ role: 'superadmin' }),
      await testServer.user({ role: 'superadmin' }),
    ];
    for (const active of [false, true]) {
      const { status, body } = await setStatus(admin, root.id, active);
      expect([status, body.detail]).toEqual([403, 'Apenas superadmins podem alterar outro superadmin.']);
    }
    expect((await setStatus(other, root.id, false)).status).toBe(200);
    expect((await setStatus(other, root.id, true)).status).toBe(200);
  });

  test('R-ERR-01 says what is missing, and repeating changes and records nothing', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const ana = await testServer.user();
    for (const id of [1_999_999_999, 'x', '0']) {
      const { status, body } = await setStatus(admin, id as number, false);
      expect([status, body.code]).toEqual([404, 'user_not_found']);
    }
    for (const active of [undefined, null, 'false', 0])
      expect((await setStatus(admin, ana.id, active)).status).toBe(422);
    expect((await setStatus(admin, ana.id, true)).status).toBe(200);
    expect(await entriesAbout(ana.id)).toEqual([]);
  });

  test('W10 two superadmins who shut each other out at the same moment: one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await testServer.user({ role: 'superadmin' }),
        await testServer.user({ role: 'superadmin' }),
      ];
      const replies = await Promise.all([setStatus(one, two.id, false), setStatus(two, one.id, false)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.every(({ status }) => [200, 401].includes(status))).toBe(true);
      await testServer.context.db.update(users).set({ role: 'user' }).where(eq(users.role, 'superadmin'));
    }
  });

  test('O-29 what is being written for them stops, and the stream they read ends', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const admin = await testServer.user({ role: 'admin' });
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context);
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    const [asked, joined] = [
      testServer.as(ana).ask(id, 'Oi?'),
      waits.reached.then(() => testServer.as(ana).get(`/chat/sessions/${id}/stream`)),
    ];
    await waits.reached;
    const running = [...testServer.context.chat.running.values()].find(({ key }) => key.user_id === ana.id);
    expect((await setStatus(admin, ana.id, false)).status).toBe(200);
    expect((await asked).text).not.toContain(' dia');
    expect((await joined).text).not.toContain(' dia');
    await running?.finished;
    const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    expect([row?.status, row?.answer]).toEqual(['stopped', 'Bom']);
    waits.release();
  });

  test('O-29 in whichever process it is written', async () => {
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const admin = await testServer.user({ role: 'admin' });
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context);
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    const other = await openOtherProcess(testServer.context, testServer.address);
    try {
      const reading = readAll(other.ask(ana.id, id, 'Oi?'));
      await waits.reached;
      expect((await setStatus(admin, ana.id, false)).status).toBe(200);
      expect(await reading).toMatchObject({ text: 'Bom', last: { done: true, status: 'stopped' } });
    } finally {
      waits.release();
      await other.close();
    }
  });

  test('a question that passed authentication a moment before is not answered', async () => {
    script = ['Sim.'];
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context);
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    let asked: ReturnType<ReturnType<TestServer['as']>['ask']> | undefined;
    await testServer.context.db.transaction(async (tx) => {
      await tx.update(users).set({ active: false }).where(eq(users.id, ana.id));
      // Authentication still sees an active person; the question then waits for the lock.
      asked = testServer.as(ana).ask(id, 'Oi?');
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await testServer.context.db.execute(waiting)).rowCount).toBe(1);
    });
    const { status, body } = (await asked) ?? {};
    expect([status, body?.code]).toEqual([401, 'account_ended']);
    expect(await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id))).toEqual(
      [],
    );
  });
});
