import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { openLog } from './log.ts';
import { openSignals, type Signals } from './signals.ts';

let database: OpenDatabase;
let here: Signals;
let there: Signals;

beforeAll(async () => {
  const address = inject('database');
  database = openDatabase(address, { max: 2 });
  const log = openLog('silent');
  here = await openSignals(address, database.pool, log);
  there = await openSignals(address, database.pool, log);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.close();
});

const woken = (signals: Signals, topic: string) =>
  new Promise<void>((resolve) => {
    const stop = signals.listen(topic, () => {
      stop();
      resolve();
    });
  });

test('a signal wakes the listeners of its topic, in every process, and no others', async () => {
  const topic = `answer:${randomUUID()}`;
  let strangers = 0;
  here.listen(`${topic}-other`, () => {
    strangers += 1;
  });
  const both = Promise.all([woken(here, topic), woken(there, topic)]);
  await here.send(topic);
  await both;
  expect(strangers).toBe(0);
});

test('after a lost connection every listener is woken, so that nothing is missed', async () => {
  const wake = woken(there, `answer:${randomUUID()}`);
  const client = new pg.Client(inject('database'));
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prosa-signals' and pid <> pg_backend_pid()",
  );
  await client.end();
  await wake;
  const topic = `answer:${randomUUID()}`;
  const again = woken(there, topic);
  await there.send(topic);
  await again;
});

test('more topics at once than one notification carries wake all of their listeners', async () => {
  const topics = Array.from({ length: 500 }, () => `answer:${randomUUID()}`);
  const all = Promise.all(topics.map((topic) => woken(there, topic)));
  await here.send(...topics);
  expect(await all).toHaveLength(500);
});
