/** B4: replicas that start together on an empty database, some of them killed while they migrate. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../../../server/src/db/client.ts';
import { isUp, type Started } from '../../../server/test/process/started-process.ts';
import { urlOf } from '../../support/database-url.ts';
import type { Installation } from '../../support/installation.ts';
import { seeded } from '../../support/seeded-random.ts';

export type Migrating = { rounds: number; seed: number };

export async function migrateRounds(
  testServer: Installation,
  server: DatabaseAddress,
  { rounds, seed }: Migrating,
) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const shapes = new Set<string>();
  let killed_before_done = 0;
  for (let round = 0; round < rounds; round += 1) {
    const name = `migrating_${randomUUID().replaceAll('-', '')}`;
    await on(server, (client) => client.query(`create database ${name} template template0`));
    const address = { ...(server as { host: string; port: number; user: string }), database: name };
    const env = { DATABASE_URL: urlOf(address) };
    const spawn = () => testServer.spawn(env);
    try {
      const [one, other] = await Promise.all([spawn(), spawn()]);
      const killed = chance.percent(50) ? one : other;
      await pause(600 + chance.below(1_500));
      if (!isUp.test(killed.output())) killed_before_done += 1;
      await killed.end('SIGKILL');
      const again = await spawn();
      const staying = [one, other, again].filter((process) => process !== killed);
      for (const process of staying) await serves(process, round);
      shapes.add(await on(address, shapeOf));
      for (const process of staying) await process.end('SIGTERM');
    } finally {
      await on(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    }
  }
  if (shapes.size !== 1) broken.push(`${shapes.size} different schemas`);
  return { rounds, killed_before_done, schemas: shapes.size, broken };

  async function serves(process: Started, round: number): Promise<void> {
    await process.says(isUp).catch((error) => broken.push(`round ${round}: ${String(error).slice(0, 300)}`));
    const ready = await fetch(`${process.url}/api/v1/ready`).catch(() => null);
    if (ready?.status !== 200) broken.push(`round ${round}: /ready answered ${ready?.status}`);
  }
}

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '') || is_nullable shape
      from information_schema.columns where table_schema = 'public'
    union all select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select hash from drizzle.__drizzle_migrations order by 1`);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

async function on<T>(address: DatabaseAddress, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
