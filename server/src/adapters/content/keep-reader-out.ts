/**
 * Revokes from the reading role the right to connect to the application's database, which PostgreSQL grants to every
 * role. The roles that use this right today (backups, monitoring) are granted it by name.
 */
import pg from 'pg';
import { type DatabaseAddress, withConnection } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import type { Log } from '../log.ts';

/** No row where the role is unknown to this server, owns the database or cannot connect anyway. */
const CAN_CONNECT = `
select pg_has_role(current_user, d.datdba, 'usage') as may_revoke, quote_ident(d.datname) as database
from pg_database d, pg_roles r
where d.datname = current_database() and r.rolname = $1 and not r.rolsuper
  and not pg_has_role(r.oid, d.datdba, 'usage') and has_database_privilege(r.rolname, d.datname, 'connect')`;

const REVOKE = `
do $$
declare other name;
declare reader name := current_setting('prosa.reader');
begin
  for other in
    select rolname from pg_roles
    where rolcanlogin and not rolsuper and rolname <> reader
      and has_database_privilege(rolname, current_database(), 'connect')
  loop
    execute format('grant connect on database %I to %I', current_database(), other);
  end loop;
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('revoke connect, temporary on database %I from %I', current_database(), reader);
end $$`;

/** Replicas start together: two of them must not change the same row of the catalogue. */
const LOCK = 'select pg_advisory_xact_lock($1)';
const LOCK_ID = 7_230_116;

/** `content` is the address that the role connects to: the reading role, or the one that writes spreadsheets. */
export async function keepReaderOut(
  application: DatabaseAddress,
  content: DatabaseAddress,
  log: Log,
): Promise<void> {
  // An address may name the server by a socket folder, which `URL` cannot parse.
  const { user: reader } = new pg.Client(content);
  await withConnection(application, (client) => revokeConnect(client, reader, log));
}

async function revokeConnect(client: pg.Client, reader: string | undefined, log: Log): Promise<void> {
  try {
    await client.query('begin');
    await client.query(LOCK, [LOCK_ID]);
    const { rows } = await client.query<{ may_revoke: boolean; database: string }>(CAN_CONNECT, [reader]);
    const [open] = rows;
    if (open?.may_revoke) {
      await client.query("select set_config('prosa.reader', $1, true)", [reader]);
      await client.query(REVOKE);
    } else if (open)
      log.warn(
        `the role of the content database can connect to the application's own: as its owner, run "revoke connect on database ${open.database} from public"`,
      );
    await client.query('commit');
  } catch (error) {
    // A server that does not allow it must not keep the application from starting.
    log.warn(
      { err: { message: (error as Error).message } },
      'the right of the reading role to connect is unknown',
    );
  }
}

/** Roles of the content database must not reach the application's own on the same server. The embedded server is set up that way. */
export async function closeToContentRoles(env: Env, application: DatabaseAddress, log: Log): Promise<void> {
  if (!env.DATABASE_URL) return;
  for (const connectionString of [env.DATASOURCE_DATABASE_URL, env.SHEETS_DATABASE_URL])
    if (connectionString) await keepReaderOut(application, { connectionString }, log);
}
