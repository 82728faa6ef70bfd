import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import {
  refresh_tokens,
  sign_ins,
  temporary_passwords,
  verification_codes,
} from '../../../db/tables/accounts.ts';
import { putCode, putTemporaryPassword } from './credential-store.ts';
import { forgetOldAccountRows } from './sign-in-store.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const DAY = 86_400_000;
const later = (ms: number) => new Date(testServer.context.clock.now().getTime() + ms);
const count = async (
  table: typeof sign_ins | typeof refresh_tokens | typeof verification_codes | typeof temporary_passwords,
) => (await testServer.context.db.select({ user_id: table.user_id }).from(table)).length;
const left = async () => [
  await count(sign_ins),
  await count(refresh_tokens),
  await count(verification_codes),
  await count(temporary_passwords),
];

test('what can no longer open anything is forgotten, and nothing else', async () => {
  const { db, clock } = testServer.context;
  const ana = await testServer.user();
  const gone = await testServer.user();
  await testServer.as(gone).post('/auth/logout');
  await putCode(db, { user_id: ana.id, code_hash: 'x', expires_at: later(1_000) }, clock.now());
  await putTemporaryPassword(
    db,
    { user_id: ana.id, password_hash: 'x', expires_at: later(1_000) },
    clock.now(),
  );
  expect(await left()).toEqual([2, 2, 1, 1]);

  await forgetOldAccountRows(db, later(1_000));
  expect(await left()).toEqual([2, 2, 1, 1]);
  await forgetOldAccountRows(db, later(1_001));
  expect(await left()).toEqual([2, 2, 0, 0]);

  testServer.clock.advance(29 * DAY);
  expect((await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token })).status).toBe(
    200,
  );
  await forgetOldAccountRows(db, later(2 * DAY));
  const signIns = await db.select().from(sign_ins);
  expect(signIns.map(({ user_id }) => user_id)).toEqual([ana.id]);
  expect(await db.select().from(refresh_tokens).where(eq(refresh_tokens.user_id, ana.id))).toHaveLength(1);

  await forgetOldAccountRows(db, later(31 * DAY));
  expect(await left()).toEqual([0, 0, 0, 0]);
});
