/** Leads a run or a preview from where its cursor stands to its end. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { problems } from '#contract/errors.ts';
import { SYNC_FAILED_RUNS_MAX } from '#contract/sync-limits.ts';
import type { RunOutcome, SyncError } from '#contract/sync-runs.ts';
import { openSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { SyncSource } from '../../../adapters/sync-sources/sync-source.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { reasonOf, type Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { sync_items, sync_runs, syncs } from '../../../db/tables/syncs.ts';
import { isRun, type RunPlace, type RunRow } from '../records/stored-runs.ts';
import { findSync, isSync, type SyncPlace, type SyncRow, secretOf } from '../records/stored-syncs.ts';
import { listItems, nextItems } from './list-items.ts';
import { preview } from './preview.ts';
import type { Running } from './run-context.ts';
import { claimRun, holdRun, type RunLease } from './run-lease.ts';
import { type Taken, takeItem } from './take-item.ts';
import { compareItems, withdrawMissing } from './withdraw-missing.ts';

export type LeadingContext = Pick<
  AppContext,
  'db' | 'clock' | 'queue' | 'log' | 'secretKeys' | 'syncSources'
>;

const RUNS_KEPT = 50;
/** Failures one after the other that end a run: a source that went away, and a disk that is full. */
const AWAY_MAX = 5;
const DISK_FULL_MAX = 3;
/** Items that one statement finds. */
const ITEMS_AT_ONCE = 40;

export async function runSync(context: LeadingContext, at: RunPlace): Promise<void> {
  const claimed = await claimRun(context.db, at);
  if (!claimed) return;
  const { run, owner } = claimed;
  const lease = holdRun(context.db, at, owner);
  try {
    const outcome = await lead(context, { run, lease }).catch((error: unknown) => {
      if (lease.signal.aborted) throw error;
      return errorOf(context, at, error);
    });
    await finish(context, { run, lease, outcome });
  } catch (error) {
    // Led elsewhere, or deleted: it is nobody's concern here any more.
    if (!lease.signal.aborted) {
      await lease.give();
      throw error;
    }
  } finally {
    lease.end();
  }
}

/** Expected failures keep their code; every other one goes to the log, and the run fails all the same. */
function errorOf({ log }: LeadingContext, at: RunPlace, error: unknown): SyncError {
  if (error instanceof AppError) return { code: error.code, detail: error.detail };
  log.error({ ...at, err: { message: reasonOf(error) } }, 'a sync failed');
  return { code: 'internal', detail: problems.internal.detail };
}

type Led = { run: RunRow; lease: RunLease };

async function lead(context: LeadingContext, { run, lease }: Led): Promise<RunOutcome> {
  const source = await openSource(context, run);
  const { knowledge_base_id, id: run_id, sync_id } = run;
  const place = sync_id === null ? null : { knowledge_base_id, sync_id };
  try {
    if (run.kind === 'run' && place) return await phases({ context, place, run_id, source, lease }, run);
    await preview({ context, place, run_id, source, lease }, knowledge_base_id);
    return 'done';
  } finally {
    source.close();
  }
}

async function openSource({ db, secretKeys, syncSources }: LeadingContext, run: RunRow): Promise<SyncSource> {
  if (run.preview) {
    const secret =
      run.secret_sealed === null
        ? null
        : openSecret(secretKeys, SEALED.preview_secret, run, run.secret_sealed);
    return syncSources.open(run.preview, secret);
  }
  if (run.sync_id === null) throw new Error('a run without a source');
  const sync = await findSync(db, { knowledge_base_id: run.knowledge_base_id, sync_id: run.sync_id });
  return syncSources.open(sync.settings, secretOf(secretKeys, sync));
}

async function phases(running: Running, run: RunRow): Promise<RunOutcome> {
  const { phase } = run.cursor;
  if (phase === 'listing') await listItems(running, run);
  if (phase === 'listing' || phase === 'reading') {
    if (phase === 'reading') running.source.recall(await seenItems(running), run.cursor.listing);
    if ((await takeItems(running)) === 'stopped') return 'stopped';
  }
  if (phase !== 'withdrawing') await compareItems(running);
  const { db } = running.context;
  const [now] = await db
    .select()
    .from(sync_runs)
    .where(isRun({ ...running.place, run_id: running.run_id }));
  return now ? withdrawMissing(running, now) : 'stopped';
}

async function seenItems({ context: { db }, place, run_id }: Running): Promise<string[]> {
  const rows = await db
    .select({ external_id: sync_items.external_id })
    .from(sync_items)
    .where(
      and(
        eq(sync_items.knowledge_base_id, place.knowledge_base_id),
        eq(sync_items.sync_id, place.sync_id),
        eq(sync_items.seen_run, run_id),
      ),
    );
  return rows.map(({ external_id }) => external_id);
}

async function takeItems(running: Running): Promise<'done' | 'stopped'> {
  const { source, lease } = running;
  const judge = failuresInARow();
  for (;;) {
    // One at a time where pages lead to others: the nearest ones come first.
    const items = await nextItems(running, source.pages ? 1 : ITEMS_AT_ONCE);
    if (!items.length) return 'done';
    for (let first = 0; first < items.length; first += source.parallel) {
      const some = items.slice(first, first + source.parallel);
      const settled = await Promise.allSettled(some.map((item) => takeItem(running, item)));
      for (const result of settled) {
        if (result.status === 'rejected') throw result.reason;
        judge(result.value);
      }
      const run = await running.context.db.transaction((tx) => lease.write(tx, {}));
      if (run.stop_asked) return 'stopped';
    }
  }
}

/** Throws where a source, or the disk, fails again and again. */
function failuresInARow(): (taken: Taken) => void {
  let away = 0;
  let disk_full = 0;
  return (taken) => {
    away = taken === 'away' ? away + 1 : 0;
    disk_full = taken === 'disk_full' ? disk_full + 1 : 0;
    if (away >= AWAY_MAX) throw new AppError('sync_away');
    if (disk_full >= DISK_FULL_MAX) throw new AppError('storage_full');
  };
}

type Finishing = Led & { outcome: RunOutcome | SyncError };

async function finish(context: LeadingContext, { run, lease, outcome }: Finishing): Promise<void> {
  const { db, clock } = context;
  const error = typeof outcome === 'string' ? null : outcome;
  const finished_at = clock.now();
  const { knowledge_base_id, sync_id } = run;
  const place = run.kind === 'run' && sync_id !== null ? { knowledge_base_id, sync_id } : null;
  await db.transaction(async (tx) => {
    // The sync before its run, as where a run is begun: in the other order the two would wait for each other.
    if (place) await tx.select({ id: syncs.id }).from(syncs).where(isSync(place)).for('no key update');
    await lease.write(tx, {
      finished_at,
      outcome: typeof outcome === 'string' ? outcome : 'failed',
      error,
      lease_owner: null,
      lease_until: null,
    });
    if (!place) return;
    await noteOutcome(tx, context, { place, error, now: finished_at });
    await forgetRuns(tx, place);
  });
}

type Noting = { place: SyncPlace; error: SyncError | null; now: Date };

/** A sync whose runs fail again and again is paused, and the superadmins get one e-mail. */
async function noteOutcome(
  tx: Transaction,
  { queue }: Pick<AppContext, 'queue'>,
  { place, error, now }: Noting,
): Promise<void> {
  if (!error) {
    await tx
      .update(syncs)
      .set({ failing_since: null, failed_runs: 0, last_error: null })
      .where(isSync(place));
    return;
  }
  const [failed] = await tx
    .update(syncs)
    .set({
      failing_since: sql`coalesce(${syncs.failing_since}, ${now.toISOString()}::timestamptz)`,
      failed_runs: sql`${syncs.failed_runs} + 1`,
      last_error: error,
      paused: sql`${syncs.paused} or ${syncs.failed_runs} + 1 >= ${SYNC_FAILED_RUNS_MAX}`,
    })
    .where(isSync(place))
    .returning();
  if (failed?.failed_runs === SYNC_FAILED_RUNS_MAX) await queueNotices(tx, queue, failed);
}

async function queueNotices(tx: Transaction, queue: AppContext['queue'], sync: SyncRow): Promise<void> {
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'superadmin'), eq(users.active, true)));
  const { knowledge_base_id, id: sync_id } = sync;
  for (const { id: user_id } of people)
    await queue.send('knowledge.sync-notice', { user_id, knowledge_base_id, sync_id }, tx);
}

async function forgetRuns(tx: Transaction, { knowledge_base_id, sync_id }: SyncPlace): Promise<void> {
  const isOf = and(
    eq(sync_runs.knowledge_base_id, knowledge_base_id),
    eq(sync_runs.sync_id, sync_id),
    eq(sync_runs.kind, 'run'),
  );
  const [oldest] = await tx
    .select({ id: sync_runs.id })
    .from(sync_runs)
    .where(isOf)
    .orderBy(desc(sync_runs.id))
    .offset(RUNS_KEPT - 1)
    .limit(1);
  if (oldest) await tx.delete(sync_runs).where(and(isOf, sql`${sync_runs.id} < ${oldest.id}`));
}
