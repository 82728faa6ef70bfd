/** Databases of their own in the server of the tests: without a schema, or copied from the migrated template. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../src/db/client.ts';
import { TEMPLATE } from './database.ts';

const created: string[] = [];

export async function createEmptyDatabase(): Promise<DatabaseAddress> {
  const address = await createDatabase('empty', 'template0');
  created.push(address.database);
  return address;
}

/** To be called after the tests of a file. */
export async function dropEmptyDatabases(): Promise<void> {
  for (const database of created.splice(0)) await dropDatabase({ database });
}

type CopiedDatabase = DatabaseAddress & { database: string };

export const createCopiedDatabase = (): Promise<CopiedDatabase> =>
  createDatabase('t', `${TEMPLATE} strategy file_copy`);

/** Copies the migrated template for one act; the copy is gone afterwards, also where the act fails. */
export async function withCopiedDatabase<T>(act: (address: CopiedDatabase) => Promise<T>): Promise<T> {
  const address = await createCopiedDatabase();
  try {
    return await act(address);
  } finally {
    await dropDatabase(address);
  }
}

export async function dropDatabase({ database }: { database: string }): Promise<void> {
  await onTestDatabaseServer(`drop database if exists ${database} with (force)`);
}

async function createDatabase(prefix: string, template: string): Promise<CopiedDatabase> {
  const database = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  await onTestDatabaseServer(`create database ${database} template ${template}`);
  return { ...(inject('database') as { host: string; port: number; user: string }), database };
}

export const onTestDatabaseServer = (statement: string) =>
  withClient(inject('database'), (client) => client.query(statement));

/** A connection of its own, ended afterwards. */
export async function withClient<T>(
  address: DatabaseAddress,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
