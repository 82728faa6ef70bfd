import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits } from '../../db/tables/accounts.ts';
import { countFailedSignIn } from './records/limits.ts';

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

describe('a flood of sign-ins', () => {
  let url = '';
  beforeAll(async () => {
    url = await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  });
  /** Over the network: how long a body takes to arrive is only measured on a socket. */
  const statusOf = async (username: string, ip: string) => {
    const body = new URLSearchParams({ username, password: 'qualquer senha' });
    const reply = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  /** `checked`: how many passwords of the flood were compared so far. */
  function flood(times: number, ipOf: (place: number) => string) {
    const counts = { checked: 0, refused: 0 };
    const replies = Array.from({ length: times }, async (_, place) => {
      const status = await statusOf(`ninguem${place}@exemplo.com.br`, ipOf(place));
      if (status === 401) counts.checked += 1;
      if (status === 429) counts.refused += 1;
    });
    return { counts, end: () => Promise.all(replies) };
  }
  /** Signs somebody in once the flood fills the queue; few of the flood may be served meanwhile. */
  async function entersSoon(user: BuiltUser, ip: string, counts: { checked: number; refused: number }) {
    await expect
      .poll(() => counts.refused + counts.checked, { interval: 1, timeout: 30_000 })
      .toBeGreaterThan(0);
    const before = counts.checked;
    expect((await login(user.email, user.password, ip)).status).toBe(200);
    expect(counts.checked - before).toBeLessThan(15);
  }

  test('of 600 at once from one address lets somebody else in after a few of them', async () => {
    const ana = await testServer.user({ signed_in: false });
    const { counts, end } = flood(600, () => '192.0.2.66');
    await entersSoon(ana, '198.51.100.20', counts);
    await end();
    expect(counts.refused).toBeGreaterThan(450);
    expect(counts.checked + counts.refused).toBe(600);
  });

  test('from all networks of one IPv6 site does so too', async () => {
    const ana = await testServer.user({ signed_in: false });
    const { counts, end } = flood(600, (place) => `2001:db8:66:${place.toString(16)}::1`);
    await entersSoon(ana, '2001:db8:77::1', counts);
    await end();
    expect(counts.refused).toBeGreaterThan(450);
  });

  test('from everywhere does so for people who come from where they came from before', async () => {
    const ana = await testServer.user({ signed_in: false });
    expect((await login(ana.email, ana.password, '198.51.100.20')).status).toBe(200);
    const { counts, end } = flood(100, (place) => `10.0.${place}.1`);
    await entersSoon(ana, '198.51.100.20', counts);
    await end();
    expect(counts.checked).toBe(100);
  });
});

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

  describe('from many networks', () => {
    const WRONG = 'não é esta';
    const network = (number: number) => `203.0.${113 + Math.floor(number / 250)}.${number % 250}`;
    /** Failures from as many networks, as sign-in counts them. */
    const failed = async (times: number, email: string) => {
      const { db, clock } = testServer.context;
      for (let place = 0; place < times; place += 1)
        await countFailedSignIn(db, email, network(place), clock.now());
    };

    test('guesses at one account get one answer in ten seconds after thirty failures, and a known network stays open', async () => {
      const ana = await testServer.user({ signed_in: false });
      expect((await login(ana.email, ana.password, '198.51.100.1')).status).toBe(200);
      await failed(30, ana.email);
      expect((await login(ana.email, WRONG, network(1))).status).toBe(401);
      const { status, body, headers } = await login(ana.email, ana.password, network(2));
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '10']);
      expect((await login(ana.email, ana.password, '198.51.100.1')).status).toBe(200);
      testServer.clock.advance(10_000);
      expect((await login(ana.email, ana.password, network(2))).status).toBe(200);
      expect((await login(ana.email, ana.password, network(2))).status).toBe(200);
      testServer.clock.advance(15 * 60_000);
      expect((await login(ana.email, WRONG, network(3))).status).toBe(401);
      expect((await login(ana.email, WRONG, network(4))).status).toBe(401);
    });

    test('two hundred failures in a day make the pause a minute', async () => {
      const ana = await testServer.user({ signed_in: false });
      await failed(200, ana.email);
      testServer.clock.advance(15 * 60_000);
      expect((await login(ana.email, WRONG, network(1))).status).toBe(401);
      expect((await login(ana.email, ana.password, network(2))).headers['retry-after']).toBe('60');
    });

    test('sixty guesses at the same moment get little more than thirty answers', async () => {
      const ana = await testServer.user({ signed_in: false });
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, place) => login(ana.email, WRONG, network(place))),
      );
      const answered = replies.filter(({ status }) => status === 401).length;
      // As many more as are being hashed at once.
      expect(answered).toBeGreaterThanOrEqual(30);
      expect(answered).toBeLessThanOrEqual(34);
    });

    test('an unknown address is slowed down in the same words', async () => {
      const ana = await testServer.user({ signed_in: false });
      for (const email of [ana.email, 'outra-ninguem@exemplo.com.br']) {
        await failed(29, email);
        for (const place of [251, 252]) expect((await login(email, WRONG, network(place))).status).toBe(401);
        expect(said(await login(email, WRONG, network(1)))).toMatchObject({
          status: 429,
          code: 'too_many_requests',
        });
      }
    });
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
