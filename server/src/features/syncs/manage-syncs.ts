/** Makes, changes and ends syncs. What they read, and with which account, is for superadmins to decide. */
import { and, count, eq, isNull } from 'drizzle-orm';
import { SYNCS_MAX } from '#contract/sync-limits.ts';
import type { NewSync, SyncChange } from '#contract/syncs.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { sync_items, sync_runs, syncs } from '../../db/tables/syncs.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { withdrawDocument } from '../knowledge/withdrawal.ts';
import { nextRun } from './records/schedule.ts';
import {
  auditSettings,
  findSync,
  isItemOf,
  isSync,
  lockSync,
  requireBase,
  type SyncPlace,
  type SyncRow,
  secretOf,
  showSync,
  syncAuditLabel,
} from './records/stored-syncs.ts';
import {
  endpointOf,
  named,
  previewHash,
  requirePreview,
  type SyncContext,
  secretToUse,
} from './start-run.ts';

type ShownSync = Awaited<ReturnType<typeof showSync>>;

export async function createSync(
  context: SyncContext,
  by: Actor,
  { knowledge_base_id, typed }: { knowledge_base_id: number; typed: NewSync },
  idempotency_key: string | null,
): Promise<ShownSync> {
  const { db, clock, secretKeys, secret: key } = context;
  const now = clock.now();
  const { name, settings, schedule } = typed;
  await requireBase(db, knowledge_base_id);
  await context.syncSources.requireAllowed(settings);
  const secret = secretToUse(context, typed, null);
  const request = JSON.stringify([
    'create-sync',
    knowledge_base_id,
    name,
    schedule,
    previewHash(key, settings, secret),
  ]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first)
      return showSync(
        { db: tx, secretKeys },
        { knowledge_base_id, sync_id: (first.answer as { id: number }).id },
      );
    await requireRoom(tx, knowledge_base_id);
    await requirePreview(tx, context, { knowledge_base_id, settings, secret });
    const endpoint = endpointOf(settings);
    const [row] = await tx
      .insert(syncs)
      .values({
        ...{ knowledge_base_id, kind: settings.kind, name, settings, schedule, endpoint },
        ...{ next_run_at: nextRun(schedule, now), created_by: by.user_id, created_at: now, updated_at: now },
      })
      .returning();
    if (!row) throw new Error('no sync was inserted');
    const place = { knowledge_base_id, sync_id: row.id };
    if (secret !== null)
      await tx
        .update(syncs)
        .set({ secret_sealed: sealSecret(secretKeys, SEALED.sync_secret, row, secret) })
        .where(isSync(place));
    if (call) await storeFirstRun(tx, call, { status: 201, answer: { id: row.id } });
    const shown = await showSync({ db: tx, secretKeys }, place);
    const after = { ...named(place), name, schedule, ...auditSettings(settings) };
    await recordChange(tx, by, { action: 'sync.created', ...syncAuditLabel(row), after }, now);
    return shown;
  });
}

/** The row of the base is locked, so that two who add the last one do not both succeed. */
async function requireRoom(tx: Transaction, knowledge_base_id: number): Promise<void> {
  const [base] = await tx
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id))
    .for('no key update');
  if (!base) throw new AppError('knowledge_base_not_found');
  const [found] = await tx
    .select({ syncs: count() })
    .from(syncs)
    .where(eq(syncs.knowledge_base_id, knowledge_base_id));
  if ((found?.syncs ?? 0) >= SYNCS_MAX) throw new AppError('too_many_syncs');
}

export async function updateSync(
  context: SyncContext,
  by: Actor,
  place: SyncPlace,
  typed: SyncChange,
): Promise<ShownSync> {
  const { db, clock, secretKeys, secret: key } = context;
  const { name, settings, schedule } = typed;
  await findSync(db, place);
  await context.syncSources.requireAllowed(settings);
  return db.transaction(async (tx) => {
    const before = await lockSync(tx, place);
    if (before.updated_at.toISOString() !== typed.updated_at) throw new AppError('stale_change');
    await requireIdle(tx, place);
    if (before.kind !== settings.kind) throw new AppError('validation');
    const secret = secretToUse(context, typed, before);
    const isChanged =
      previewHash(key, settings, secret) !== previewHash(key, before.settings, secretOf(secretKeys, before));
    if (isChanged)
      await requirePreview(tx, context, { knowledge_base_id: place.knowledge_base_id, settings, secret });
    const now = clock.now();
    const endpoint = endpointOf(settings);
    const secret_sealed =
      secret === null ? null : sealSecret(secretKeys, SEALED.sync_secret, { ...before, endpoint }, secret);
    await tx
      .update(syncs)
      .set({
        ...{ name, settings, schedule, endpoint, secret_sealed, updated_at: later(before, now) },
        ...(before.paused ? {} : { next_run_at: nextRun(schedule, now) }),
      })
      .where(isSync(place));
    const shown = await showSync({ db: tx, secretKeys }, place);
    const differing = difference(auditValues(before), { name, schedule, ...auditSettings(settings) });
    const secret_changed = typed.secret !== undefined;
    if (differing || secret_changed) {
      const values = { before: differing?.before ?? null, after: { ...differing?.after, secret_changed } };
      await recordChange(tx, by, { action: 'sync.updated', ...syncAuditLabel(before), ...values }, now);
    }
    return shown;
  });
}

const auditValues = ({ name, schedule, settings }: SyncRow) => ({
  name,
  schedule,
  ...auditSettings(settings),
});

/** Another one even where the clock stands still: it is the version that two editors compare. */
const later = ({ updated_at }: SyncRow, now: Date): Date =>
  new Date(Math.max(now.getTime(), updated_at.getTime() + 1));

async function requireIdle(db: Queryable, { knowledge_base_id, sync_id }: SyncPlace): Promise<void> {
  const [running] = await db
    .select({ id: sync_runs.id })
    .from(sync_runs)
    .where(
      and(
        eq(sync_runs.knowledge_base_id, knowledge_base_id),
        eq(sync_runs.sync_id, sync_id),
        isNull(sync_runs.finished_at),
      ),
    )
    .limit(1);
  if (running) throw new AppError('sync_running');
}

/** Its documents stay as if they had been uploaded by hand, or are withdrawn one by one. */
export async function removeSync(
  context: SyncContext,
  by: Actor,
  place: SyncPlace,
  which: 'keep' | 'withdraw',
): Promise<null> {
  const { db, clock } = context;
  await findSync(db, place);
  await requireIdle(db, place);
  if (which === 'withdraw') {
    // Paused, no run brings them back meanwhile.
    await db.update(syncs).set({ paused: true, next_run_at: null }).where(isSync(place));
    await withdrawAll(context, by, place);
  }
  return db.transaction(async (tx) => {
    const row = await lockSync(tx, place);
    await requireIdle(tx, place);
    await tx
      .update(documents)
      .set({ sync_id: null })
      .where(
        and(eq(documents.knowledge_base_id, place.knowledge_base_id), eq(documents.sync_id, place.sync_id)),
      );
    await tx.delete(syncs).where(isSync(place));
    const change = {
      action: 'sync.deleted',
      ...syncAuditLabel(row),
      before: { ...named(place), ...auditValues(row), documents: which },
    };
    await recordChange(tx, by, change, clock.now());
    return null;
  });
}

async function withdrawAll(context: SyncContext, by: Actor, place: SyncPlace): Promise<void> {
  const rows = await context.db
    .select({ external_id: sync_items.external_id, document_id: sync_items.document_id })
    .from(sync_items)
    .where(and(isItemOf(place), eq(sync_items.state, 'kept')));
  for (const { external_id, document_id } of rows) {
    if (document_id === null) continue;
    await withdrawDocument(context, by, { ...place, document_id }, async (tx) => {
      await tx
        .update(sync_items)
        .set({ state: 'withdrawn' })
        .where(and(isItemOf(place), eq(sync_items.external_id, external_id)));
    });
  }
}

/** A run that is under way ends after its item. */
export async function pauseSync(context: SyncContext, by: Actor, place: SyncPlace): Promise<ShownSync> {
  return changePause(context, by, place, true);
}

export async function resumeSync(context: SyncContext, by: Actor, place: SyncPlace): Promise<ShownSync> {
  return changePause(context, by, place, false);
}

async function changePause(
  { db, clock, secretKeys }: SyncContext,
  by: Actor,
  place: SyncPlace,
  paused: boolean,
): Promise<ShownSync> {
  return db.transaction(async (tx) => {
    const sync = await lockSync(tx, place);
    const now = clock.now();
    await tx
      .update(syncs)
      .set({
        paused,
        next_run_at: paused ? null : nextRun(sync.schedule, now),
        ...(paused ? {} : { failed_runs: 0, failing_since: null }),
        updated_at: later(sync, now),
      })
      .where(isSync(place));
    if (paused)
      await tx
        .update(sync_runs)
        .set({ stop_asked: true })
        .where(
          and(
            eq(sync_runs.knowledge_base_id, place.knowledge_base_id),
            eq(sync_runs.sync_id, place.sync_id),
            eq(sync_runs.kind, 'run'),
            isNull(sync_runs.finished_at),
          ),
        );
    const shown = await showSync({ db: tx, secretKeys }, place);
    if (sync.paused !== paused) {
      const action = paused ? 'sync.paused' : 'sync.resumed';
      await recordChange(tx, by, { action, ...syncAuditLabel(sync), after: named(place) }, now);
    }
    return shown;
  });
}
