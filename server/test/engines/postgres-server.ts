/** An installed PostgreSQL of its own on loopback, and streaming replicas of it. Durability is traded for speed unless asked. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type DatabaseAddress, withConnection } from '../../src/db/client.ts';
import { freePort } from '../process/started-process.ts';
import { engineFolder, findPrograms, runEngine, startEngine, untilReady } from './engine-process.ts';

export type PostgresServer = {
  port: number;
  /** Over the socket in a folder. */
  address(database: string): { host: string; port: number; user: string; database: string };
  /** Over loopback. */
  url(database: string): string;
  /** `SIGINT` ends its connections, `SIGQUIT` leaves the rest to the recovery of the next start. */
  stop(how?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** At the same port. */
  start(): Promise<void>;
  /** Ends it for good; its folder stays. */
  close(): Promise<void>;
};

const OWNER = 'prosa';
export const POSTGRES = ['postgres', 'initdb', 'pg_basebackup'] as const;

type Settings = Record<string, string>;

const FAST: Settings = { fsync: 'off', full_page_writes: 'off' };

/** `folder` is created and stays. */
export async function openPostgres(folder: string, settings: Settings = FAST): Promise<PostgresServer> {
  const { initdb } = await programs();
  await engineFolder(folder);
  await runEngine(
    initdb,
    ['--pgdata=.', `--username=${OWNER}`, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    folder,
  );
  return serve(folder, settings);
}

/** `delay`: how long it waits before it applies what it received, as `10s`. */
export async function openStandby(
  primary: PostgresServer,
  folder: string,
  { delay }: { delay: string },
): Promise<PostgresServer> {
  const { pg_basebackup } = await programs();
  await engineFolder(folder);
  const from = ['--host=127.0.0.1', `--port=${primary.port}`, `--username=${OWNER}`];
  await runEngine(
    pg_basebackup,
    [...from, '--pgdata=.', '--write-recovery-conf', '--checkpoint=fast', '--no-sync', '--wal-method=stream'],
    folder,
  );
  return serve(folder, { ...FAST, recovery_min_apply_delay: delay, hot_standby: 'on' });
}

async function programs() {
  const found = await findPrograms(POSTGRES);
  if ('missing' in found) throw new Error(found.missing);
  return found.paths;
}

async function serve(folder: string, settings: Settings): Promise<PostgresServer> {
  const { postgres } = await programs();
  const port = await freePort();
  // A socket's path may have 107 bytes.
  const sockets = await engineFolder(await mkdtemp('/tmp/prosa-pg-'));
  const given: Settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: sockets,
    max_connections: '100',
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...settings,
  };
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const address = (database: string) => ({ host: sockets, port, user: OWNER, database });
  const begin = async () => {
    const started = startEngine(postgres, ['-D', folder, ...args], folder);
    await untilReady(started, () => isUp(address('postgres')));
    return started;
  };
  let running: Awaited<ReturnType<typeof begin>> | null = await begin();
  return {
    port,
    address,
    url: (database) => `postgres://${OWNER}@127.0.0.1:${port}/${database}`,
    async stop(how = 'SIGINT') {
      await running?.end(how);
      running = null;
    },
    async start() {
      running ??= await begin();
    },
    async close() {
      await running?.end('SIGINT');
      running = null;
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

const isUp = (address: DatabaseAddress): Promise<boolean> =>
  withConnection(address, async (client) => (await client.query('select 1')).rowCount === 1);
