/** The short form of `npm run trials -- retention`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { retentionThroughKills } from '../trials/retention/run.ts';

test('R-ENG-14 conversations that are due go once and whole, though one of two processes that erase them is killed', {
  timeout: 120_000,
}, async () => {
  const server = inject('database') as { host: string; port: number; user: string };
  const database = `killed_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${database} template ${TEMPLATE}`);
  const trial = { people: 20, conversations: 3, kills: 1, seed: 20_261_129 };
  const { due, erased, broken } = await retentionThroughKills({ ...server, database }, trial);
  await client.query(`drop database ${database} with (force)`);
  await client.end();
  expect({ due, erased, broken }).toEqual({ due: 40, erased: 40, broken: [] });
});
