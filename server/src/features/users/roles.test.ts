import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
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

const promote = (by: { token: string }, id: number | string, role: string) =>
  testServer.as(by).post(`/admin/promote/${id}/${role}`);
const superadmin = () => testServer.user({ role: 'superadmin' });

describe('giving roles', () => {
  test('R-ADM-24 R-ADM-25 O-26 a name and its number give the same role, at the next call already', async () => {
    const root = await superadmin();
    const ana = await testServer.user();
    for (const [typed, role, role_id] of [
      ['admin', 'admin', 2],
      ['1', 'user', 1],
      ['2', 'admin', 2],
      ['user_td', 'user_td', 3],
      ['superadmin', 'superadmin', 4],
      ['user', 'user', 1],
      ['4', 'superadmin', 4],
      ['3', 'user_td', 3],
    ] as const) {
      const { status, body } = await promote(root, ana.id, typed);
      expect([status, body.data?.role, body.data?.role_id], typed).toEqual([200, role, role_id]);
      const admitted = (await testServer.as(ana).get('/users/all')).status;
      expect(admitted, typed).toBe(role === 'admin' || role === 'superadmin' ? 200 : 403);
    }
  });

  test('R-ADM-22 R-ADM-24 only superadmins give roles; unknown roles and unknown people are refused with different codes', async () => {
    const root = await superadmin();
    const ana = await testServer.user();
    for (const role of ['user', 'user_td', 'admin'] as const) {
      const { status, body } = await promote(await testServer.user({ role }), ana.id, 'admin');
      expect([status, body.detail], role).toEqual([403, 'Apenas superadmins podem alterar perfis.']);
    }
    for (const role of ['0', '5', 'root', 'administrator', '1e0', '%20', 'constructor']) {
      const { status, body } = await promote(root, ana.id, role);
      expect([status, body.code], role).toEqual([422, 'unknown_role']);
    }
    for (const id of [1_999_999_999, 'x'])
      expect((await promote(root, id, 'admin')).body.code).toBe('user_not_found');
  });

  test('W9 the last superadmin who can enter keeps the role', async () => {
    const root = await superadmin();
    await testServer.user({ role: 'superadmin', active: false });
    await testServer.user({ role: 'superadmin', is_verified: false, signed_in: false });
    const { status, body } = await promote(root, root.id, 'admin');
    expect([status, body.detail]).toEqual([409, 'É preciso manter ao menos um superadmin ativo.']);
    const other = await superadmin();
    expect((await promote(root, root.id, 'admin')).status).toBe(200);
    expect((await promote(root, other.id, 'user')).status).toBe(403);
  });

  test('W9 superadmins who take the role from each other, or lay it down together: one remains', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, two] = [await superadmin(), await superadmin()];
      const both = round % 2 ? [one, two] : [two, one];
      const replies = await Promise.all([
        promote(one, both[0]?.id ?? 0, 'user'),
        promote(two, both[1]?.id ?? 0, 'user'),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
      await testServer.context.db.update(users).set({ role: 'user' }).where(eq(users.role, 'superadmin'));
    }
  });

  test('who is no administrator any more tests no agents: the running test ends, the conversation goes on', async () => {
    const root = await superadmin();
    const admin = await testServer.user({ role: 'admin' });
    const agent = await buildAgent(testServer.context);
    const test_session = await buildSession(testServer.context, {
      user_id: admin.id,
      agent_id: agent.id,
      is_test: true,
    });
    const own = await buildSession(testServer.context, { user_id: admin.id, agent_id: agent.id });
    const [inTest, inOwn] = [hold(), hold()];
    script = ({ prompt }) => ['Bom', JSON.stringify(prompt).includes('teste') ? inTest : inOwn, ' dia'];
    const tested = testServer.as(admin).ask(test_session.id, 'É um teste?');
    const asked = testServer.as(admin).ask(own.id, 'Oi?');
    await Promise.all([inTest.reached, inOwn.reached]);
    const running = [...testServer.context.chat.running.values()].find(
      ({ session_id }) => session_id === test_session.id,
    );

    expect((await promote(root, admin.id, 'user')).status).toBe(200);
    await tested;
    await running?.finished;
    const statusOf = async (session_id: string) => {
      const rows = await testServer.context.db
        .select()
        .from(messages)
        .where(eq(messages.session_id, session_id));
      return rows.map(({ status, answer }) => [status, answer]);
    };
    expect(await statusOf(test_session.id)).toEqual([['stopped', 'Bom']]);
    inOwn.release();
    expect((await asked).answer).toBe('Bom dia');
    expect((await testServer.as(admin).ask(test_session.id, 'É um teste?')).status).toBe(403);
    inTest.release();
  });

  test('who is no administrator any more reads no administrators’ stream to its end', async () => {
    const root = await superadmin();
    const [admin, other] = [
      await testServer.user({ role: 'admin' }),
      await testServer.user({ role: 'admin' }),
    ];
    const expectation = { kind: 'contains', value: 'dia' } as const;
    const agents = [];
    for (let n = 0; n < 2; n += 1)
      agents.push(await buildAgent(testServer.context, { checks: [{ question: 'Oi?', expectation }] }));
    const waits = hold();
    script = ['Bom', waits, ' dia'];
    const [theirs, stays] = [
      testServer.as(admin).post(`/agents/${agents[0]?.id}/checks/run`),
      testServer.as(other).post(`/agents/${agents[1]?.id}/checks/run`),
    ];
    await waits.reached;
    expect((await promote(root, admin.id, 'user')).status).toBe(200);
    expect((await theirs).text).not.toContain('"done":true');
    waits.release();
    expect((await stays).text).toContain('"state":"finished"');
  });

  test('is recorded, without names and addresses', async () => {
    const root = await superadmin();
    const ana = await testServer.user({ name: 'Ana Registrada' });
    await promote(root, ana.id, 'admin');
    await promote(root, ana.id, 'admin');
    const people = await testServer.context.db.select().from(users);
    const referenceOf = (id: number) => people.find((person) => person.id === id)?.reference ?? '';
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, referenceOf(ana.id)));
    expect(entries).toMatchObject([
      {
        action: 'user.role_changed',
        actor_reference: referenceOf(root.id),
        object_type: 'user',
        object_id: null,
        before: { role: 'user' },
        after: { role: 'admin' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Ana|@/);
  });
});
