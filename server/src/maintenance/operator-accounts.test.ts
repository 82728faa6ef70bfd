import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, TEST_NOW, type TestServer } from '../../test/test-server.ts';
import { audit_entries } from '../db/tables/audit.ts';
import { users } from '../db/tables/people.ts';
import { eraseDue } from '../features/privacy/erase-due.ts';
import { eraseLater, keepAfterAll, newPasswordFor } from './operator-accounts.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const DAY = 86_400_000;
const login = (username: string, password: string) =>
  testServer.anyone().form('/auth/login', { username, password });
const rowOf = async (id: number) =>
  (await testServer.context.db.select().from(users).where(eq(users.id, id)))[0];
const entriesOf = async (reference: string | undefined) =>
  (
    await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, reference ?? ''))
  ).map(({ action, actor_reference }) => [action, actor_reference]);

describe('R-ENG-17 a temporary password from the server', () => {
  test('opens the account of a superadmin once, without any e-mail, and is in the audit log as the system’s', async () => {
    const ana = await testServer.user({ role: 'superadmin' });
    const letters = testServer.mailbox.emails.length;
    const said = await newPasswordFor(testServer.context, ana.email);
    expect(testServer.mailbox.emails).toHaveLength(letters);
    expect(said).toContain('vale 30 minutos');
    const password = /: ([A-Za-z0-9]{12})$/m.exec(said)?.[1] ?? '';
    const { body } = await login(ana.email, password);
    const { data } = (await testServer.as({ token: body.data.access_token }).get('/users/me')).body;
    expect([data.email, data.must_change_password]).toEqual([ana.email, true]);
    expect((await login(ana.email, password)).body.code).toBe('invalid_credentials');
    expect(await entriesOf((await rowOf(ana.id))?.reference)).toContainEqual(['user.password_issued', null]);
  });

  test('is not replaced by one whose letter waits for the mail server', async () => {
    const { context } = testServer;
    const bia = await testServer.user();
    const waiting = () =>
      context.db.execute<{ email: string }>(
        sql`select data ->> 'email' email from pgboss.job where name = 'account.reset' and state = 'retry'`,
      );
    for (const email of [bia.email, 'outra@exemplo.com.br'])
      await context.db.execute(
        sql`insert into pgboss.job (name, state, start_after, retry_count, data)
          values ('account.reset', 'retry', now() + interval '5 minutes', 4, ${JSON.stringify({ email })}::jsonb)`,
      );
    await newPasswordFor(context, bia.email);
    expect((await waiting()).rows).toEqual([{ email: 'outra@exemplo.com.br' }]);
  });

  test('is not made for nobody, nor for somebody who is shut out', async () => {
    const rui = await testServer.user({ active: false });
    expect(await newPasswordFor(testServer.context, 'ninguem@exemplo.com.br')).toMatch(/^Nenhuma conta de/);
    expect(await newPasswordFor(testServer.context, rui.email)).toMatch(/está desativada/);
    expect(await entriesOf((await rowOf(rui.id))?.reference)).toEqual([]);
  });
});

describe('R-ENG-18 erasing somebody who has left', () => {
  test('begins only once they are shut out, can be taken back, and is done after seven days', async () => {
    const { context, clock } = testServer;
    const eva = await testServer.user();
    expect(await eraseLater(context, eva.email)).toMatch(/está ativa.*desative-a antes/);
    await context.db.update(users).set({ active: false }).where(eq(users.id, eva.id));

    expect(await eraseLater(context, eva.email)).toMatch(/será excluída em \d\d\/\d\d\/\d{4}/);
    expect((await rowOf(eva.id))?.deletion_due).toEqual(new Date(TEST_NOW.getTime() + 7 * DAY));
    expect(await keepAfterAll(context, eva.email)).toMatch(/não será excluída/);
    expect((await rowOf(eva.id))?.deletion_due).toBeNull();

    await eraseLater(context, eva.email);
    clock.set(new Date(TEST_NOW.getTime() + 7 * DAY - 1));
    await eraseDue(context);
    expect(await rowOf(eva.id)).toBeDefined();
    const reference = (await rowOf(eva.id))?.reference;
    clock.set(new Date(TEST_NOW.getTime() + 7 * DAY));
    await eraseDue(context);
    expect(await rowOf(eva.id)).toBeUndefined();
    expect((await entriesOf(reference)).map(([action]) => action)).toEqual(
      expect.arrayContaining(['user.deletion_requested', 'user.deletion_cancelled']),
    );
  });
});
