/** A PostgreSQL of its own that dies without notice and comes back at the same address. */
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
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

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const [parent = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const children: number[] = [];
    for (const entry of await readdir('/proc')) {
      const status = await readFile(join('/proc', entry, 'status'), 'utf8').catch(() => '');
      if (new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)) children.push(Number(entry));
    }
    // The parent first: it would end what it finds changed.
    for (const pid of [Number(parent), ...children]) process.kill(pid, name);
  }

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
    /** Every process of it stands still; its connections stay open and say nothing. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async start() {
      running ??= await begin();
    },
    async close() {
      // One that stands still would not hear it.
      await signal('SIGCONT').catch(() => {});
      await running?.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
