/** A PostgreSQL of its own that dies without notice and comes back at the same address. */
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../server/src/db/client.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';

export type RestartableDatabase = Awaited<ReturnType<typeof openRestartableDatabase>>;

export async function openRestartableDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-restart-'));
  const data = join(folder, 'postgres');
  // Each start makes a socket folder of its own: what the processes know is a link to the newest.
  const link = join(folder, 'socket');
  const begin = async () => {
    const server = await startEmbedded({ folder: data });
    const { host } = server.address('postgres') as { host: string };
    await rm(link, { force: true });
    await symlink(host, link);
    return { server, host };
  };
  let running: Awaited<ReturnType<typeof begin>> | null = await begin();

  const address: DatabaseAddress = { host: link, port: 5432, user: 'prosa', database: 'postgres' };
  return {
    address,
    /** As `pg_ctl stop -m immediate`: every connection is cut, nothing is written down. */
    async kill() {
      if (!running) return;
      const { server, host } = running;
      running = null;
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await server.died;
      await rm(host, { recursive: true, force: true });
    },
    async start() {
      running ??= await begin();
    },
    async close() {
      await running?.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
