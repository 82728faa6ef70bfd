/** Runs that are due, runs whose process ended, and the e-mail about a sync that fails again and again. */
import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { PREVIEW_MINUTES, SYNC_FAILED_RUNS_MAX } from '#contract/sync-limits.ts';
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { sync_runs, syncs } from '../../db/tables/syncs.ts';
import { hasActiveRule } from '../alerts/records/rule-records.ts';
import { type Addressee, greeting } from '../auth/emails.ts';
import { deleteWithdrawn } from '../knowledge/withdrawal.ts';
import { findAccount } from '../users/store.ts';
import { nextRun } from './records/schedule.ts';
import { isSync } from './records/stored-syncs.ts';
import { RunLeasedElsewhere } from './run/run-lease.ts';
import { runSync } from './run/run-sync.ts';
import { beginRun } from './start-run.ts';

/** A run that no process has led for so long has lost its job. */
const NEVER_LED_MS = 120_000;

type SyncJobs = Pick<JobBodies, 'knowledge.sync' | 'knowledge.sync-due' | 'knowledge.sync-notice'>;

export const syncJobs = (context: AppContext): SyncJobs => ({
  'knowledge.sync': (run) =>
    runSync(context, run).catch((error: unknown) => {
      // Its leader goes on; after a process that ended, the job that looks every minute asks again.
      if (!(error instanceof RunLeasedElsewhere)) throw error;
    }),
  'knowledge.sync-due': async () => {
    await beginDueRuns(context);
    await resumeRuns(context);
    await forgetPreviews(context);
    await deleteWithdrawn(context);
  },
  'knowledge.sync-notice': (notice) => sendNotice(context, notice),
});

/** Several processes may look at the same time: each due sync is taken by one. Times that were missed count once. */
async function beginDueRuns({ db, clock, queue }: AppContext): Promise<void> {
  const now = clock.now();
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const [due] = await tx
        .select()
        .from(syncs)
        .where(and(eq(syncs.paused, false), isNotNull(syncs.next_run_at), lte(syncs.next_run_at, now)))
        .orderBy(syncs.next_run_at)
        .limit(1)
        .for('update', { skipLocked: true });
      if (!due) return false;
      const place = { knowledge_base_id: due.knowledge_base_id, sync_id: due.id };
      await tx
        .update(syncs)
        .set({ next_run_at: nextRun(due.schedule, now) })
        .where(isSync(place));
      // One that is still under way goes on instead.
      await beginRun(tx, { clock, queue }, place, null);
      return true;
    });
    if (!taken) return;
  }
}

/** The queue leads a job on whose process died; this is for what it gave up. To ask once too often does no harm. */
async function resumeRuns({ db, clock, queue }: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<void> {
  const longAgo = new Date(clock.now().getTime() - NEVER_LED_MS);
  const left = await db
    .select({ knowledge_base_id: sync_runs.knowledge_base_id, run_id: sync_runs.id })
    .from(sync_runs)
    .where(
      and(
        isNull(sync_runs.finished_at),
        or(
          lt(sync_runs.lease_until, sql`now() - interval '30 seconds'`),
          and(isNull(sync_runs.lease_until), lt(sync_runs.started_at, longAgo)),
        ),
      ),
    );
  for (const run of left) await queue.send('knowledge.sync', run);
}

/** With their settings and secrets. */
async function forgetPreviews({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - PREVIEW_MINUTES * 60_000);
  await db
    .delete(sync_runs)
    .where(
      and(eq(sync_runs.kind, 'preview'), lt(sync_runs.started_at, new Date(since.getTime() - 3_600_000))),
    );
  await db
    .update(sync_runs)
    .set({ secret_sealed: null, preview: null, preview_hash: null })
    .where(and(eq(sync_runs.kind, 'preview'), lt(sync_runs.finished_at, since)));
}

type Notice = { user_id: number; knowledge_base_id: number; sync_id: number };

async function sendNotice(
  { db, mailer, env }: Pick<AppContext, 'db' | 'mailer' | 'env'>,
  { user_id, ...place }: Notice,
): Promise<void> {
  const account = await findAccount(db, user_id);
  const [found] = await db
    .select({ name: syncs.name, base: knowledge_bases.name, last_error: syncs.last_error })
    .from(syncs)
    .innerJoin(knowledge_bases, eq(knowledge_bases.id, syncs.knowledge_base_id))
    .where(isSync(place));
  // The people of a rule are notified instead.
  if (!account || !found || (await hasActiveRule(db, 'sync_fails'))) return;
  await mailer.send(pausedLetter(account, { ...found, reason: found.last_error?.detail ?? '' }, env.APP_URL));
}

export function pausedLetter(
  to: Addressee,
  { name, base, reason }: { name: string; base: string; reason: string },
  appUrl: string,
): Letter {
  const title = `A sincronização ${name} foi pausada`;
  return {
    to: to.email,
    subject: title,
    title,
    before: [
      greeting(to.name),
      `As últimas ${SYNC_FAILED_RUNS_MAX} execuções da sincronização «${name}», da base «${base}», falharam. ${reason}`.trim(),
      'Ela foi pausada. Os documentos continuam na base como estavam; nada foi retirado.',
    ],
    after: ['Na página da base, em «Sincronizações», estão as execuções, e ali ela pode ser retomada.'],
    appUrl,
  };
}
