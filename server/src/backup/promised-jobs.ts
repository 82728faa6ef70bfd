/**
 * Jobs that wait in the queue, such as e-mails. The queue's own tables are not copied, because they belong to the queue's
 * version. Scheduled jobs are scheduled by every start; documents that are being read are found by their lease.
 */
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { isJobName, type Jobs } from '../adapters/jobs.ts';
import type { Queue } from '../adapters/queue.ts';
import type { Database } from '../db/client.ts';
import { installation } from '../db/tables/installation.ts';

type Job = { name: string; data: unknown };

/** The key under which a restored database keeps them until its first start. */
const KEY = 'promised_jobs';
const Kept = z.array(z.object({ name: z.string(), data: z.unknown() }));

export async function promisedJobs(client: pg.Client): Promise<Job[]> {
  const { rows: found } = await client.query<{ queued: boolean }>(
    "select to_regclass('pgboss.job') is not null and to_regclass('pgboss.schedule') is not null queued",
  );
  if (!found[0]?.queued) return [];
  const { rows } = await client.query<Job>(
    `select name, data from pgboss.job j
    where state in ('created', 'retry', 'active') and name <> 'dead' and name not like 'knowledge.%'
      and not exists (select from pgboss.schedule s where s.name = j.name)
    order by created_on`,
  );
  return rows.filter(({ name }) => isJobName(name));
}

export async function keepPromised(client: pg.Client, jobs: Job[]): Promise<void> {
  if (jobs.length)
    await client.query(
      `insert into installation (key, value) values ($1, $2)
      on conflict (key) do update set value = excluded.value`,
      [KEY, JSON.stringify(jobs)],
    );
}

/** Queued and forgotten in one transaction: none is lost, none runs twice. */
export async function queuePromised({ db, queue }: { db: Database; queue: Queue }): Promise<number> {
  const [waiting] = await db.select().from(installation).where(eq(installation.key, KEY));
  if (!waiting) return 0;
  return db.transaction(async (tx) => {
    const [kept] = await tx.delete(installation).where(eq(installation.key, KEY)).returning();
    const jobs = Kept.parse(kept?.value ?? []);
    for (const { name, data } of jobs)
      if (isJobName(name)) await queue.send(name, data as Jobs[typeof name], tx);
    return jobs.length;
  });
}
