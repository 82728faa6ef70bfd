/** Bases that keep up with a folder, a website or a bucket, and the documents that they withdrew. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { KbDocument } from './knowledge.ts';
import { Id, IdNumber, Limit, Skip, Time } from './paging.ts';
import { EXTERNAL_ID_MAX, SYNC_ITEMS_PAGE, SYNC_NAME_MAX, SYNC_RUNS_PAGE } from './sync-limits.ts';
import { ITEM_STATES, PREVIEW_STATES, PreviewItem, SyncItem, SyncRun } from './sync-runs.ts';
import { clean, SyncSettings, syncMessages } from './sync-sources.ts';

const Secret = z.string(syncMessages.secret).min(1, syncMessages.secret).max(400, syncMessages.secret);

const at = z.string(syncMessages.at).regex(/^([01]\d|2[0-3]):[0-5]\d$/, syncMessages.at);
/** In TIME_ZONE. */
export const SyncSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('manual') }),
  z.object({ kind: z.literal('hourly') }),
  z.object({ kind: z.literal('six_hours') }),
  z.object({ kind: z.literal('daily'), at }),
  z.object({
    kind: z.literal('weekly'),
    at,
    /** 0 is Sunday. */
    weekday: z.number(syncMessages.weekday).int().min(0, syncMessages.weekday).max(6, syncMessages.weekday),
  }),
]);
export type SyncSchedule = z.output<typeof SyncSchedule>;

export const Sync = z
  .object({
    id: z.int(),
    name: z.string(),
    settings: SyncSettings,
    /** `unreadable`: stored, and no key of this installation opens it. */
    secret: z.enum(['none', 'stored', 'unreadable']),
    schedule: SyncSchedule,
    next_run_at: Time.nullable(),
    paused: z.boolean(),
    failing_since: Time.nullable(),
    last_run: SyncRun.nullable(),
    documents: z.int(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Sync' });
export type Sync = z.output<typeof Sync>;

export const WithdrawnDocument = z
  .object({
    id: z.int(),
    original_filename: z.string(),
    file_type: z.string(),
    file_size: z.int(),
    withdrawn_at: Time,
    deleted_at: Time,
  })
  .meta({ id: 'WithdrawnDocument' });
export type WithdrawnDocument = z.output<typeof WithdrawnDocument>;

const BaseAndSync = z.object({ id: IdNumber, syncId: IdNumber });
const BaseAndRun = z.object({ id: IdNumber, runId: IdNumber });
const BaseSyncAndRun = BaseAndSync.extend({ runId: IdNumber });
const RunId = z.object({ run_id: z.int() });

const Name = z
  .string(syncMessages.name)
  .transform(clean)
  .pipe(z.string().min(1, syncMessages.name).max(SYNC_NAME_MAX, syncMessages.nameLong));
const NewSync = z.object({
  name: Name,
  settings: SyncSettings,
  secret: Secret.optional(),
  schedule: SyncSchedule,
});
export type NewSync = z.output<typeof NewSync>;
const SyncChange = NewSync.extend({
  /** That of the state that was edited; another one is refused as a stale change. */
  updated_at: Time,
});
export type SyncChange = z.output<typeof SyncChange>;

const ItemsQuery = <S extends readonly [string, ...string[]]>(states: S) =>
  z.object({ state: z.enum(states).optional(), skip: Skip, limit: Limit(SYNC_ITEMS_PAGE) });

export const syncsApi = {
  list: get('/knowledge-bases/:id/syncs', {
    access: 'admin',
    summary: 'The syncs of a base; secrets are never told',
    params: Id,
    reply: z.array(Sync),
    missing: 'knowledge_base_not_found',
  }),
  create: post('/knowledge-bases/:id/syncs', {
    access: 'superadmin',
    summary: 'Makes a base follow a folder, a website or a bucket; needs a preview of the same settings',
    params: Id,
    body: NewSync,
    reply: Sync,
    status: 201,
    missing: 'knowledge_base_not_found',
    idempotent: true,
    confirmed: true,
  }),
  preview: post('/knowledge-bases/:id/syncs/preview', {
    access: 'superadmin',
    summary: 'Looks at a source without writing anything into the base',
    params: Id,
    /** With `sync_id` the stored secret of that sync is used where none is given. */
    body: z.object({ settings: SyncSettings, secret: Secret.optional(), sync_id: IdNumber.optional() }),
    reply: RunId,
    missing: 'knowledge_base_not_found',
    idempotent: true,
  }),
  previewRun: get('/knowledge-bases/:id/syncs/preview/:runId', {
    access: 'admin',
    summary: 'How far a preview is, and what it counted',
    params: BaseAndRun,
    reply: SyncRun,
    missing: 'run_not_found',
  }),
  previewItems: get('/knowledge-bases/:id/syncs/preview/:runId/items', {
    access: 'admin',
    summary: 'What a preview found; at most a thousand items of each state are kept',
    params: BaseAndRun,
    query: ItemsQuery(PREVIEW_STATES),
    list: PreviewItem,
    missing: 'run_not_found',
  }),
  one: get('/knowledge-bases/:id/syncs/:syncId', {
    access: 'admin',
    summary: 'One sync',
    params: BaseAndSync,
    reply: Sync,
    missing: 'sync_not_found',
  }),
  update: put('/knowledge-bases/:id/syncs/:syncId', {
    access: 'superadmin',
    summary: 'Changes a sync; other settings need a preview of them, another address the secret again',
    params: BaseAndSync,
    body: SyncChange,
    reply: Sync,
    missing: 'sync_not_found',
    confirmed: true,
  }),
  remove: del('/knowledge-bases/:id/syncs/:syncId', {
    access: 'superadmin',
    summary: 'Ends a sync; its documents stay as if they had been uploaded by hand, or are withdrawn',
    params: BaseAndSync,
    query: z.object({ documents: z.enum(['keep', 'withdraw']).default('keep') }),
    reply: Nothing,
    missing: 'sync_not_found',
  }),
  previewSaved: post('/knowledge-bases/:id/syncs/:syncId/preview', {
    access: 'admin',
    summary: 'Previews what a sync would do now',
    params: BaseAndSync,
    reply: RunId,
    missing: 'sync_not_found',
  }),
  run: post('/knowledge-bases/:id/syncs/:syncId/run', {
    access: 'admin',
    summary: 'Runs a sync now',
    params: BaseAndSync,
    reply: RunId,
    missing: 'sync_not_found',
  }),
  pause: post('/knowledge-bases/:id/syncs/:syncId/pause', {
    access: 'admin',
    summary: 'Pauses a sync; a run that is under way stops after its item',
    params: BaseAndSync,
    reply: Sync,
    missing: 'sync_not_found',
  }),
  resume: post('/knowledge-bases/:id/syncs/:syncId/resume', {
    access: 'admin',
    summary: 'Lets a paused sync run by its schedule again',
    params: BaseAndSync,
    reply: Sync,
    missing: 'sync_not_found',
  }),
  bringAgain: post('/knowledge-bases/:id/syncs/:syncId/items', {
    access: 'admin',
    summary: 'Lets the next run take an item again that failed or was deleted or replaced by hand',
    params: BaseAndSync,
    body: z.object({
      external_id: z
        .string()
        .min(1)
        .max(EXTERNAL_ID_MAX)
        // No source has such a name, and PostgreSQL takes no text with it.
        .refine((id) => !id.includes('\0')),
    }),
    reply: SyncItem,
    missing: 'sync_not_found',
  }),
  items: get('/knowledge-bases/:id/syncs/:syncId/items', {
    access: 'admin',
    summary: 'All items of a sync, whichever run saw them last',
    params: BaseAndSync,
    query: ItemsQuery(ITEM_STATES),
    list: SyncItem,
    missing: 'sync_not_found',
  }),
  runs: get('/knowledge-bases/:id/syncs/:syncId/runs', {
    access: 'admin',
    summary: 'The runs of a sync, newest first; the last fifty are kept',
    params: BaseAndSync,
    query: z.object({ skip: Skip, limit: Limit(SYNC_RUNS_PAGE) }),
    list: SyncRun,
    missing: 'sync_not_found',
  }),
  oneRun: get('/knowledge-bases/:id/syncs/:syncId/runs/:runId', {
    access: 'admin',
    summary: 'One run of a sync',
    params: BaseSyncAndRun,
    reply: SyncRun,
    missing: 'run_not_found',
  }),
  runItems: get('/knowledge-bases/:id/syncs/:syncId/runs/:runId/items', {
    access: 'admin',
    summary: 'The items that this run was the last one to look at',
    params: BaseSyncAndRun,
    query: ItemsQuery(ITEM_STATES),
    list: SyncItem,
    missing: 'run_not_found',
  }),
  confirm: post('/knowledge-bases/:id/syncs/:syncId/runs/:runId/confirm', {
    access: 'superadmin',
    summary: 'Withdraws the documents that a run stopped before, or keeps them; says how many they are',
    params: BaseSyncAndRun,
    body: z.object({ action: z.enum(['withdraw', 'keep']), count: z.int().min(0) }),
    reply: SyncRun,
    missing: 'run_not_found',
  }),
  withdrawn: get('/knowledge-bases/:id/withdrawn', {
    access: 'admin',
    summary: 'Documents that were withdrawn in the last thirty days, newest first',
    params: Id,
    query: z.object({ skip: Skip, limit: Limit(SYNC_ITEMS_PAGE) }),
    list: WithdrawnDocument,
    missing: 'knowledge_base_not_found',
  }),
  restore: post('/knowledge-bases/:id/documents/:documentId/restore', {
    access: 'admin',
    summary: 'Restores a withdrawn document; its file is read again',
    params: z.object({ id: IdNumber, documentId: IdNumber }),
    reply: KbDocument,
    missing: 'document_not_found',
  }),
};
