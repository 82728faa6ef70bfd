/** Runs as administrators see them, and their answer to a run that stopped before it withdrew too much. */
import { and, count, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { sync_items, sync_runs } from '../../db/tables/syncs.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import {
  findRun,
  isRun,
  listItems,
  listRuns,
  type RunPlace,
  type RunRow,
  toRun,
} from './records/stored-runs.ts';
import {
  countKept,
  countToWithdraw,
  findSync,
  isItemOf,
  isToWithdraw,
  lockSync,
  type SyncPlace,
  syncAuditLabel,
} from './records/stored-syncs.ts';
import type { SyncContext } from './start-run.ts';

type Page = { skip: number; limit: number };
type ShownRun = ReturnType<typeof toRun>;

export async function showRuns(
  db: Queryable,
  place: SyncPlace,
  page: Page,
): Promise<{ rows: ShownRun[]; total: number }> {
  await findSync(db, place);
  const { rows, total } = await listRuns(db, place, page);
  const shown: ShownRun[] = [];
  for (const row of rows) shown.push(await withCounts(db, place, row));
  return { rows: shown, total };
}

export async function showRun(db: Queryable, place: SyncPlace & RunPlace): Promise<ShownRun> {
  return withCounts(db, place, await findRun(db, place, { kind: 'run', sync_id: place.sync_id }));
}

async function withCounts(db: Queryable, place: SyncPlace, run: RunRow): Promise<ShownRun> {
  if (run.outcome !== 'needs_confirmation') return toRun(run);
  return toRun(run, { to_withdraw: await countToWithdraw(db, place, run), kept: await countKept(db, place) });
}

/** The number is typed by a person who saw it: another one means that something changed since. */
export async function confirmRun(
  { db, clock, queue }: SyncContext,
  by: Actor,
  place: SyncPlace & RunPlace,
  { action, count: typed }: { action: 'withdraw' | 'keep'; count: number },
): Promise<ShownRun> {
  return db.transaction(async (tx) => {
    const sync = await lockSync(tx, place);
    const run = await findRun(tx, place, { kind: 'run', sync_id: place.sync_id });
    const missing = await countToWithdraw(tx, place, run);
    if (missing === 0 || missing !== typed) throw new AppError('count_differs');
    if (action === 'keep') {
      await tx.update(sync_items).set({ missing_runs: 0 }).where(isToWithdraw(place));
      await tx.update(sync_runs).set({ outcome: 'done' }).where(isRun(place));
    } else await goOn(tx, { queue }, place);
    const shown = await showRun(tx, place);
    const change = {
      action: 'sync.withdrawal_confirmed',
      ...syncAuditLabel(sync),
      after: { knowledge_base_id: place.knowledge_base_id, answer: action, documents: missing },
    };
    await recordChange(tx, by, change, clock.now());
    return shown;
  });
}

/** The run goes on from where it stopped; a newer one that is under way comes first. */
async function goOn(
  tx: Transaction,
  { queue }: Pick<SyncContext, 'queue'>,
  { knowledge_base_id, sync_id, run_id }: SyncPlace & RunPlace,
): Promise<void> {
  const [running] = await tx
    .select({ running: count() })
    .from(sync_runs)
    .where(
      and(
        eq(sync_runs.knowledge_base_id, knowledge_base_id),
        eq(sync_runs.sync_id, sync_id),
        eq(sync_runs.kind, 'run'),
        isNull(sync_runs.finished_at),
      ),
    );
  if (running?.running) throw new AppError('sync_running');
  await tx
    .update(sync_runs)
    .set({
      finished_at: null,
      outcome: null,
      stop_asked: false,
      cursor: { phase: 'withdrawing', confirmed: true },
    })
    .where(isRun({ knowledge_base_id, run_id }));
  await queue.send('knowledge.sync', { knowledge_base_id, run_id }, tx);
}

/** The next run takes it again, as a new document. */
export async function bringAgain(
  { db, clock }: SyncContext,
  by: Actor,
  place: SyncPlace,
  external_id: string,
) {
  return db.transaction(async (tx) => {
    const sync = await lockSync(tx, place);
    const isIt = and(isItemOf(place), eq(sync_items.external_id, external_id));
    const [item] = await tx.select().from(sync_items).where(isIt).for('update');
    if (!item)
      throw new AppError('sync_not_found', { detail: 'Este item não está mais nesta sincronização.' });
    const state = item.document_id === null ? { state: 'new' as const } : {};
    await tx
      .update(sync_items)
      .set({ ...state, reason: null, version: null, sha256: null })
      .where(isIt);
    const { rows } = await listItems(tx, { ...place, external_id }, { skip: 0, limit: 1 });
    const [shown] = rows;
    if (!shown) throw new AppError('sync_not_found');
    const change = {
      action: 'sync.item_asked',
      ...syncAuditLabel(sync),
      after: { knowledge_base_id: place.knowledge_base_id, item: item.name },
    };
    await recordChange(tx, by, change, clock.now());
    return shown;
  });
}
