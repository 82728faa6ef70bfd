import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits } from '../../db/tables/accounts.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const login = (username: string, password: string, ip = '203.0.113.7') =>
  testServer.anyone().form('/auth/login', { username, password }, { headers: { 'x-forwarded-for': ip } });
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });

describe('guessing passwords', () => {
  const failures = async (times: number, email: string, ip?: string) => {
    for (let round = 0; round < times; round += 1) await login(email, 'não é esta', ip);
  };

  test('O-107 ends after ten failures in fifteen minutes, for that address from that place', async () => {
    const ana = await testServer.user({ signed_in: false });
    const eva = await testServer.user({ signed_in: false });
    await failures(10, ana.email);
    const { status, body, headers } = await login(ana.email, ana.password);
    expect([status, body.code, body.detail, Number(headers['retry-after'])]).toEqual([
      429,
      'too_many_requests',
      'Muitas tentativas. Aguarde um pouco e tente de novo.',
      900,
    ]);
    expect((await login(ana.email, ana.password, '198.51.100.4')).status).toBe(200);
    expect((await login(eva.email, eva.password)).status).toBe(200);
    testServer.clock.advance(15 * 60_000);
    expect((await login(ana.email, ana.password)).status).toBe(200);
  });

  test('a success in between does not give ten more', async () => {
    const ana = await testServer.user({ signed_in: false });
    await failures(9, ana.email);
    expect((await login(ana.email, ana.password)).status).toBe(200);
    await failures(1, ana.email);
    expect((await login(ana.email, ana.password)).status).toBe(429);
  });

  test('successes are not counted', async () => {
    const ana = await testServer.user({ signed_in: false });
    for (let round = 0; round < 12; round += 1)
      expect((await login(ana.email, ana.password)).status).toBe(200);
  });

  test('an unknown address is limited in the same words', async () => {
    const ana = await testServer.user({ signed_in: false });
    await failures(10, ana.email);
    await failures(10, 'ninguem@exemplo.com.br');
    expect(said(await login('ninguem@exemplo.com.br', 'x'))).toEqual(said(await login(ana.email, 'x')));
  });

  test('capitals and spaces do not make a new address of it', async () => {
    const ana = await testServer.user({ signed_in: false });
    await failures(5, ana.email);
    await failures(5, ` ${ana.email.toUpperCase()} `);
    expect((await login(ana.email, ana.password)).status).toBe(429);
  });

  test('fifty guesses at once get ten answers', async () => {
    const ana = await testServer.user({ signed_in: false });
    const replies = await Promise.all(Array.from({ length: 50 }, () => login(ana.email, 'não é esta')));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test('one password tried on many accounts ends after a hundred failures from one place', async () => {
    const ana = await testServer.user({ signed_in: false });
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          login(`alvo${round}-${index}@exemplo.com.br`, 'senha123', '198.51.100.9'),
        ),
      );
    expect((await login(ana.email, ana.password, '198.51.100.9')).status).toBe(429);
    expect((await login(ana.email, ana.password, '198.51.100.10')).status).toBe(200);
  });

  test('a header that nobody asked for does not move a stranger elsewhere', async () => {
    const plain = await startTestServer();
    try {
      const knock = (ip: string) =>
        plain
          .anyone()
          .form('/auth/login', { username: 'a@b.co', password: 'x' }, { headers: { 'x-forwarded-for': ip } });
      for (let round = 0; round < 10; round += 1) await knock(`203.0.113.${round}`);
      expect((await knock('203.0.113.99')).status).toBe(429);
    } finally {
      await plain.close();
    }
  });

  test('the table of limits holds no address', async () => {
    const ana = await testServer.user({ signed_in: false });
    await failures(1, ana.email);
    const { rows } = await testServer.context.db.execute(sql`select key from rate_limits`);
    expect(JSON.stringify(rows)).not.toMatch(/@|exemplo|203\.0/);
    expect(rows.length).toBeGreaterThan(0);
  });
});
