/**
 * The queue of a test server: opened by its first job, and worked for the names that were sent. Forty queues that look for
 * jobs that nobody sends were most of what PostgreSQL did for a test server.
 */
import type { JobName } from '../../src/adapters/jobs.ts';
import type { Log } from '../../src/adapters/log.ts';
import { type JobBodies, openQueue, type Queue } from '../../src/adapters/queue.ts';
import type { DatabaseAddress } from '../../src/db/client.ts';

export function openLazyQueue(address: DatabaseAddress, log: Log): Queue {
  let opened: Promise<Queue> | undefined;
  const open = () => {
    opened ??= openQueue(address, log);
    return opened;
  };
  let bodies: JobBodies | undefined;
  const worked = new Map<JobName, Promise<void>>();
  /** A job of this name is begun as soon as it is there, as by a process that has looked for it from its start. */
  const workOn = async (name: JobName) => {
    if (!bodies) return;
    const queue = await open();
    if (!worked.has(name)) worked.set(name, queue.work({ [name]: bodies[name] } as unknown as JobBodies));
    await worked.get(name);
  };
  return {
    async send(name, ...rest) {
      await workOn(name);
      await (await open()).send(name, ...rest);
    },
    async work(all) {
      bodies = all;
    },
    schedule: async () => (await open()).schedule(),
    prepare: async () => (await open()).prepare(),
    stop: async () => (await opened)?.stop(),
  };
}
