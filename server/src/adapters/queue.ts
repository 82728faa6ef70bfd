/** Background jobs in PostgreSQL: kept, leased, tried again. Bodies live in the features, the list in worker.ts. */

import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { DatabaseAddress, Transaction } from '../db/client.ts';
import type { Log } from './log.ts';

/** Jobs and what they carry. No secret travels in a job: the body makes it when it runs. */
export type Jobs = {
  'account.verification': { user_id: number };
  'account.reset': { email: string };
  'account.password-changed': { user_id: number };
};
export type JobName = keyof Jobs;

export type JobBodies = { [name in JobName]: (data: Jobs[name]) => Promise<void> };

export type Queue = {
  /** With `transaction` the job exists only if the transaction commits. */
  send<N extends JobName>(name: N, data: Jobs[N], transaction?: Transaction): Promise<void>;
  work(bodies: JobBodies): Promise<void>;
  /** Makes every queue, so that sending is one statement. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
};

const NAMES: JobName[] = ['account.verification', 'account.reset', 'account.password-changed'];
const DEAD = 'dead';

export async function openQueue(address: DatabaseAddress, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...address,
    max: 3,
    application_name: 'prosa-jobs',
    useListenNotify: true,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', (error) => log.warn({ err: { message: error.message } }, 'queue'));
  await boss.start();
  await boss.createQueue(DEAD);
  const ready = new Set<string>();
  const ensure = async (name: JobName) => {
    if (ready.has(name)) return;
    await boss.createQueue(name, {
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 120,
      deadLetter: DEAD,
      notify: true,
    } as Parameters<PgBoss['createQueue']>[1]);
    ready.add(name);
  };
  return {
    async send(name, data, transaction) {
      await ensure(name);
      await boss.send(name, data, transaction ? { db: fromDrizzle(transaction, sql) } : {});
    },
    async work(bodies) {
      for (const [name, body] of Object.entries(bodies) as [JobName, (data: never) => Promise<void>][]) {
        await ensure(name);
        await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 2 }, async ([job]) => {
          if (!job) return;
          try {
            await body(job.data as never);
          } catch (error) {
            log.warn(
              { job: name, id: job.id, err: { message: String((error as Error).message) } },
              'job failed, will be tried again',
            );
            throw error;
          }
        });
      }
    },
    async prepare() {
      for (const name of NAMES) await ensure(name);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
