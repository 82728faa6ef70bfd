/** The short form of `npm run trials -- nights`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { nightsThroughKills } from '../trials/nights/run.ts';

test('R-CHK-07 a night of checks through a kill of both its processes: one whole run an agent, each check counted once', {
  timeout: 120_000,
}, async () => {
  const server = inject('database') as { host: string; port: number; user: string };
  const database = `killed_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${database} template ${TEMPLATE}`);
  const trial = { agents: 3, nights: 1, kills: 1, seed: 20_261_128 };
  const { runs, killed, broken } = await nightsThroughKills({ ...server, database }, trial);
  await client.query(`drop database ${database} with (force)`);
  await client.end();
  expect({ runs, killed, broken }).toEqual({ runs: 3, killed: 1, broken: [] });
});
