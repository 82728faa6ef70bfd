import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignIn } from '#contract/sign-in.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { sign_ins } from '../../db/tables/accounts.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(() => testServer.clock.set(TEST_NOW));

const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Pair = { access_token: string; refresh_token: string };
type Credentials = { email: string; password: string };

async function enter({ email, password }: Credentials, user_agent = FIREFOX): Promise<Pair> {
  const headers = { 'user-agent': user_agent };
  const reply = await testServer.anyone().form('/auth/login', { username: email, password }, { headers });
  expect(reply.status).toBe(200);
  return reply.body.data;
}

const by = ({ access_token }: Pair) => testServer.as({ token: access_token });
const list = async (pair: Pair): Promise<SignIn[]> => (await by(pair).get('/auth/sign-ins')).body.data;
const idOf = async (pair: Pair) => (await list(pair)).find(({ is_current }) => is_current)?.id ?? '';
const refresh = ({ refresh_token }: Pair) => testServer.anyone().post('/auth/refresh', { refresh_token });
const statusOf = async (pair: Pair) => (await by(pair).get('/users/me')).status;
const stored = async (user_id: number, id: string) => {
  const [row] = await testServer.context.db
    .select()
    .from(sign_ins)
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id)));
  return row;
};

describe('the list of sign-ins', () => {
  test('has every browser of the person, last seen first, and says which one asks', async () => {
    const ana = await testServer.user({ signed_in: false });
    const eva = await testServer.user();
    const first = await enter(ana, 'Navegador A');
    testServer.clock.advance(60_000);
    const second = await enter(ana, 'Navegador B');
    testServer.clock.advance(60_000);
    const renewed = (await refresh(first)).body.data;

    expect(await list(second)).toEqual([
      {
        id: await idOf(renewed),
        user_agent: 'Navegador A',
        method: 'password',
        provider: null,
        created_at: '2026-11-14T12:00:00.000Z',
        last_seen_at: '2026-11-14T12:02:00.000Z',
        is_current: false,
      },
      {
        id: await idOf(second),
        user_agent: 'Navegador B',
        method: 'password',
        provider: null,
        created_at: '2026-11-14T12:01:00.000Z',
        last_seen_at: '2026-11-14T12:01:00.000Z',
        is_current: true,
      },
    ]);
    expect(await list({ access_token: eva.token, refresh_token: '' })).toHaveLength(1);
  });

  test('leaves out what has ended, and what nothing can renew any more after 30 days', async () => {
    const ana = await testServer.user({ signed_in: false });
    const left = await enter(ana);
    await by(left).post('/auth/logout');
    const forgotten = await enter(ana);
    testServer.clock.advance(30 * DAY - 1);
    const current = await enter(ana);
    expect(await list(current)).toHaveLength(2);
    testServer.clock.advance(1);
    expect((await refresh(forgotten)).status).toBe(401);
    expect((await list(current)).map(({ is_current }) => is_current)).toEqual([true]);
  });
});

describe('ending one sign-in', () => {
  test('closes its browser at once, access and refresh token alike, and no other', async () => {
    const ana = await testServer.user({ signed_in: false });
    const lost = await enter(ana);
    const kept = await enter(ana);
    const id = await idOf(lost);

    const reply = await by(kept).delete(`/auth/sign-ins/${id}`);

    expect([reply.status, reply.body]).toEqual([200, { success: true, data: null }]);
    expect((await by(lost).get('/users/me')).body.code).toBe('not_authenticated');
    expect((await refresh(lost)).body.code).toBe('invalid_refresh_token');
    expect(await statusOf(kept)).toBe(200);
    expect((await refresh(kept)).status).toBe(200);
    expect(await stored(ana.id, id)).toMatchObject({ ended_at: TEST_NOW, ended_because: 'ended_by_owner' });
  });

  test('of the one that asks ends it too', async () => {
    const ana = await testServer.user({ signed_in: false });
    const pair = await enter(ana);
    expect((await by(pair).delete(`/auth/sign-ins/${await idOf(pair)}`)).status).toBe(200);
    expect(await statusOf(pair)).toBe(401);
  });

  test('of somebody else, of nobody, twice, or by no id at all is the same 404, and ends nothing', async () => {
    const ana = await testServer.user({ signed_in: false });
    const eva = await testServer.user({ signed_in: false });
    const [mine, foreign, ended] = [await enter(ana), await enter(eva), await enter(ana)];
    const endedId = await idOf(ended);
    await by(mine).delete(`/auth/sign-ins/${endedId}`);
    const before = await stored(ana.id, endedId);
    testServer.clock.advance(1_000);
    const ids = [await idOf(foreign), '00000000-0000-4000-8000-000000000000', endedId, '1', 'x'];
    for (const id of ids) {
      const { status, body } = await by(mine).delete(`/auth/sign-ins/${id}`);
      expect({ ...body, status, request_id: undefined }, id).toEqual({
        status: 404,
        success: false,
        detail: 'Acesso não encontrado.',
        code: 'sign_in_not_found',
      });
    }
    expect(await statusOf(foreign)).toBe(200);
    expect(await stored(ana.id, endedId)).toEqual(before);
  });
});

describe('signing out everywhere', () => {
  test('closes every browser of the person, the one that asks too, and nobody else’s', async () => {
    const ana = await testServer.user({ signed_in: false });
    const eva = await testServer.user({ signed_in: false });
    const [phone, desk, foreign] = [await enter(ana), await enter(ana), await enter(eva)];
    const phoneId = await idOf(phone);

    const { status, body } = await by(desk).post('/auth/logout-everywhere');

    expect([status, body]).toEqual([
      200,
      { success: true, data: null, message: 'Você saiu de todos os dispositivos.' },
    ]);
    for (const pair of [phone, desk]) {
      expect(await statusOf(pair)).toBe(401);
      expect((await refresh(pair)).body.code).toBe('invalid_refresh_token');
    }
    expect(await statusOf(foreign)).toBe(200);
    expect(await stored(ana.id, phoneId)).toMatchObject({ ended_because: 'signed_out_everywhere' });
    expect(await statusOf(await enter(ana))).toBe(200);
  });

  test('wins over twenty tabs that renew their tokens at the same moment', async () => {
    const ana = await testServer.user({ signed_in: false });
    const tabs = await Promise.all(Array.from({ length: 4 }, () => enter(ana)));
    const desk = await enter(ana);
    const renewals = await Promise.all([
      ...tabs.flatMap((tab) => Array.from({ length: 5 }, () => refresh(tab))),
      by(desk).post('/auth/logout-everywhere'),
    ]);
    for (const { body } of renewals) {
      if (!body.data) continue;
      expect(await statusOf(body.data)).toBe(401);
      expect((await refresh(body.data)).status).toBe(401);
    }
  });
});

test('who signed in with a temporary password sets a new one first, and other browsers see that sign-in', async () => {
  const ana = await testServer.user({ signed_in: false });
  const desk = await enter(ana);
  await testServer.anyone().post('/auth/request-reset', { email: ana.email });
  const { text } = await testServer.mailbox.next(ana.email);
  const password = /Senha temporária:\s+(\S+)/.exec(text)?.[1] ?? '';
  const pair = await enter({ email: ana.email, password });
  const id = (await list(desk)).find(({ is_current }) => !is_current)?.id ?? '';

  for (const reply of [
    await by(pair).get('/auth/sign-ins'),
    await by(pair).delete(`/auth/sign-ins/${id}`),
    await by(pair).post('/auth/logout-everywhere'),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'password_change_required']);

  expect((await by(desk).delete(`/auth/sign-ins/${id}`)).status).toBe(200);
  expect(await statusOf(pair)).toBe(401);
});

test('what a browser says of itself is kept as it is, up to 500 characters, and never logged', async () => {
  const ana = await testServer.user({ signed_in: false });
  const odd = '<img src=x onerror=alert(1)> {"a":1}';
  await enter(ana, odd);
  const long = await enter(ana, 'x'.repeat(501));
  const agents = (await list(long)).map(({ user_agent }) => user_agent);
  expect(new Set(agents)).toEqual(new Set([odd, null]));
  expect(testServer.logs.some((line) => line.includes('onerror'))).toBe(false);
});
