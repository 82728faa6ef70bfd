/** Background jobs in PostgreSQL (pg-boss): durable, leased, retried. `jobs.ts` lists them; their bodies are in the features. */

import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type DatabaseAddress, reasonOf, type Transaction } from '../db/client.ts';
import { TIME_ZONE } from '../env.ts';
import { FinalFailure, isJobName, JOB_NAMES, JOBS, type JobName, type Jobs, LETTER_RETRIES } from './jobs.ts';
import type { Log } from './log.ts';

export type JobBodies = { [name in JobName]: (data: Jobs[name]) => Promise<void> };

export type Queue = {
  /**
   * With `transaction` the job exists only if the transaction commits. Waiting jobs of a name begin by priority,
   * highest first; the default is 0.
   */
  send<N extends JobName>(
    name: N,
    data: Jobs[N],
    transaction?: Transaction,
    options?: { priority?: number },
  ): Promise<void>;
  work(bodies: JobBodies): Promise<void>;
  /** Schedules the jobs that repeat, and ends the schedules of jobs that a former release had. */
  schedule(): Promise<void>;
  /** Makes every queue, so that sending is one statement. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
};

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

/** How often the queue looks for jobs whose process died, in seconds. */
const SUPERVISION = 5;

/** Sixty workers ask every two seconds: while the database is away, what all of them say is logged once in this time. */
const REPEATED_MS = 60_000;
const REASONS_MAX = 100;

const reasonWithoutWorker = ({ message }: Error) => message.replace(/ \(Queue: [^)]*\)$/, '');

/** Whether these words were not said within `ms`. */
export function sayOnce(ms: number, now = () => performance.now()): (words: string) => boolean {
  const said = new Map<string, number>();
  return (words) => {
    const last = said.get(words);
    if (last !== undefined && now() - last < ms) return false;
    if (said.size >= REASONS_MAX) said.clear();
    said.set(words, now());
    return true;
  };
}

export async function openQueue(address: DatabaseAddress, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...address,
    max: 3,
    application_name: 'prosa-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION,
    monitorIntervalSeconds: SUPERVISION,
  } as ConstructorParameters<typeof PgBoss>[0]);
  const isNew = sayOnce(REPEATED_MS);
  boss.on('error', (error) => {
    const message = reasonWithoutWorker(error);
    if (isNew(message)) log.warn({ err: { message } }, 'queue');
  });
  await boss.start();
  // Making a queue that is there changes nothing, and takes a transaction for each of forty names at every start.
  const ready = new Set((await boss.getQueues()).map(({ name }) => name));
  if (!ready.has(DEAD)) await boss.createQueue(DEAD);
  const ensure = async (name: JobName) => {
    if (ready.has(name)) return;
    await boss.createQueue(name, {
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 120,
      deadLetter: DEAD,
      notify: true,
      ...JOBS[name].queue,
    } as Parameters<PgBoss['createQueue']>[1]);
    ready.add(name);
  };
  return {
    async send(name, data, transaction, options = {}) {
      await ensure(name);
      await boss.send(name, data, {
        ...(JOBS[name].is_letter ? LETTER_RETRIES : {}),
        ...options,
        ...(transaction ? { db: fromDrizzle(transaction, sql) } : {}),
      });
    },
    async work(bodies) {
      for (const [name, body] of Object.entries(bodies) as [JobName, Body][]) {
        await ensure(name);
        await boss.work(name, { ...POLLING, ...JOBS[name].work }, (jobs) =>
          runInOrder(name, jobs, body, log),
        );
      }
    },
    async schedule() {
      await endFormerSchedules(boss);
      for (const name of JOB_NAMES) {
        const { schedule } = JOBS[name];
        if (!schedule) continue;
        await ensure(name);
        await boss.schedule(name, schedule, {}, { tz: TIME_ZONE });
      }
    },
    async prepare() {
      for (const name of JOB_NAMES) await ensure(name);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

type Body = (data: never) => Promise<void>;

/** In order of creation, because of two e-mails to one person the newer must be the last; a batch comes unordered. */
async function runInOrder(name: JobName, jobs: JobWithMetadata<unknown>[], body: Body, log: Log) {
  const results = [];
  const oldestFirst = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime());
  for (const { id, data } of oldestFirst)
    try {
      await body(data as never);
      results.push({ id, status: 'completed' as const });
    } catch (error) {
      const message = reasonOf(error);
      const isFinal = error instanceof FinalFailure;
      log.warn(
        { job: name, id, err: { message } },
        `job failed, will ${isFinal ? 'not ' : ''}be tried again`,
      );
      results.push({ id, status: isFinal ? 'deadletter' : 'failed', output: { message } } as const);
    }
  return results;
}

async function endFormerSchedules(boss: PgBoss): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (isJobName(name) && JOBS[name].schedule) continue;
    await boss.unschedule(name);
    await boss.deleteQueuedJobs(name);
  }
}
