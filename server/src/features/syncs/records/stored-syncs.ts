/** The rows of syncs: found, shown to administrators, and named in the audit log. Secrets leave this file opened only for a run. */
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { SyncKind, SyncSettings } from '#contract/sync-sources.ts';
import type { Sync } from '#contract/syncs.ts';
import { openSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../../adapters/sealing/secret-keys.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { sync_items, sync_runs, syncs } from '../../../db/tables/syncs.ts';
import { type RunRow, toRun } from './stored-runs.ts';

export type SyncRow = typeof syncs.$inferSelect;
export type SyncPlace = { knowledge_base_id: number; sync_id: number };

export const isSync = ({ knowledge_base_id, sync_id }: SyncPlace) =>
  and(eq(syncs.knowledge_base_id, knowledge_base_id), eq(syncs.id, sync_id));

export async function findSync(db: Queryable, place: SyncPlace): Promise<SyncRow> {
  const [row] = await db.select().from(syncs).where(isSync(place));
  if (!row) throw new AppError('sync_not_found');
  return row;
}

/** Not `for update`: that would wait for items of a running sync, which only name their sync, and they for it. */
export async function lockSync(tx: Transaction, place: SyncPlace): Promise<SyncRow> {
  const [row] = await tx.select().from(syncs).where(isSync(place)).for('no key update');
  if (!row) throw new AppError('sync_not_found');
  return row;
}

export async function requireBase(db: Queryable, id: number): Promise<void> {
  const [base] = await db
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, id));
  if (!base) throw new AppError('knowledge_base_not_found');
}

/** Null where there is none, or where no key opens it. */
export const secretOf = (keys: SecretKeys, row: SyncRow): string | null =>
  row.secret_sealed === null ? null : openSecret(keys, SEALED.sync_secret, row, row.secret_sealed);

type ShowingContext = { db: Queryable; secretKeys: SecretKeys };
type ShownSync = Omit<Sync, 'next_run_at' | 'failing_since' | 'created_at' | 'updated_at' | 'last_run'> &
  Pick<SyncRow, 'next_run_at' | 'failing_since' | 'created_at' | 'updated_at'> & {
    last_run: ReturnType<typeof toRun> | null;
  };

export async function listSyncs(context: ShowingContext, knowledge_base_id: number): Promise<ShownSync[]> {
  await requireBase(context.db, knowledge_base_id);
  const rows = await context.db
    .select()
    .from(syncs)
    .where(eq(syncs.knowledge_base_id, knowledge_base_id))
    .orderBy(asc(syncs.id));
  const shown: ShownSync[] = [];
  for (const row of rows) shown.push(await toSync(context, row));
  return shown;
}

export const showSync = async (context: ShowingContext, place: SyncPlace): Promise<ShownSync> =>
  toSync(context, await findSync(context.db, place));

async function toSync({ db, secretKeys }: ShowingContext, row: SyncRow): Promise<ShownSync> {
  const place = { knowledge_base_id: row.knowledge_base_id, sync_id: row.id };
  const documents = await countKept(db, place);
  const run = await lastRun(db, place);
  const { id, name, settings, schedule, next_run_at, paused, failing_since, created_at, updated_at } = row;
  const secret =
    row.secret_sealed === null ? 'none' : secretOf(secretKeys, row) === null ? 'unreadable' : 'stored';
  return {
    ...{ id, name, settings, schedule, next_run_at, paused, failing_since, created_at, updated_at },
    secret,
    last_run: run
      ? toRun(run, { to_withdraw: await countToWithdraw(db, place, run), kept: documents })
      : null,
    documents,
  };
}

async function lastRun(db: Queryable, { knowledge_base_id, sync_id }: SyncPlace): Promise<RunRow | null> {
  const [run] = await db
    .select()
    .from(sync_runs)
    .where(
      and(
        eq(sync_runs.knowledge_base_id, knowledge_base_id),
        eq(sync_runs.sync_id, sync_id),
        eq(sync_runs.kind, 'run'),
      ),
    )
    .orderBy(desc(sync_runs.id))
    .limit(1);
  return run ?? null;
}

export const isItemOf = ({ knowledge_base_id, sync_id }: SyncPlace) =>
  and(eq(sync_items.knowledge_base_id, knowledge_base_id), eq(sync_items.sync_id, sync_id));

export async function countKept(db: Queryable, place: SyncPlace): Promise<number> {
  const [found] = await db
    .select({ kept: count() })
    .from(sync_items)
    .where(and(isItemOf(place), eq(sync_items.state, 'kept')));
  return found?.kept ?? 0;
}

/** Two complete listings in a row lacked these items, and their documents still stand in the base. */
export const isToWithdraw = (place: SyncPlace) =>
  and(isItemOf(place), eq(sync_items.state, 'kept'), sql`${sync_items.missing_runs} >= 2`);

/** How many documents a run that stopped would withdraw. */
export async function countToWithdraw(
  db: Queryable,
  place: SyncPlace,
  { outcome }: Pick<RunRow, 'outcome'>,
): Promise<number> {
  if (outcome !== 'needs_confirmation') return 0;
  const [found] = await db.select({ missing: count() }).from(sync_items).where(isToWithdraw(place));
  return found?.missing ?? 0;
}

export const syncAuditLabel = ({ id, name }: Pick<SyncRow, 'id' | 'name'>) => ({
  object_type: 'sync' as const,
  object_id: id,
  object_name: name,
});

/** Settings hold addresses and names of accounts, no texts and no secrets. */
export const auditSettings = ({
  kind,
  ...settings
}: SyncSettings): Record<string, unknown> & { kind: SyncKind } => ({
  kind,
  ...settings,
});
