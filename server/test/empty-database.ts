/** Databases without a schema, in the server of the tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../src/db/client.ts';

const created: string[] = [];

export async function createEmptyDatabase(): Promise<DatabaseAddress> {
  const database = `empty_${randomUUID().replaceAll('-', '')}`;
  created.push(database);
  await onTestDatabaseServer(`create database ${database} template template0`);
  return { ...(inject('database') as { host: string; port: number; user: string }), database };
}

/** To be called after the tests of a file. */
export async function dropEmptyDatabases(): Promise<void> {
  for (const database of created.splice(0))
    await onTestDatabaseServer(`drop database if exists ${database} with (force)`);
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
