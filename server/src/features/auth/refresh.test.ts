import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { refresh_tokens, sign_ins } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const refresh = (refresh_token: unknown) => testServer.anyone().post('/auth/refresh', { refresh_token });
const next = async (token: string): Promise<string> => {
  const { status, body } = await refresh(token);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data.refresh_token;
};
const refused = async (token: string) => {
  const { status, body } = await refresh(token);
  expect([status, body.code, body.detail]).toEqual([
    401,
    'invalid_refresh_token',
    'Token de atualização inválido',
  ]);
};
const me = (token: string) => testServer.as({ token }).get('/users/me');
const rowsOf = (user_id: number) =>
  testServer.context.db.select().from(refresh_tokens).where(eq(refresh_tokens.user_id, user_id));
const signInsOf = (user_id: number) =>
  testServer.context.db.select().from(sign_ins).where(eq(sign_ins.user_id, user_id));
const SECOND = 1_000;
const DAY = 86_400_000;

describe('a refresh token', () => {
  test('R-AUTH-41 O-25 is exchanged for a new pair that works', async () => {
    const ana = await testServer.user();
    testServer.clock.advance(16 * 60 * SECOND);
    expect((await me(ana.token)).status).toBe(401);
    const { status, body } = await refresh(ana.refresh_token);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^\d+\.[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 900,
    });
    expect(body.data.refresh_token).not.toBe(ana.refresh_token);
    expect((await me(body.data.access_token)).body.data.id).toBe(ana.id);
  });

  test('B14 brought by fifty tabs at once gives them all the same successor, round after round', async () => {
    const ana = await testServer.user();
    let token = ana.refresh_token;
    for (let round = 1; round <= 10; round += 1) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      const successors = new Set(replies.map(({ body }) => body.data.refresh_token as string));
      expect(successors.size).toBe(1);
      token = [...successors][0] ?? '';
      expect(await rowsOf(ana.id)).toHaveLength(round + 1);
      testServer.clock.advance(15 * 60 * SECOND);
    }
    expect(await signInsOf(ana.id)).toHaveLength(1);
  }, 60_000);

  test('B15 whose answer was lost is exchanged again, for a minute', async () => {
    const ana = await testServer.user();
    const successor = await next(ana.refresh_token);
    testServer.clock.advance(60 * SECOND);
    expect(await next(ana.refresh_token)).toBe(successor);
    expect(await next(successor)).not.toBe(successor);
  });

  test('of a tab that is late by two exchanges leads to what the others hold now', async () => {
    const ana = await testServer.user();
    const second = await next(ana.refresh_token);
    const third = await next(second);
    expect(await next(ana.refresh_token)).toBe(third);
    testServer.clock.advance(20 * 60 * SECOND);
    expect((await refresh(third)).status).toBe(200);
  });

  test('A-06 replayed after a minute ends the whole sign-in, for thief and owner', async () => {
    const ana = await testServer.user();
    const { body } = await refresh(ana.refresh_token);
    testServer.clock.advance(60 * SECOND + 1);
    await refused(ana.refresh_token);
    await refused(body.data.refresh_token);
    expect((await me(body.data.access_token)).status).toBe(401);
    expect(await signInsOf(ana.id)).toMatchObject([{ ended_because: 'refresh_token_reused' }]);
  });

  test('replayed is logged, recorded and mailed to its owner, once however often it is replayed', async () => {
    const ana = await testServer.user();
    const successor = await next(ana.refresh_token);
    testServer.clock.advance(61 * SECOND);
    await Promise.all(Array.from({ length: 5 }, () => refused(ana.refresh_token)));
    await refused(successor);
    const letter = await testServer.mailbox.next(ana.email);
    expect(letter.subject).toBe('Encerramos um acesso à sua conta');
    expect(letter.text).toContain(
      'uma credencial antiga de um acesso à sua conta no Prosa foi usada de novo',
    );
    const { rows } = await testServer.context.db.execute(sql`
      select action, actor_reference, after from audit_entries
      where person_reference = (select reference from users where id = ${ana.id})`);
    expect(rows).toEqual([
      { action: 'session.ended', actor_reference: null, after: { reason: 'refresh_token_reused' } },
    ]);
    const logged = testServer.logs.filter((line) => line.includes('a refresh token was used again'));
    expect(logged.filter((line) => line.includes(`"user_id":${ana.id},`))).toHaveLength(1);
    expect(logged.join('')).not.toContain(ana.refresh_token);
  });

  test('of any length that nobody was given is refused like any other', async () => {
    for (const length of [201, 5_000]) await refused('1.'.padEnd(length, 'x'));
  });

  test('B14 replayed late by fifty at once is always caught', async () => {
    const ana = await testServer.user();
    const successor = await next(ana.refresh_token);
    testServer.clock.advance(61 * SECOND);
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(ana.refresh_token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    await refused(successor);
  });

  test('replayed ends no other sign-in of the same person', async () => {
    const ana = await testServer.user();
    const { body } = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: ana.password });
    await next(ana.refresh_token);
    testServer.clock.advance(61 * SECOND);
    await refused(ana.refresh_token);
    expect((await me(body.data.access_token)).status).toBe(200);
  });

  test('is good for thirty days from when it was given', async () => {
    const ana = await testServer.user();
    const late = await testServer.user();
    testServer.clock.advance(30 * DAY - 1);
    const successor = await next(ana.refresh_token);
    testServer.clock.advance(1);
    await refused(late.refresh_token);
    testServer.clock.advance(29 * DAY);
    expect((await refresh(successor)).status).toBe(200);
  });

  test('of a deactivated person is refused, and good again when they come back', async () => {
    const ana = await testServer.user();
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, ana.id));
    const { status, body } = await refresh(ana.refresh_token);
    expect([status, body.code]).toEqual([401, 'account_ended']);
    await testServer.context.db.update(users).set({ active: true }).where(eq(users.id, ana.id));
    expect((await refresh(ana.refresh_token)).status).toBe(200);
  });

  test('that is not one of ours is refused in the same words', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    const secret = ana.refresh_token.split('.')[1] ?? '';
    for (const token of [
      'x',
      `${eva.id}.${secret}`,
      `${ana.id}.${'A'.repeat(43)}`,
      `${ana.id}.${secret}A`,
      `0${ana.refresh_token}`,
      `-${ana.refresh_token}`,
      `99999999999.${secret}`,
      ` ${ana.refresh_token}`,
      `${ana.refresh_token}\u0000`,
      ana.token.slice(0, 200),
    ])
      await refused(token);
    expect((await refresh(ana.refresh_token)).status).toBe(200);
  });

  test('absent, empty or of another type is refused with its sentence', async () => {
    for (const token of [undefined, null, '', 7, ['x'], { $ne: '' }]) {
      const { status, body } = await refresh(token);
      expect([422, 401], JSON.stringify(token)).toContain(status);
      expect(typeof body.detail).toBe('string');
    }
    for (const body of [undefined, null, [], 'x'])
      expect([400, 415, 422]).toContain((await testServer.anyone().post('/auth/refresh', body)).status);
  });

  test('is stored as a digest alone', async () => {
    const ana = await testServer.user();
    const successor = await next(ana.refresh_token);
    const stored = JSON.stringify(await rowsOf(ana.id));
    for (const token of [ana.refresh_token, successor]) expect(stored).not.toContain(token.split('.')[1]);
    expect(testServer.logs.join('')).not.toContain(successor.split('.')[1]);
  });
});
