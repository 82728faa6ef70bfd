/** Background jobs in PostgreSQL: kept, leased, tried again. Bodies live in the features, the list in worker.ts. */

import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import { type DatabaseAddress, reasonOf, type Transaction } from '../db/client.ts';
import type { Log } from './log.ts';

/** Jobs and what they carry. No secret travels in a job: the body makes it when it runs. */
export type Jobs = {
  'account.verification': { user_id: number };
  'account.reset': { email: string };
  'account.password-changed': { user_id: number; ended_keys?: number };
  'account.refresh-token-reused': { user_id: number; at: string };
  /** Notes that an administrator was not let in; `user_id` 0 and people who are none are passed over. */
  'audit.refused-sign-in': {
    user_id: number;
    ip: string;
    user_agent: string | null;
    reason: 'wrong_password' | 'inactive' | 'unverified';
    at: string;
  };
  /** Reads an uploaded file into its document. */
  'knowledge.read-document': { knowledge_base_id: number; document_id: number; file_id: string };
  /** Has documents read on whose reading was left. */
  'knowledge.resume': Record<never, never>;
  /** Gives passages their place in the embedding model's space. */
  'knowledge.embed': Record<never, never>;
  /** Tells a person that their account will be deleted, and when. */
  'privacy.deletion-asked': { user_id: number };
  /** Erases accounts whose day has come. */
  'privacy.erase-due': Record<never, never>;
  /** Mails feedback to FEEDBACK_EMAIL. */
  'feedback.letter': { feedback_id: number };
  /** Adds up the hours that are over. */
  'stats.roll-up': Record<never, never>;
  /** Ends plans whose payment failed too long ago. */
  'plans.lapse': Record<never, never>;
  /** Compares every subscription with the provider's, for events that never came. */
  'plans.reconcile': Record<never, never>;
  /** Begins the token cycles that are due. */
  'tokens.renew': Record<never, never>;
  /** Tells a person that a level of their allowance was passed. */
  'tokens.notice': { user_id: number };
  /** Sends an event of the local cash desk. */
  'desk.deliver': { event_id: string };
  /** Has the local cash desk do what has fallen due. */
  'desk.catch-up': Record<never, never>;
  /** Tells a person that an access key was made in their name. */
  'keys.made': { user_id: number; key_id: number };
  /** Forgets what has ended: codes, sign-ins, limits, keys. */
  'house.tidy': Record<never, never>;
};
export type JobName = keyof Jobs;

export type JobBodies = { [name in JobName]: (data: Jobs[name]) => Promise<void> };

export type Queue = {
  /** With `transaction` the job exists only if the transaction commits. */
  send<N extends JobName>(name: N, data: Jobs[N], transaction?: Transaction): Promise<void>;
  work(bodies: JobBodies): Promise<void>;
  /** Runs the job at the times of a cron line, in one process of all. */
  repeat(name: JobName, cron: string): Promise<void>;
  /** Makes every queue, so that sending is one statement. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
};

const NAMES: JobName[] = [
  'account.verification',
  'account.reset',
  'account.password-changed',
  'account.refresh-token-reused',
  'audit.refused-sign-in',
  'knowledge.read-document',
  'knowledge.resume',
  'knowledge.embed',
  'privacy.deletion-asked',
  'privacy.erase-due',
  'feedback.letter',
  'stats.roll-up',
  'plans.lapse',
  'plans.reconcile',
  'tokens.renew',
  'tokens.notice',
  'desk.deliver',
  'desk.catch-up',
  'keys.made',
  'house.tidy',
];
export const isJobName = (name: string): name is JobName => NAMES.includes(name as JobName);
const DEAD = 'dead';

/** A notification wakes the worker once, however many jobs wait: what it finds full it empties without a pause. */
const POLLING = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

type Settings = { queue?: object; work?: object };
/** Reading a document takes up to minutes: it is taken over soon from a process that died, and others go on beside it. */
const SETTINGS: { [name in JobName]?: Settings } = {
  'knowledge.read-document': {
    queue: { expireInSeconds: 900, heartbeatSeconds: 10 },
    work: { batchSize: 1, localConcurrency: 4 },
  },
  'knowledge.embed': { queue: { expireInSeconds: 3_600, heartbeatSeconds: 30 } },
};
/** How often the queue looks for jobs whose process died, in seconds. */
const SUPERVISION = 5;

export async function openQueue(address: DatabaseAddress, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...address,
    max: 3,
    application_name: 'prosa-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION,
    monitorIntervalSeconds: SUPERVISION,
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
      ...SETTINGS[name]?.queue,
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
        const run = async ({ id, data }: Job<unknown>) => {
          try {
            await body(data as never);
            return { id, status: 'completed' as const };
          } catch (error) {
            const message = reasonOf(error);
            log.warn({ job: name, id, err: { message } }, 'job failed, will be tried again');
            return { id, status: 'failed' as const, output: { message } };
          }
        };
        await boss.work(name, { ...POLLING, ...SETTINGS[name]?.work }, async (jobs) => {
          const results = [];
          // In order: of two letters to one person the newer must be the last. What is fetched comes in any order.
          const oldestFirst = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime());
          for (const job of oldestFirst) results.push(await run(job));
          return results;
        });
      }
    },
    async repeat(name, cron) {
      await ensure(name);
      await boss.schedule(name, cron);
    },
    async prepare() {
      for (const name of NAMES) await ensure(name);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
