/** A content database for a test file: a copy of the sample, its owner for changes, and its address for readers. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openSheetWriter, type SheetWriter } from '../../src/adapters/content/sheet-writer.ts';
import { openSqlReader, type SqlReader } from '../../src/adapters/content/sql-reader.ts';
import { openLog } from '../../src/adapters/log.ts';
import type { DatabaseAddress } from '../../src/db/client.ts';
import { CONTENT_TEMPLATE } from '../database.ts';

export type TestContent = {
  owner: pg.Client;
  reader: SqlReader;
  /** Writes spreadsheets into it. */
  sheets: SheetWriter;
  /** The same database as another role. */
  as(user: string, options?: { connection_wait_ms?: number }): SqlReader;
  address: DatabaseAddress;
  close(): Promise<void>;
};

export async function openTestContent(): Promise<TestContent> {
  const server = inject('database') as { host: string; port: number; user: string };
  const database = `c_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    `create database ${database} template ${CONTENT_TEMPLATE} strategy file_copy`,
    // Rights on a database are not copied with it.
    `revoke all on database ${database} from public`,
    `grant connect on database ${database} to prosa_leitor, prosa_planilhas`,
  );
  const owner = new pg.Client({ ...server, database });
  await owner.connect();
  const as: TestContent['as'] = (user, options) =>
    openSqlReader({ ...server, database, user }, openLog('silent'), options);
  const reader = as('prosa_leitor');
  const address = { ...server, database, user: 'prosa_leitor' };
  const sheets = openSheetWriter(
    { ...server, database, user: 'prosa_planilhas' } as DatabaseAddress,
    openLog('silent'),
    { reader: address },
  );
  return {
    owner,
    reader,
    sheets,
    as,
    address,
    async close() {
      await reader.close();
      await owner.end();
      await onServer(`drop database ${database} with (force)`);
    },
  };
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('database'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
