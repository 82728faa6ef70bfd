import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { systemClock } from './clock.ts';
import { openMovableClock } from './movable-clock.ts';

const DAY_MS = 86_400_000;
/** Between two looks at the real clock. */
const NEAR_MS = 60_000;

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const aheadBy = (clock: { now(): Date }) => clock.now().getTime() - systemClock.now().getTime();

test('a clock that is put forward is ahead in every process, and after a restart', async () => {
  const [one, other] = [
    await openMovableClock(testServer.context),
    await openMovableClock(testServer.context),
  ];
  expect(Math.abs(aheadBy(one))).toBeLessThan(NEAR_MS);
  await one.advance(31 * DAY_MS);
  await other.advance(DAY_MS);
  for (const clock of [one, other, await openMovableClock(testServer.context)])
    await expect.poll(() => Math.abs(aheadBy(clock) - 32 * DAY_MS)).toBeLessThan(NEAR_MS);
});
