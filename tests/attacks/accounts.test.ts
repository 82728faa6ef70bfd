/** Neither the sentence nor the duration of a reply reveals whether an account exists. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../server/test/test-server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const ROUNDS = 6;

/** Milliseconds of computing since `began`, in all threads: what the machine does besides is not in it. */
function worked(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** The least of a few rounds. */
async function least(
  calls: ((round: number) => Promise<Reply>)[],
): Promise<{ times: number[]; told: string[] }> {
  const times = calls.map(() => Number.POSITIVE_INFINITY);
  const told: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, call] of calls.entries()) {
      const began = process.cpuUsage();
      const { status, body } = await call(round);
      times[index] = Math.min(times[index] ?? 0, worked(began));
      const { request_id: _, ...said } = body;
      told[index] = JSON.stringify([status, said]);
    }
  return { times, told };
}

test('W4 W5 a wrong password takes as long and says the same for nobody, for an account, and for one that is not verified or active', async () => {
  const people = [
    await testServer.user({ signed_in: false }),
    await testServer.user({ signed_in: false, is_verified: false }),
    await testServer.user({ signed_in: false, active: false }),
  ];
  const addresses = ['ninguem@exemplo.com.br', ...people.map(({ email }) => email)];
  const { times, told } = await least(
    addresses.map(
      (username) => () => testServer.anyone().form('/auth/login', { username, password: 'uma senha errada' }),
    ),
  );
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('invalid_credentials');
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  // A missing hash would be seen as a tenth of the time.
  expect(slowest / fastest, times.map((ms) => ms.toFixed(1)).join(' ')).toBeLessThan(3);
});

test('W4 asking for a temporary password takes as long and says the same for nobody and for an account', async () => {
  const people = await Promise.all(
    Array.from({ length: ROUNDS }, () => testServer.user({ signed_in: false })),
  );
  const { times, told } = await least([
    (round) => testServer.anyone().post('/auth/request-reset', { email: `ninguem-${round}@exemplo.com.br` }),
    (round) => testServer.anyone().post('/auth/request-reset', { email: people[round]?.email }),
  ]);
  expect(new Set(told).size).toBe(1);
  const [without = 0, withAccount = 0] = times;
  // Nothing slow is done before the answer: the hash and the letter are a job's.
  expect(withAccount - without, times.join(' ')).toBeLessThan(25);
});
