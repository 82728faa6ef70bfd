/** The short form of `npm run trials -- syncs`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { syncThroughKills } from '../trials/syncs/run.ts';

test('R-DOC-54 runs whose processes were killed at random moments come to the same end, and an unchanged run fetches nothing', {
  timeout: 180_000,
}, async () => {
  const server = inject('database') as { host: string; port: number; user: string };
  const database = `killed_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${database} template ${TEMPLATE}`);
  const seen = await syncThroughKills({ ...server, database }, { items: 60, kills: 4, seed: 7 });
  await client.query(`drop database ${database} with (force)`);
  await client.end();
  expect(seen).toMatchObject({ broken: [], bodies_of_an_unchanged_run: 0 });
  expect(seen.runs).toMatchObject([{ failed: 0 }, { missing: 6 }, { withdrawn: 6 }, { unchanged: 60 }]);
  // Otherwise nothing was proved.
  expect(seen.kills).toBeGreaterThan(1);
});
