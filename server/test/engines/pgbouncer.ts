/** PgBouncer in transaction mode before a PostgreSQL of this machine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../process/started-process.ts';
import { type Engine, engineFolder, findPrograms, startEngine, untilReady } from './engine-process.ts';

export type Pooler = {
  url(database: string): string;
  /** Ends it as `kill -9` does, and starts it again at the same port. */
  restart(): Promise<void>;
  /** How many transactions passed through it, and how many connections to the server it holds. */
  figures(): Promise<{ version: string; transactions: number; server_connections: number }>;
  close(): Promise<void>;
};

/** Far fewer than its clients have, so that every session is torn over several connections. */
const CONNECTIONS = 4;

/** Its settings are those that docs/scaling.md shows, but for addresses, passwords and the number of connections. */
export async function openPgbouncer(
  folder: string,
  server: { host?: string; port: number },
): Promise<Pooler> {
  const found = await findPrograms(['pgbouncer']);
  if ('missing' in found) throw new Error(found.missing);
  const { pgbouncer } = found.paths;
  const port = await freePort();
  await engineFolder(folder);
  const [users, ini] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  await writeFile(users, '"prosa" ""\n');
  await writeFile(
    ini,
    `[databases]
* = host=${server.host ?? '127.0.0.1'} port=${server.port} connect_query='set statement_timeout = 10000'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = prosa
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
log_connections = 0
log_disconnections = 0
`,
  );
  const url = (database: string) => `postgres://prosa@127.0.0.1:${port}/${database}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url('pgbouncer') });
    await client.connect();
    try {
      // The console knows nothing but simple statements.
      return (await client.query(statement)).rows as Record<string, string>[];
    } finally {
      await client.end();
    }
  };
  const begin = async () => {
    const started = startEngine(pgbouncer, [ini], folder);
    await untilReady(started, async () => (await ask('show version')).length > 0);
    return started;
  };
  let running: Engine = await begin();
  let earlier = 0;
  const transactions = async () =>
    (await ask('show stats')).reduce((sum, row) => sum + Number(row.total_xact_count), 0);
  return {
    url,
    async restart() {
      earlier += await transactions();
      await running.end('SIGKILL');
      running = await begin();
    },
    async figures() {
      const [version] = await ask('show version');
      return {
        version: Object.values(version ?? {})[0] ?? '',
        transactions: earlier + (await transactions()),
        server_connections: (await ask('show servers')).length,
      };
    },
    close: () => running.end('SIGTERM'),
  };
}
