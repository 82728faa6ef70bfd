/** Opens the reader of a database whose address somebody typed. */
import type { ConnectionAddress } from '#contract/connections.ts';
import type { AddressPolicy } from '../guarded-fetch/address-policy.ts';
import type { Log } from '../log.ts';
import { openMysqlReader } from './mysql/mysql-reader.ts';
import { guardedSocket } from './postgres/guarded-socket.ts';
import { openSqlReader, type ReaderOptions, type SqlReader } from './sql-reader.ts';

export type TypedDatabase = ConnectionAddress & { password: string | null };

export function openConnection(
  { kind, host: typed, port, database, user, password, tls }: TypedDatabase,
  policy: AddressPolicy,
  log: Log,
  options: Pick<ReaderOptions, 'connection_wait_ms'> = {},
): SqlReader {
  const secure = tls !== 'off';
  const host = typed.replace(/^\[|\]$/g, '');
  // Without one PostgreSQL's driver would look into PGPASSWORD and the password file of this machine.
  const address = { host, port, database, user, password: password ?? '' };
  if (kind === 'mysql') {
    const isVerified = tls === 'verify';
    return openMysqlReader(
      {
        ...address,
        ...(secure && { ssl: { rejectUnauthorized: isVerified, verifyIdentity: isVerified } }),
        // This driver takes a socket that is connecting already.
        stream: () => guardedSocket(policy, { secure }).connect(port, host),
      },
      log,
      options,
    );
  }
  const ssl = secure && { rejectUnauthorized: tls === 'verify' };
  const stream = () => guardedSocket(policy, { secure });
  return openSqlReader({ ...address, ssl, stream } as never, log, { ...options, is_foreign: true });
}
