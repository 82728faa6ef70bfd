/** Opens the reader of a database whose address somebody typed. */
import type { ConnectionAddress } from '#contract/connections.ts';
import type { AddressPolicy } from '../guarded-fetch/address-policy.ts';
import type { Log } from '../log.ts';
import { guardedSocket } from './postgres/guarded-socket.ts';
import { openSqlReader, type ReaderOptions, type SqlReader } from './sql-reader.ts';

export type TypedDatabase = ConnectionAddress & { password: string | null };

export function openConnection(
  { host, port, database, user, password, tls }: TypedDatabase,
  policy: AddressPolicy,
  log: Log,
  options: Pick<ReaderOptions, 'connection_wait_ms'> = {},
): SqlReader {
  const secure = tls !== 'off';
  const address = {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    database,
    user,
    // Without one the driver would look into PGPASSWORD and the password file of this machine.
    password: password ?? '',
    ssl: secure && { rejectUnauthorized: tls === 'verify' },
    stream: () => guardedSocket(policy, { secure }),
  };
  return openSqlReader(address as never, log, { ...options, is_foreign: true });
}
