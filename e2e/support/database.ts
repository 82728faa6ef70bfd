/** The server's own database, for changes that would take too long over HTTP. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await databaseAddress());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The embedded server writes into its data folder where it listens. */
export async function databaseAddress(): Promise<pg.ClientConfig> {
  const folder = join(process.env.PROSA_E2E_DATA ?? '', 'postgres');
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'prosa', database: 'prosa' };
}
