import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { rate_limits } from '../../../db/tables/accounts.ts';
import { audit_entries, audit_origins } from '../../../db/tables/audit.ts';
import { users } from '../../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(() => testServer.context.db.delete(rate_limits));

const login = (username: string, password: string) =>
  testServer.anyone().form(
    '/auth/login',
    { username, password },
    {
      headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Navegador 1' },
    },
  );
const entriesOf = async (id: number) => {
  const { db } = testServer.context;
  const [person] = await db.select().from(users).where(eq(users.id, id));
  const rows = await db
    .select()
    .from(audit_entries)
    .leftJoin(audit_origins, eq(audit_origins.entry_id, audit_entries.id))
    .orderBy(audit_entries.id);
  return rows
    .filter(({ audit_entries: { actor_reference, person_reference } }) =>
      [actor_reference, person_reference].includes(person?.reference ?? ''),
    )
    .map(({ audit_entries: { action, object_type, after }, audit_origins: from }) => ({
      action,
      object_type,
      after,
      ip: from?.ip,
      user_agent: from?.user_agent,
    }));
};
const from = { object_type: 'session', ip: '203.0.113.9', user_agent: 'Navegador 1' };

describe('sign-ins in the record of administration', () => {
  test.each(['admin', 'superadmin'] as const)('those of an %s, whether they came in or not', async (role) => {
    const chief = await testServer.user({ role, signed_in: false });
    await login(chief.email, 'não é esta');
    await expect.poll(() => entriesOf(chief.id)).toHaveLength(1);
    await login(chief.email, chief.password);
    expect(await entriesOf(chief.id)).toEqual([
      { ...from, action: 'session.refused', after: { reason: 'wrong_password' } },
      { ...from, action: 'session.started', after: { with_temporary_password: false } },
    ]);
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, chief.id));
    await login(chief.email, chief.password);
    await expect
      .poll(async () => (await entriesOf(chief.id)).at(-1))
      .toEqual({ ...from, action: 'session.refused', after: { reason: 'inactive' } });
    const all = JSON.stringify(await testServer.context.db.select().from(audit_entries));
    for (const secret of [chief.email, chief.password, 'não é esta', chief.name])
      expect(all).not.toContain(secret);
  });

  test('those of other people are theirs, and those of nobody are nothing', async () => {
    const ana = await testServer.user({ signed_in: false });
    const chief = await testServer.user({ role: 'admin', signed_in: false });
    const before = (await testServer.context.db.select().from(audit_entries)).length;
    await login(ana.email, 'não é esta');
    await login('ninguem@exemplo.com.br', 'não é esta');
    await login(ana.email, ana.password);
    // Refusals are noted in order: once the last is there, the others would be.
    await login(chief.email, 'não é esta');
    await expect.poll(() => entriesOf(chief.id)).toHaveLength(1);
    expect(await testServer.context.db.select().from(audit_entries)).toHaveLength(before + 1);
    expect(await entriesOf(ana.id)).toEqual([]);
  });
});
