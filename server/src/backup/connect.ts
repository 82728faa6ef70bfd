/** A connection without time limits, whatever a role or a database has configured. */
import pg from 'pg';
import type { DatabaseAddress } from '../db/client.ts';

export async function withPatience<T>(
  address: DatabaseAddress,
  name: 'prosa-backup' | 'prosa-restore',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...address, application_name: name, keepAlive: true });
  // A connection that breaks fails the statement that waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'",
    );
    return await work(client);
  } finally {
    // A transaction without a commit is as if it had never been.
    await client.end();
  }
}
