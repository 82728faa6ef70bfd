import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { choose_password_tokens, pending_registrations, rate_limits } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const MINUTE = 60_000;
const STRANGER = { password: 'a senha do estranho', ip: '2001:db8:1:1::7' };
const OWNER = { password: 'a senha da dona', ip: '2001:db8:2:2::9' };

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const post = (path: string, body: unknown, ip: string) => testServer.anyone().post(path, body, from(ip));
const login = (username: string, password: string) =>
  testServer.anyone().form('/auth/login', { username, password });
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const expired = {
  status: 400,
  code: 'invalid_choose_password_token',
  detail: 'O prazo para escolher a senha terminou. Use «Esqueci minha senha» na tela de entrada.',
};

let count = 0;
async function registered({ password, ip } = STRANGER, headers: Record<string, string> = {}) {
  count += 1;
  const email = `primeira${count}@exemplo.com.br`;
  const body = { email, name: 'Ana Souza', password };
  const reply = await testServer
    .anyone()
    .post('/auth/register', body, { headers: { 'x-forwarded-for': ip, ...headers } });
  expect(reply.status).toBe(201);
  const code = codeIn((await testServer.mailbox.next(email)).text);
  return { email, code, body, proof: reply.body.data.registration_proof as string };
}

const verify = (email: string, code: string, { ip, proof }: { ip: string; proof?: string }) =>
  post('/auth/verify-email', { email, code, ...(proof === undefined ? {} : { proof }) }, ip);
const choose = (token: unknown, password: unknown = OWNER.password, ip = OWNER.ip) =>
  post('/auth/choose-password', { token, password }, ip);

/** A stranger registered, and the owner of the address entered the code. */
async function claimed() {
  const { email, code, proof } = await registered();
  const reply = await verify(email, code, OWNER);
  return { email, code, proof, reply, token: reply.body.data?.token as string };
}

describe('a code', () => {
  test('with the proof of the registration confirms from any network', async () => {
    const { email, code, proof } = await registered();
    expect(said(await verify(email, code, { ip: OWNER.ip, proof }))).toMatchObject({
      status: 200,
      data: null,
      message: 'E-mail verificado com sucesso!',
    });
    expect((await login(email, STRANGER.password)).status).toBe(200);
  });

  test('without a proof confirms from the network that registered: one /64 of IPv6, one address of IPv4', async () => {
    for (const [at, ip] of [
      ['2001:db8:1:1::7', '2001:DB8:1:1:ffff::1'],
      ['198.51.100.7', '::ffff:198.51.100.7'],
    ] as const) {
      const { email, code } = await registered({ ...STRANGER, ip: at });
      expect((await verify(email, code, { ip })).body.data, ip).toBeNull();
      expect((await login(email, STRANGER.password)).status).toBe(200);
    }
  });

  test('from anywhere else verifies the address and discards the password of the registration', async () => {
    for (const ip of [OWNER.ip, '2001:db8:1:2::7']) {
      const { email, code } = await registered();
      expect(said(await verify(email, code, { ip }))).toMatchObject({
        status: 200,
        data: {
          must_choose_password: true,
          token: expect.stringMatching(/^\d+\.[\w-]{43}$/),
          expires_in: 900,
        },
      });
      expect((await login(email, STRANGER.password)).body.code).toBe('invalid_credentials');
    }
  });

  test('with a wrong proof, or that of another registration, discards the password even from the same network', async () => {
    const other = await registered();
    for (const proof of ['x', other.proof]) {
      const { email, code } = await registered();
      const reply = await verify(email, code, { ip: STRANGER.ip, proof });
      expect(reply.body.data, proof).toMatchObject({ must_choose_password: true });
    }
  });

  test('that was mailed again counts like the first one', async () => {
    const { email, proof } = await registered();
    const again = async () => {
      await post('/auth/resend-verification', { email }, OWNER.ip);
      return codeIn((await testServer.mailbox.next(email)).text);
    };
    expect((await verify(email, await again(), { ip: OWNER.ip, proof })).body.data).toBeNull();
    const { email: address } = await registered();
    await post('/auth/resend-verification', { email: address }, OWNER.ip);
    const code = codeIn((await testServer.mailbox.next(address)).text);
    expect((await verify(address, code, OWNER)).body.data).toMatchObject({ must_choose_password: true });
  });

  test('of an account from before networks were kept discards the password unless the proof comes along', async () => {
    const { email, code } = await registered();
    await testServer.context.db.delete(pending_registrations);
    expect((await verify(email, code, STRANGER)).body.data).toMatchObject({ must_choose_password: true });
  });
});

describe('the proof of a registration', () => {
  test('is the same for the same call under its key, is not stored, and a second registration gets none', async () => {
    const key = { 'idempotency-key': 'prova' };
    const { body, email, proof } = await registered(STRANGER, key);
    const again = await testServer.anyone().post('/auth/register', body, { headers: key });
    expect(again.body.data.registration_proof).toBe(proof);
    const second = await post('/auth/register', { ...body, password: OWNER.password }, OWNER.ip);
    expect([second.status, second.text.includes(proof)]).toEqual([409, false]);
    const { rows } = await testServer.context.db.execute(sql`
      select (select json_agg(k) from idempotency_keys k)::text || (select json_agg(p) from pending_registrations p)::text kept`);
    expect(JSON.stringify(rows)).not.toContain(proof);
    expect(JSON.stringify(rows)).not.toContain('2001:db8');
    expect(testServer.logs.join('')).not.toContain(proof);
    expect((await login(email, STRANGER.password)).body.code).toBe('email_not_verified');
  });
});

describe('choosing the password', () => {
  test('opens the account to the owner of the address and to nobody else', async () => {
    const { email, token } = await claimed();
    expect(said(await choose(token))).toMatchObject({
      status: 200,
      data: null,
      message: 'Senha criada com sucesso!',
    });
    expect((await login(email, OWNER.password)).status).toBe(200);
    expect((await login(email, STRANGER.password)).status).toBe(401);
  });

  test('works once, also when eight requests come at the same moment', async () => {
    const { email, token } = await claimed();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, place) => choose(token, `a senha da dona ${place}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = replies.findIndex(({ status }) => status === 200);
    expect((await login(email, `a senha da dona ${winner}`)).status).toBe(200);
    expect(said(await choose(token, STRANGER.password))).toMatchObject(expired);
  });

  test('ends after fifteen minutes; then the recovery by e-mail opens the account', async () => {
    const late = await claimed();
    const inTime = await claimed();
    testServer.clock.advance(15 * MINUTE - 1);
    expect((await choose(inTime.token)).status).toBe(200);
    testServer.clock.advance(1);
    expect(said(await choose(late.token))).toMatchObject(expired);
    await post('/auth/request-reset', { email: late.email }, OWNER.ip);
    const letter = await testServer.mailbox.next(late.email);
    const temporary = /Senha temporária:\s+(\S+)/.exec(letter.text)?.[1] ?? '';
    expect((await login(late.email, temporary)).status).toBe(200);
  });

  test('a repeated code brings the same token until it is used, with the time that is left; then none', async () => {
    const { email, code, token } = await claimed();
    testServer.clock.advance(MINUTE);
    const again = await Promise.all([1, 2, 3].map(() => verify(email, code, OWNER)));
    for (const { body } of again) expect(body.data).toMatchObject({ token, expires_in: 840 });
    expect((await choose(token)).status).toBe(200);
    expect(said(await verify(email, code, OWNER))).toMatchObject({ status: 200, data: null });
    expect((await login(email, OWNER.password)).status).toBe(200);
  });

  test('the proof of the stranger does not bring the first password back', async () => {
    const { email, code, proof } = await claimed();
    await verify(email, code, { ip: STRANGER.ip, proof });
    expect((await login(email, STRANGER.password)).body.code).toBe('invalid_credentials');
  });

  test('parallel codes, with and without the proof, agree on who keeps the account', async () => {
    const { email, code, proof } = await registered();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, place) =>
        place % 2 ? verify(email, code, { ip: STRANGER.ip, proof }) : verify(email, code, OWNER),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const mustChoose = replies.filter(({ body }) => body.data?.must_choose_password).length;
    const opened = (await login(email, STRANGER.password)).status === 200;
    expect(mustChoose === 0).toBe(opened);
  });

  test('the token of an account that was recovered meanwhile is void', async () => {
    const { email, token } = await claimed();
    await post('/auth/request-reset', { email }, OWNER.ip);
    const letter = await testServer.mailbox.next(email);
    const temporary = /Senha temporária:\s+(\S+)/.exec(letter.text)?.[1] ?? '';
    const { access_token } = (await login(email, temporary)).body.data;
    const set = await testServer
      .as({ token: access_token })
      .post('/auth/reset-password', { new_password: 'outra senha da dona' });
    expect(set.status).toBe(200);
    expect(said(await choose(token))).toMatchObject(expired);
    expect((await login(email, 'outra senha da dona')).status).toBe(200);
  });

  test('opens no deactivated account', async () => {
    const { email, token } = await claimed();
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.email, email));
    expect((await choose(token)).body.code).toBe('account_inactive');
  });

  test('refuses a bad password and tokens that nobody was given; the stored one is a hash', async () => {
    const { token } = await claimed();
    for (const password of [undefined, '', '1234567', 'x'.repeat(129), 'senha123', 'Ana Souza'])
      expect((await choose(token, password ?? null)).status).toBe(422);
    const number = token.split('.')[0];
    for (const odd of ['', 'x', `${number}.${'A'.repeat(43)}`, token.replace(/^\d+/, '1')])
      expect(said(await choose(odd)), odd).toMatchObject(expired);
    expect((await choose('x'.repeat(201))).status).toBe(422);
    const rows = await testServer.context.db.select().from(choose_password_tokens);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(testServer.logs.join('')).not.toContain(token);
    expect((await choose(token)).status).toBe(200);
  });
});
