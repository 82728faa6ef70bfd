/** Schedules in the queue, and in the documentation. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { TIME_ZONE } from '../env.ts';
import { JOBS } from './jobs.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('scheduling ends the schedule of a job that a former release had, with what waits of it', async () => {
  const { db, queue } = testServer.context;
  await db.execute(sql`select pgboss.create_queue('house.tidy', '{"policy":"standard"}'::jsonb)`);
  await db.execute(sql`insert into pgboss.schedule (name, cron) values ('house.tidy', '17 * * * *')`);
  await db.execute(sql`insert into pgboss.job (name, data) values ('house.tidy', '{}')`);
  await queue.schedule();
  const schedules = await db.execute<{ name: string; cron: string; timezone: string }>(
    sql`select name, cron, timezone from pgboss.schedule`,
  );
  expect(new Set(schedules.rows.map(({ timezone }) => timezone))).toEqual(new Set([TIME_ZONE]));
  expect(Object.fromEntries(schedules.rows.map(({ name, cron }) => [name, cron]))).toEqual(
    Object.fromEntries(
      Object.entries(JOBS).flatMap(([name, { schedule }]) => (schedule ? [[name, schedule]] : [])),
    ),
  );
  expect((await db.execute(sql`select from pgboss.job where name = 'house.tidy'`)).rows).toEqual([]);
});

test('R-ENG-16 letters are offered for a day while the mail server is away; a failure for good is not repeated', async () => {
  const { db, queue } = testServer.context;
  const person = await testServer.user();
  await queue.send('tokens.notice', { user_id: person.id });
  await queue.send('stats.roll-up', {});
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`select name, retry_limit, retry_delay_max, retry_backoff from pgboss.job where name in ('tokens.notice', 'stats.roll-up') order by name`,
  );
  expect(rows).toEqual([
    { name: 'stats.roll-up', retry_limit: 5, retry_delay_max: null, retry_backoff: true },
    { name: 'tokens.notice', retry_limit: 150, retry_delay_max: 600, retry_backoff: true },
  ]);
});

test('docs/operations.md lists every job with its schedule and what it does', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+\.[a-z-]+)` +\| (.*?) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, name, schedule, does]) => [name, schedule, does])).toEqual(
    Object.entries(JOBS).map(([name, { schedule, does }]) => [
      name,
      schedule ? `\`${schedule}\`` : 'on demand',
      does,
    ]),
  );
});
