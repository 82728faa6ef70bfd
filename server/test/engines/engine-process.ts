/** Servers of other projects, as this machine has them installed: found, started in a temporary folder, ended by their id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Debian's package of each program. */
const PACKAGES = {
  postgres: 'postgresql',
  initdb: 'postgresql',
  pg_basebackup: 'postgresql',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
} as const;
export type Program = keyof typeof PACKAGES;

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const POSTGRES_FOLDER = '/usr/lib/postgresql';
/** Several of these servers refuse to run as root. */
const UNPRIVILEGED = 65_534;
const asRoot = process.getuid?.() === 0;
const STARTING_MS = 30_000;

/** Where each program is, or a sentence that says what is missing and how to install it. */
export async function findPrograms<P extends Program>(
  names: readonly P[],
): Promise<{ paths: Record<P, string> } | { missing: string }> {
  const paths = {} as Record<P, string>;
  for (const name of names) {
    const path = await pathOf(name);
    if (path) paths[name] = path;
  }
  const missing = names.filter((name) => !paths[name]);
  if (!missing.length) return { paths };
  const packages = [...new Set(missing.map((name) => PACKAGES[name]))].join(' ');
  return {
    missing: `Falta nesta máquina: ${missing.join(', ')}. No Debian e no Ubuntu: apt-get install ${packages}`,
  };
}

async function pathOf(name: Program): Promise<string | undefined> {
  // Debian keeps the servers of each PostgreSQL apart; the newest one counts.
  const versions = await readdir(POSTGRES_FOLDER).catch(() => [] as string[]);
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(POSTGRES_FOLDER, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
    ...FOLDERS,
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A folder that the servers may write in. */
export async function engineFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (asRoot) await chown(path, UNPRIVILEGED, UNPRIVILEGED);
  return path;
}

export type Engine = {
  child: ChildProcess;
  output(): string;
  ended: Promise<void>;
  end(signal?: NodeJS.Signals): Promise<void>;
};

export function startEngine(path: string, args: string[], folder: string): Engine {
  const child = spawn(path, args, {
    cwd: folder,
    ...(asRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  return {
    child,
    output: () => output,
    ended,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

/** Runs to its end; throws what it said where it failed. */
export async function runEngine(path: string, args: string[], folder: string): Promise<void> {
  const engine = startEngine(path, args, folder);
  await engine.ended;
  if (engine.child.exitCode !== 0) throw new Error(`${path} failed:\n${engine.output()}`);
}

/** Until `isReady` holds; throws what the engine said where it ended before, or took too long. */
export async function untilReady(
  { child, output }: Pick<Engine, 'child' | 'output'>,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const began = performance.now();
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() - began > STARTING_MS)
      throw new Error(`${child.spawnfile} did not become ready:\n${output()}`);
    await pause(50);
  }
}
