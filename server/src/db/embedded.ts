/**
 * A real PostgreSQL from npm, for a machine that has none: created in `folder` on the first start, reached
 * over a unix socket only, ended with the process, recovered when the process was killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../env.ts';
import { type DatabaseAddress, isDatabaseAway, withConnection } from './client.ts';
import { binariesFor, exists } from './embedded-binaries.ts';

export type EmbeddedDatabase = {
  /** Where a database of this server is reached. */
  address(database: string): DatabaseAddress;
  /**
   * "Fast" rolls open transactions back and keeps everything that was committed; "immediate" leaves the same to the
   * recovery of the next start.
   */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Resolves when the server had to abort for want of disk space; it then recovers and aborts again, without end. */
  full: Promise<void>;
  /** Resolves when the server ends without having been asked to. */
  died: Promise<void>;
};

/** PostgreSQL refuses to run as root; then it runs as nobody. */
const NOBODY_UID = 65_534;
const OWNER = 'prosa';
const LOG_DELAY_MS = 500;
const SOCKET_PREFIX = join(process.platform === 'win32' ? tmpdir() : '/tmp', 'prosa-db-');
/** Root may have started us in a folder that only root can enter: the server reaches its data by its working folder. */
const HERE = process.platform === 'linux' ? '/proc/self/cwd' : null;

export async function startEmbedded(options: {
  folder: string;
  /** Tests trade durability for speed. */
  durable?: boolean;
  onLog?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const { folder, durable = true, onLog = () => {} } = options;
  const asRoot = process.getuid?.() === 0;
  const run = runnerIn(folder, await binariesFor(asRoot), asRoot);

  await createFolder(folder, asRoot);
  await endOrphan(folder);
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(folder, asRoot, run);

  const sockets = await socketFolder(asRoot);
  const settings = Object.entries(settingsOf(sockets, durable));
  const server = run('postgres', [
    '-D',
    HERE ?? folder,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const full = Promise.withResolvers<void>();
  const output = collect(server, (line) => {
    if (line.includes('PANIC:') && NO_SPACE.test(line)) full.resolve();
    onLog(line);
  });
  let stopping = false;
  const ended = once(server, 'exit').then(() => {});
  const died = new Promise<void>((resolve) => {
    server.once('exit', () => {
      if (!stopping) resolve();
    });
  });

  const address = (database: string): DatabaseAddress => ({
    host: sockets,
    port: 5432,
    user: OWNER,
    database,
  });
  await ready(server, address('postgres'), output);

  return {
    address,
    died,
    full: full.promise,
    async stop(how = 'fast') {
      stopping = true;
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

const settingsOf = (sockets: string, durable: boolean): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: sockets,
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
});

/** Where the server that another process started in `folder` is reached; null when none runs. */
export async function findRunning(folder: string): Promise<EmbeddedDatabase['address'] | null> {
  const lock = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, , , , host] = lock;
  if (!host || !(await isPostgres(Number(pid)))) return null;
  return (database) => ({ host, port: 5432, user: OWNER, database });
}

/** Creates `database` when the server does not have it. */
export async function ensureDatabase(
  embedded: Pick<EmbeddedDatabase, 'address'>,
  database: string,
): Promise<void> {
  await withConnection(embedded.address('postgres'), async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(database)} template template0`);
  });
}

async function createFolder(folder: string, asRoot: boolean): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (asRoot) await chown(folder, NOBODY_UID, NOBODY_UID);
  } catch (cause) {
    throw new StartRefused(
      `Não foi possível criar a pasta do banco de dados em ${folder} (${(cause as NodeJS.ErrnoException).code}). ` +
        'Verifique as permissões e o espaço em disco, ou escolha outra pasta com DATA_DIR.',
      { cause },
    );
  }
}

type Run = (program: string, args: string[]) => ChildProcess;

function runnerIn(folder: string, binaries: string, asRoot: boolean): Run {
  const identity = asRoot ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};
  return (program, args) =>
    spawn(join(binaries, 'bin', program), args, {
      cwd: folder,
      ...identity,
      // Its own process group: Ctrl-C in a terminal must reach us first, so that answers are saved before the database ends.
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}

async function initialise(folder: string, asRoot: boolean, run: Run): Promise<void> {
  // The remains of a first start that was killed.
  for (const entry of await readdir(folder)) await rm(join(folder, entry), { recursive: true, force: true });
  if (asRoot) await chown(folder, NOBODY_UID, NOBODY_UID);
  const child = run('initdb', [
    `--pgdata=${HERE ?? folder}`,
    `--username=${OWNER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const output = collect(child, () => {});
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new StartRefused(explain(folder, output.text()));
}

/** After `kill -9` of our process its PostgreSQL lives on: it is asked to end before a new one starts. */
async function endOrphan(folder: string): Promise<void> {
  const lock = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lock[0]);
  const sockets = lock[4];
  const forget = async () => {
    if (sockets?.startsWith(SOCKET_PREFIX)) await rm(sockets, { recursive: true, force: true });
  };
  if (!pid || !(await isPostgres(pid))) return forget();
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (!(await isPostgres(pid))) return forget();
    await pause(20);
  }
  throw new StartRefused(
    `Um PostgreSQL anterior (processo ${pid}) ainda usa ${folder} e não terminou. Encerre-o e tente de novo.`,
  );
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null ? process.platform !== 'linux' : command.includes('postgres');
}

/** Short and private: a unix socket's path may have 107 bytes, and only its owner may connect. */
async function socketFolder(asRoot: boolean): Promise<string> {
  const folder = await mkdtemp(SOCKET_PREFIX);
  if (asRoot) await chown(folder, NOBODY_UID, NOBODY_UID);
  return folder;
}

async function ready(
  server: ChildProcess,
  address: DatabaseAddress,
  output: { text(): string },
): Promise<void> {
  let gone = false;
  server.once('exit', () => {
    gone = true;
  });
  // Crash recovery after a power cut may take a while; a server that is still alive is waited for.
  for (let waited = 0; waited < 120_000; waited += 25) {
    if (gone) throw new StartRefused(explain('', output.text()));
    const isReady = await withConnection(address, async () => true).catch(() => false);
    if (isReady) return;
    await pause(25);
  }
  throw new StartRefused('O PostgreSQL embutido não ficou pronto em dois minutos.');
}

const NO_SPACE = /No space left|Check free disk space|Disk quota exceeded/i;
const NO_SPACE_SENTENCE =
  'Não há espaço em disco para o banco de dados. Libere espaço ou escolha outra pasta com DATA_DIR.';

/** Does `work`; where the disk becomes too full for it, ends the server and refuses the start. */
export async function whileSpaceLasts<T>(
  embedded: EmbeddedDatabase | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!embedded) return work();
  const { full } = embedded;
  let isFull = false;
  void full.then(() => {
    isFull = true;
  });
  try {
    return await Promise.race([work(), full.then(() => Promise.reject(new Error('the disk is full')))]);
  } catch (error) {
    // A connection may end before the server's log says why.
    if (isDatabaseAway(error)) await Promise.race([full, pause(LOG_DELAY_MS)]);
    if (!isFull) throw error;
    await embedded.stop('immediate');
    throw new StartRefused(NO_SPACE_SENTENCE, { cause: error });
  }
}

function explain(folder: string, output: string): string {
  const lines = output.trim().split('\n').slice(-6).join('\n');
  if (NO_SPACE.test(output)) return NO_SPACE_SENTENCE;
  if (/Read-only file system|Permission denied/i.test(output))
    return 'O banco de dados não pode escrever em sua pasta. Verifique as permissões ou escolha outra pasta com DATA_DIR.';
  return `O PostgreSQL embutido não iniciou${folder ? ` em ${folder}` : ''}:\n${lines}`;
}

function collect(child: ChildProcess, onLog: (line: string) => void): { text(): string } {
  let tail = '';
  const take = (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-8_000);
    for (const line of chunk.toString().split('\n')) if (line.trim()) onLog(line);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  child.on('error', (error) => {
    tail += `\n${error.message}`;
  });
  return { text: () => tail };
}
