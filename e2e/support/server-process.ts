/** Starts the real product for the stories: its own process, embedded database, empty folder, a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../server/test/process/temporary-folder.ts';
import { inDatabase } from './database.ts';
import { ADMIN } from './test-server.ts';

export default async function start(): Promise<() => Promise<void>> {
  const { url, folder, close } = await startServerProcess();
  process.env.PROSA_E2E_URL = url;
  process.env.PROSA_E2E_DATA = folder;
  await putOfferAway();
  return close;
}

/** The line about screens with English has a story of its own; the others see screens as its administrator left them. */
const putOfferAway = () =>
  inDatabase((client) =>
    client.query(
      `insert into user_dismissals (user_id, key, version, at)
       select id, 'mixed_language', 1, now() from users where email = $1`,
      [ADMIN.email],
    ),
  );

/** Opens the pages under `/dev`. */
export const DEV_TOKEN = 'token-for-stories-only';

/** The folder that knowledge bases of the stories may follow. */
export const followedFolder = (folder: string): string => join(folder, 'seguidas');

export type ServerProcess = { url: string; folder: string; close: () => Promise<void> };

/** A further server for a story that needs one of its own, because it moves the clock or has other variables. */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = await temporaryFolder('prosa-e2e-');
  const replicas = Number(process.env.PROSA_E2E_REPLICAS ?? 1);
  // Loaded only then: it brings a database and a proxy of its own.
  const started =
    replicas > 1
      ? await (await import('./replicas.ts')).startReplicas(folder, replicas, env)
      : await startAlone(folder, env);
  const close = async () => {
    await started.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: started.url, folder, close };
}

async function startAlone(
  folder: string,
  env: Record<string, string>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const SYNC_FOLDERS = followedFolder(folder);
  await mkdir(SYNC_FOLDERS, { recursive: true });
  const server = startServer({ PORT: String(port), APP_URL: url, DATA_DIR: folder, SYNC_FOLDERS, ...env });
  await answering(url, server);
  const close = async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  };
  return { url, close };
}

export function startServer(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      DEV_TOKEN,
      OCR: 'off',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

export async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (server.exitCode !== null) throw new Error('the server ended while starting');
    const ok = await fetch(`${url}/api/v1/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not become ready');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
