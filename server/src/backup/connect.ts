/** A connection without time limits, whatever a role or a database has configured. */
import type pg from 'pg';
import { type DatabaseAddress, withConnection } from '../db/client.ts';

export const withPatience = <T>(
  address: DatabaseAddress,
  application_name: 'prosa-backup' | 'prosa-restore',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withConnection(
    address,
    async (client) => {
      await client.query(
        "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'",
      );
      return work(client);
    },
    { application_name, keepAlive: true },
  );
