/** The short form of `npm run trials -- fuzz`. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../server/src/app.ts';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { contractCalls, nameOf } from '../../trials/fuzz/contract-calls.ts';
import { fuzz } from '../../trials/fuzz/run.ts';

let testServer: TestServer;
let url: string;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(testServer.app.server.address() as AddressInfo).port}`;
});
afterAll(() => testServer.close());

test('the calls that are invented are all that are served', async () => {
  const served = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => nameOf(endpoint));
  expect((await contractCalls()).map(nameOf).toSorted()).toEqual(served.toSorted());
});

test('of four hundred invented calls none breaks anything, and none is answered out of form', {
  timeout: 120_000,
}, async () => {
  const figures = await fuzz(testServer.context, url, { calls: 400, seed: 8, at_once: 8 });
  expect(figures.broken).toEqual([]);
  const serious = testServer.logs.filter((line) => /"level":"(?:error|fatal)"/.test(line));
  expect(
    serious.filter(
      (line) =>
        !/content_database_missing|sheets_away|model_not_configured|identity_provider_away/.test(line),
    ),
  ).toEqual([]);
  // Otherwise nothing was proved: most calls must pass the access check, and many must succeed.
  expect(figures.statuses[200]).toBeGreaterThan(100);
  expect(figures.codes).toBeGreaterThan(20);
  expect(figures.left + figures.no_requests).toBeGreaterThan(2);
});
