/** A MariaDB or MySQL server of this machine for a test file, in a temporary folder and on a free port. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mysql, { type Connection } from 'mysql2';
import { run } from '../../src/adapters/content/mysql/mysql-session.ts';
import type { SelfSigned } from './self-signed.ts';

export type MysqlServer = {
  port: number;
  /** Runs statements as the owner of the server. */
  owner: { query(sql: string, values?: unknown[]): Promise<unknown>; lines(sql: string): Promise<string[]> };
  close(): Promise<void>;
};

const FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/usr/libexec',
];
const STARTING_MS = 30_000;

const programNamed = (...names: string[]): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), ...FOLDERS]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

const program = programNamed('mariadbd', 'mysqld');

/** Without a server its tests are skipped, with one line that says so. */
export const hasMysqlServer = program !== undefined;
if (!hasMysqlServer)
  process.stderr.write('Tests of MySQL are skipped: neither mariadbd nor mysqld is on this machine.\n');

/** With a certificate the server also takes connections over TLS. */
export async function startMysqlServer(certificate?: SelfSigned): Promise<MysqlServer> {
  if (!program) throw new Error('no MySQL server is on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'prosa-mysql-'));
  const data = join(folder, 'data');
  const socket = join(folder, 's.sock');
  const user = userInfo().username;
  createData(data, user);
  const port = await freePort();
  const tls = certificate ? await tlsOptions(folder, certificate) : [];
  const server = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--user=${user}`,
      '--innodb-buffer-pool-size=32M',
      '--skip-log-bin',
      ...tls,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const owner = await connected(socket);
  return {
    port,
    owner: {
      query: (sql, values) =>
        new Promise((resolve, reject) => {
          owner.query(sql, values as never, (error, rows) => (error ? reject(error) : resolve(rows)));
        }),
      lines: async (sql) => (await run(owner, sql)).flatMap((row) => Object.values(row).map(String)),
    },
    async close() {
      owner.destroy();
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function tlsOptions(folder: string, { key, cert }: SelfSigned): Promise<string[]> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await Promise.all([writeFile(keyFile, key, { mode: 0o600 }), writeFile(certFile, cert)]);
  return [`--ssl-key=${keyFile}`, `--ssl-cert=${certFile}`];
}

function createData(data: string, user: string): void {
  const install = programNamed('mariadb-install-db');
  const [command, args] =
    install && !program?.endsWith('mysqld')
      ? [
          install,
          [
            '--no-defaults',
            `--datadir=${data}`,
            '--auth-root-authentication-method=normal',
            `--user=${user}`,
            '--skip-test-db',
          ],
        ]
      : [program ?? '', ['--no-defaults', '--initialize-insecure', `--datadir=${data}`, `--user=${user}`]];
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the MySQL server could not be prepared: ${stderr.slice(-500)}`);
}

async function connected(socketPath: string): Promise<Connection> {
  for (let left = STARTING_MS; left > 0; left -= 100) {
    const connection = mysql.createConnection({ socketPath, user: 'root', multipleStatements: true });
    const error = await new Promise<Error | null>((resolve) => {
      connection.connect(resolve);
    });
    if (!error) return connection;
    connection.destroy();
    await wait(100);
  }
  throw new Error('the MySQL server did not start');
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
