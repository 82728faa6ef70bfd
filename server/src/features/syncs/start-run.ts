/** Begins runs and previews: the row first, then the job that leads it. A second one at the same time is refused by an index. */
import { createHmac } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import { PREVIEW_MINUTES } from '#contract/sync-limits.ts';
import { type SyncSettings as Settings, SyncSettings, syncMessages } from '#contract/sync-sources.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { sync_runs } from '../../db/tables/syncs.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import {
  findSync,
  lockSync,
  requireBase,
  type SyncPlace,
  type SyncRow,
  secretOf,
  syncAuditLabel,
} from './records/stored-syncs.ts';

export type SyncContext = Pick<
  AppContext,
  'db' | 'clock' | 'queue' | 'secret' | 'secretKeys' | 'syncSources' | 'env'
>;
type StartContext = Pick<SyncContext, 'clock' | 'queue'>;

/** Null where one is under way. */
export async function beginRun(
  tx: Transaction,
  { clock, queue }: StartContext,
  { knowledge_base_id, sync_id }: SyncPlace,
  started_by: number | null,
): Promise<number | null> {
  const [run] = await tx
    .insert(sync_runs)
    .values({ knowledge_base_id, sync_id, kind: 'run', started_by, started_at: clock.now() })
    .onConflictDoNothing()
    .returning({ id: sync_runs.id });
  if (!run) return null;
  await queue.send('knowledge.sync', { knowledge_base_id, run_id: run.id }, tx);
  return run.id;
}

export async function runNow(context: SyncContext, by: Actor, place: SyncPlace): Promise<{ run_id: number }> {
  return context.db.transaction(async (tx) => {
    const sync = await lockSync(tx, place);
    const run_id = await beginRun(tx, context, place, by.user_id);
    if (run_id === null) throw new AppError('sync_running');
    const change = { action: 'sync.run_asked', ...syncAuditLabel(sync), after: named(place) };
    await recordChange(tx, by, change, context.clock.now());
    return { run_id };
  });
}

export const named = ({ knowledge_base_id }: SyncPlace) => ({ knowledge_base_id });

/** A mark of the settings and the secret of a preview: an HMAC, because a plain hash of a short secret could be guessed. */
export function previewHash(secret: string, settings: Settings, typed: string | null): string {
  // Parsed, the fields have one order.
  const canonical = JSON.stringify([SyncSettings.parse(settings), typed]);
  return createHmac('sha256', secret).update(`sync preview ${canonical}`).digest('hex');
}

type Typed = { settings: Settings; secret?: string | undefined; sync_id?: number | undefined };

/** Previews settings that are not saved. */
export async function startPreview(
  context: SyncContext,
  by: Actor,
  { knowledge_base_id, typed }: { knowledge_base_id: number; typed: Typed },
  idempotency_key: string | null,
): Promise<{ run_id: number }> {
  const { db, clock, secret: key, syncSources } = context;
  await requireBase(db, knowledge_base_id);
  const sync =
    typed.sync_id === undefined ? null : await findSync(db, { knowledge_base_id, sync_id: typed.sync_id });
  const secret = secretToUse(context, typed, sync);
  await syncSources.requireAllowed(typed.settings);
  const preview_hash = previewHash(key, typed.settings, secret);
  const request = JSON.stringify(['preview-sync', knowledge_base_id, preview_hash]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, clock.now()));
    if (first) return first.answer as { run_id: number };
    const endpoint = endpointOf(typed.settings);
    const run_id = await beginPreview(tx, context, {
      ...{ knowledge_base_id, sync_id: sync?.id ?? null, started_by: by.user_id },
      ...{ preview: typed.settings, preview_hash, endpoint },
    });
    if (secret !== null) {
      const row = { id: run_id, knowledge_base_id, endpoint };
      const secret_sealed = sealSecret(context.secretKeys, SEALED.preview_secret, row, secret);
      await tx
        .update(sync_runs)
        .set({ secret_sealed })
        .where(and(eq(sync_runs.knowledge_base_id, knowledge_base_id), eq(sync_runs.id, run_id)));
    }
    if (call) await storeFirstRun(tx, call, { status: 200, answer: { run_id } });
    return { run_id };
  });
}

/** Previews a saved sync, with its settings and its secret. */
export async function previewSaved(
  { db, ...context }: SyncContext,
  by: Actor,
  place: SyncPlace,
): Promise<{ run_id: number }> {
  return db.transaction(async (tx) => {
    await lockSync(tx, place);
    const run_id = await beginPreview(tx, context, { ...place, started_by: by.user_id });
    return { run_id };
  });
}

async function beginPreview(
  tx: Transaction,
  { clock, queue }: StartContext,
  row: Omit<typeof sync_runs.$inferInsert, 'kind' | 'started_at'>,
): Promise<number> {
  const [run] = await tx
    .insert(sync_runs)
    .values({ ...row, kind: 'preview', started_at: clock.now() })
    .onConflictDoNothing()
    .returning({ id: sync_runs.id });
  if (!run) throw new AppError('too_many_requests', { detail: 'Já há uma prévia em andamento nesta base.' });
  const { knowledge_base_id } = row;
  await queue.send('knowledge.sync', { knowledge_base_id, run_id: run.id }, tx);
  return run.id;
}

/** Throws `preview_needed` unless a preview of just this ended within the hour. */
export async function requirePreview(
  db: Queryable,
  { clock, secret: key }: Pick<SyncContext, 'clock' | 'secret'>,
  {
    knowledge_base_id,
    settings,
    secret,
  }: { knowledge_base_id: number; settings: Settings; secret: string | null },
): Promise<void> {
  const since = new Date(clock.now().getTime() - PREVIEW_MINUTES * 60_000);
  const [found] = await db
    .select({ id: sync_runs.id })
    .from(sync_runs)
    .where(
      and(
        eq(sync_runs.knowledge_base_id, knowledge_base_id),
        eq(sync_runs.kind, 'preview'),
        eq(sync_runs.outcome, 'done'),
        eq(sync_runs.preview_hash, previewHash(key, settings, secret)),
        gt(sync_runs.finished_at, since),
      ),
    )
    .orderBy(desc(sync_runs.id))
    .limit(1);
  if (!found) throw new AppError('preview_needed');
}

/** The address that a secret is sent to. */
export const endpointOf = (settings: Settings): string | null =>
  settings.kind === 's3' ? settings.endpoint : null;

/** The secret as typed, else the stored one if it is for the same address and account. */
export function secretToUse(
  { secretKeys }: Pick<SyncContext, 'secretKeys'>,
  { settings, secret }: Typed,
  sync: SyncRow | null,
): string | null {
  if (settings.kind !== 's3') return null;
  if (secret !== undefined) return secret;
  const stored = sync && sync.endpoint === settings.endpoint ? secretOf(secretKeys, sync) : null;
  if (stored !== null) return stored;
  const message = sync?.secret_sealed ? syncMessages.secretAgain : syncMessages.secret;
  throw new AppError('validation', { detail: message, errors: [{ field: 'secret', message }] });
}
