import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { verification_codes } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());

let count = 0;
const newAddress = () => {
  count += 1;
  return `nova${count}@exemplo.com.br`;
};
const form = (email: string, more: object = {}) => ({
  email,
  name: 'Ana Souza',
  password: 'uma senha boa',
  phone: '(11) 98765-4321',
  ...more,
});
const register = (email: string, more: object = {}) =>
  testServer.anyone().post('/auth/register', form(email, more));
const verify = (email: unknown, code: unknown) =>
  testServer.anyone().post('/auth/verify-email', { email, code });
const resend = (email: string) =>
  testServer.anyone().post('/auth/resend-verification', undefined, { query: { email } });
const codeFor = async (email: string) =>
  /\b\d{6}\b/.exec((await testServer.mailbox.next(email)).text)?.[0] ?? '';
const stored = async (email: string) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.email, email));
  return row;
};
/** An answer without what is different in every one. */
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const statuses = (replies: Reply[]) => replies.map(({ status }) => status);

async function registered() {
  const email = newAddress();
  expect((await register(email)).status).toBe(201);
  return { email, code: await codeFor(email) };
}

describe('the code', () => {
  test('is stored as a keyed digest, and no job carries it', async () => {
    const { email, code } = await registered();
    const [row] = await testServer.context.db
      .select()
      .from(verification_codes)
      .where(eq(verification_codes.user_id, (await stored(email))?.id ?? 0));
    expect(JSON.stringify(row)).not.toContain(code);
    const { rows } = await testServer.context.db.execute(sql`select data::text as data from pgboss.job`);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(testServer.logs.join('')).not.toContain(code);
  });

  test('O-22 is good for fifteen minutes', async () => {
    const late = await registered();
    const inTime = await registered();
    testServer.clock.advance(15 * 60_000 - 1);
    expect((await verify(inTime.email, inTime.code)).status).toBe(200);
    testServer.clock.advance(1);
    expect(said(await verify(late.email, late.code))).toMatchObject({ status: 400, code: 'invalid_code' });
  });

  test('O-22 after five wrong tries not even the right one helps, until there is a new one', async () => {
    const { email, code } = await registered();
    for (let round = 0; round < 5; round += 1)
      expect(said(await verify(email, wrong(code)))).toMatchObject({ status: 400, code: 'invalid_code' });
    expect(said(await verify(email, code))).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      detail: 'Muitas tentativas. Solicite um novo código.',
    });
    await resend(email);
    const fresh = await codeFor(email);
    expect((await verify(email, fresh)).status).toBe(200);
  });

  test('fifty guesses at once are counted one by one', async () => {
    const { email, code } = await registered();
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(email, wrong(code))));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  test('sent ten times at once succeeds ten times', async () => {
    const { email, code } = await registered();
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(email, code)));
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
  });

  test('of one account opens no other', async () => {
    const ana = await registered();
    const eva = await registered();
    if (ana.code === eva.code) return;
    expect((await verify(ana.email, eva.code)).status).toBe(400);
    expect((await stored(ana.email))?.is_verified).toBe(false);
  });

  test('absent, empty, of another type or too long is refused', async () => {
    const { email, code } = await registered();
    for (const odd of [undefined, null, '', '   ', Number(code), [code], { code }, '1'.repeat(21)])
      expect((await verify(email, odd)).status, JSON.stringify(odd)).toBe(422);
    for (const odd of [undefined, null, '', 7, [email]])
      expect((await verify(odd, code)).status, JSON.stringify(odd)).toBe(422);
    expect((await verify(email, `${code}0`)).status).toBe(400);
  });

  test('O-20 an unknown address answers like one that waits for its code', async () => {
    const { email, code } = await registered();
    const nobody = newAddress();
    for (let round = 0; round < 7; round += 1)
      expect(said(await verify(nobody, '123456'))).toEqual(said(await verify(email, wrong(code))));
    await resend(nobody);
    await resend(email);
    await codeFor(email);
    expect(said(await verify(nobody, '123456'))).toMatchObject({ status: 400 });
  });

  test('O-22 the code that verified an address succeeds again as long as it is valid', async () => {
    const { email, code } = await registered();
    await verify(email, code);
    testServer.clock.advance(15 * 60_000 - 1);
    expect((await verify(email, code)).status).toBe(200);
    testServer.clock.advance(1);
    expect(said(await verify(email, code))).toMatchObject({ status: 400, code: 'invalid_code' });
  });

  test('a wrong code gets the same replies for a verified, a pending and an unknown address', async () => {
    const pending = await registered();
    const verified = await registered();
    await verify(verified.email, verified.code);
    const longVerified = (await testServer.user()).email;
    const addresses = [pending.email, verified.email, longVerified, newAddress()];
    const taken = new Set([pending.code, verified.code]);
    const nonsense = ['111111', '222222', '333333'].find((code) => !taken.has(code));
    const guessAll = async () => {
      const replies = await Promise.all(addresses.map((email) => verify(email, nonsense)));
      for (const reply of replies) expect(said(reply)).toEqual(said(replies[0] as Reply));
      return said(replies[0] as Reply);
    };
    for (let round = 0; round < 5; round += 1)
      expect(await guessAll()).toMatchObject({ status: 400, code: 'invalid_code' });
    expect(await guessAll()).toMatchObject({ status: 429, code: 'too_many_attempts' });
    for (const email of addresses) await resend(email);
    await codeFor(pending.email);
    // Jobs of one kind run one after the other: this letter follows the work for all four addresses.
    await registered();
    expect(await guessAll()).toMatchObject({ status: 400, code: 'invalid_code' });
  });
});

describe('asking for another code', () => {
  test('R-AUTH-33 mails a new one, and the old one no longer works', async () => {
    const { email, code } = await registered();
    expect(said(await resend(email))).toMatchObject({
      status: 200,
      data: null,
      message: 'Se houver um cadastro pendente, um novo código foi enviado.',
    });
    const fresh = await codeFor(email);
    if (fresh !== code) expect((await verify(email, code)).status).toBe(400);
    expect((await verify(email, fresh)).status).toBe(200);
  });

  test('O-20 says the same to everyone, once in thirty seconds and five times an hour', async () => {
    const pending = await registered();
    const nobody = newAddress();
    const verified = (await testServer.user()).email;
    const inactive = (await testServer.user({ is_verified: false, active: false, signed_in: false })).email;
    const addresses = [pending.email, nobody, verified, inactive];
    const everyone = async () => {
      const replies = await Promise.all(addresses.map(resend));
      for (const reply of replies) expect(said(reply)).toEqual(said(replies[0] as Reply));
      return replies[0] as Reply;
    };
    for (let round = 0; round < 5; round += 1) {
      expect((await everyone()).status).toBe(200);
      const tooSoon = await everyone();
      expect([tooSoon.status, tooSoon.body.code, tooSoon.headers['retry-after']]).toEqual([
        429,
        'resend_too_soon',
        '30',
      ]);
      testServer.clock.advance(30_000);
    }
    const sixth = await everyone();
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many_requests']);

    await registered();
    const to = (email: string) => testServer.mailbox.emails.filter((letter) => letter.to === email).length;
    expect([to(pending.email), to(nobody), to(verified), to(inactive)]).toEqual([6, 0, 0, 0]);
  });

  test('takes the address from a JSON body too, and never two different ones', async () => {
    const { email } = await registered();
    const post = (body: unknown, query?: Record<string, string | string[]>) =>
      testServer.anyone().post('/auth/resend-verification', body, query ? { query } : {});
    expect((await post({ email })).status).toBe(200);
    await codeFor(email);
    for (const reply of [
      await post(undefined),
      await post({}),
      await post({ email: '' }),
      await post({ email: null }),
      await post(undefined, { email: '' }),
      await post(undefined, { email: [email, 'eva@exemplo.com.br'] }),
      await post({ email }, { email: 'eva@exemplo.com.br' }),
    ])
      expect([reply.status, reply.body.detail]).toEqual([422, 'Por favor, insira um e-mail válido.']);
  });

  test('ten times at once mails one letter', async () => {
    const { email } = await registered();
    const replies = await Promise.all(Array.from({ length: 10 }, () => resend(email)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is limited to twenty an hour from one network, over all addresses', async () => {
    const from = (ip: string) =>
      testServer
        .anyone()
        .post('/auth/resend-verification', { email: newAddress() }, { headers: { 'x-forwarded-for': ip } });
    for (let time = 0; time < 20; time += 1) expect((await from('203.0.113.9')).status).toBe(200);
    const { status, body } = await from('203.0.113.9');
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect((await from('203.0.113.10')).status).toBe(200);
  });
});
