/**
 * The server of the stories as several processes on one database behind a proxy (`npm run e2e -- --replicas 2`):
 * whichever of them is asked, nobody notices. They start together on an empty database.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalContent } from '../../server/src/adapters/content/sample/local-content.ts';
import type { DatabaseAddress } from '../../server/src/db/client.ts';
import { type EmbeddedDatabase, ensureDatabase, startEmbedded } from '../../server/src/db/embedded.ts';
import { engineFolder } from '../../server/test/engines/engine-process.ts';
import { openPgbouncer } from '../../server/test/engines/pgbouncer.ts';
import { openPostgres } from '../../server/test/engines/postgres-server.ts';
import { openProxy } from '../../server/test/process/proxy.ts';
import { answering, followedFolder, freePort, startServer } from './server-process.ts';

const DATABASE = 'prosa';

export async function startReplicas(
  folder: string,
  count: number,
  env: Record<string, string>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const database = await openDatabaseServer(folder);
  await ensureDatabase(database, DATABASE);
  const content = await openLocalContent(database);
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const targets = ports.map((port) => `http://127.0.0.1:${port}`);
  const proxy = await openProxy(targets);
  const secret = randomBytes(48).toString('base64url');
  const folders = await Promise.all(targets.map((_, index) => dataFolder(folder, index)));
  await mkdir(followedFolder(folder), { recursive: true });
  const started = await Promise.all(
    ports.map(async (port, index) => {
      const server = startServer({
        PORT: String(port),
        APP_URL: proxy.url,
        DATA_DIR: folders[index] ?? folder,
        ...database.variables,
        DATASOURCE_DATABASE_URL: urlOf(content.reader),
        SHEETS_DATABASE_URL: urlOf(content.sheets),
        JWT_SECRET: secret,
        SYNC_FOLDERS: followedFolder(folder),
        ...env,
      });
      await answering(`http://127.0.0.1:${port}`, server);
      return server;
    }),
  );
  const close = async () => {
    const { answered, refused } = proxy;
    const idle = [...answered].filter(([, calls]) => calls === 0).map(([target]) => target);
    const ended = started.map((server) => new Promise((resolve) => server.once('exit', resolve)));
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(ended);
    await proxy.close();
    await database.stop();
    if (refused.length) throw new Error(`nobody answered ${refused.join(', ')}`);
    if (idle.length) throw new Error(`never asked: ${idle.join(', ')}`);
  };
  return { url: proxy.url, close };
}

type DatabaseServer = Pick<EmbeddedDatabase, 'address' | 'stop'> & { variables: Record<string, string> };

/** The embedded one, or an installed PostgreSQL behind PgBouncer (`npm run trials -- pooler --stories`). */
async function openDatabaseServer(folder: string): Promise<DatabaseServer> {
  const data = join(folder, 'postgres');
  if (!process.env.PROSA_E2E_POOLER) {
    const embedded = await startEmbedded({ folder: data, durable: false });
    return { ...embedded, variables: { DATABASE_URL: urlOf(embedded.address(DATABASE)) } };
  }
  // Its servers run as somebody else, who has to come through.
  await engineFolder(folder);
  const server = await openPostgres(data);
  const pooler = await openPgbouncer(join(folder, 'pgbouncer'), server);
  return {
    address: (database) => server.address(database),
    variables: { DATABASE_URL: pooler.url(DATABASE), DATABASE_DIRECT_URL: server.url(DATABASE) },
    async stop() {
      const { transactions } = await pooler.figures();
      await pooler.close();
      await server.close();
      if (transactions < 100) throw new Error(`only ${transactions} transactions went through the pooler`);
    },
  };
}

/** One process a folder; the local mail of all of them lies in one. */
async function dataFolder(folder: string, index: number): Promise<string> {
  const own = join(folder, `process-${index + 1}`);
  await mkdir(join(folder, 'mailbox'), { recursive: true });
  await mkdir(own);
  await symlink(join(folder, 'mailbox'), join(own, 'mailbox'));
  return own;
}

/** A socket's folder cannot stand where a host's name does. */
function urlOf(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  const { host, port, user, database } = address;
  return `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`;
}
