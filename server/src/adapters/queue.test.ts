import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase, dropEmptyDatabases, withClient } from '../../test/test-databases.ts';
import { FinalFailure, JOB_NAMES } from './jobs.ts';
import { openLog } from './log.ts';
import { type JobBodies, openQueue, sayOnce } from './queue.ts';

afterAll(dropEmptyDatabases);

test('R-ENG-16 what no repetition mends is given up at once, and a mail server that is away is tried again', async () => {
  const address = await createEmptyDatabase();
  const queue = await openQueue(address, openLog('silent'));
  const bodies = Object.fromEntries(JOB_NAMES.map((name) => [name, async () => {}])) as unknown as JobBodies;
  try {
    await queue.prepare();
    await queue.send('tokens.notice', { user_id: 1 });
    await queue.send('tokens.notice', { user_id: 2 });
    await queue.work({
      ...bodies,
      async 'tokens.notice'({ user_id }) {
        if (user_id === 1) throw new FinalFailure('no such mailbox');
        throw new Error('connection refused');
      },
    });
    const states = async () =>
      withClient(address, async (client) => {
        const { rows } = await client.query<{ state: string }>(
          `select state, retry_limit from pgboss.job where name = 'tokens.notice' order by (data ->> 'user_id')::int`,
        );
        return rows;
      });
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual([
        { state: 'failed', retry_limit: 150 },
        expect.objectContaining({ state: expect.stringMatching(/retry|active/) }),
      ]);
  } finally {
    await queue.stop();
  }
});

test('of one reason that all workers meet, the log has one line a minute', async () => {
  let now = 0;
  const isNew = sayOnce(60_000, () => now);
  const away = 'connect ECONNREFUSED 127.0.0.1:5432';
  expect([isNew(away), isNew(away), isNew('the database system is starting up'), isNew(away)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  now = 60_000;
  expect(isNew(away)).toBe(true);
});
