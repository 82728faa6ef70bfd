/** Bases that keep up with a folder, a website or a bucket, and the documents that they withdrew. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { type ProblemCode, problems } from './errors.ts';
import { KbDocument } from './knowledge.ts';
import {
  EXTERNAL_ID_MAX,
  SYNC_ADDRESS_MAX,
  SYNC_DEPTH_MAX,
  SYNC_ITEMS_PAGE,
  SYNC_NAME_MAX,
  SYNC_PAGES_MAX,
  SYNC_PATTERN_MAX,
  SYNC_PATTERNS_MAX,
  SYNC_RUNS_PAGE,
  UPLOAD_MEGABYTES_MAX,
} from './limits.ts';
import { Id, IdNumber, Limit, Skip, Time } from './paging.ts';

export const SYNC_KINDS = ['folder', 'website', 's3'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

/** `kept`: its document stands in the base. `withdrawn`: it did, and may be restored. */
export const ITEM_STATES = ['new', 'kept', 'failed', 'skipped', 'withdrawn'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export const PREVIEW_STATES = ['new', 'changed', 'unchanged', 'missing', 'skipped'] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];
export const RUN_OUTCOMES = ['done', 'failed', 'needs_confirmation', 'stopped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Why an item is no document, beside the error codes of files. */
export const SKIP_REASONS = {
  type: 'tipo de arquivo que não é lido',
  too_large: `maior que ${UPLOAD_MEGABYTES_MAX} MB`,
  empty: 'vazio',
  link: 'atalho (link)',
  not_a_file: 'não é um arquivo comum',
  hidden: 'nome oculto',
  bad_name: 'nome que não pode ser usado',
  pattern: 'fora dos padrões escolhidos',
  robots: 'o robots.txt não permite',
  noindex: 'a página pede para não ser indexada',
  canonical: 'a página indica outro endereço como o seu',
  duplicate: 'igual a outro item',
  calendar: 'parece um calendário',
  login_page: 'pede para entrar com senha',
  other_site: 'leva a outro site',
  not_found: 'não está mais na origem',
  deleted_by_hand: 'excluído à mão',
  replaced_by_hand: 'substituído à mão',
  restored_by_hand: 'restaurado à mão',
  changed_while_read: 'mudou durante a leitura',
  encoded: 'veio comprimido sem ter sido pedido',
} as const;
export type ItemReason = keyof typeof SKIP_REASONS | ProblemCode;

/** One short phrase. */
export const reasonWords = (reason: ItemReason): string =>
  reason in SKIP_REASONS
    ? SKIP_REASONS[reason as keyof typeof SKIP_REASONS]
    : problems[reason as ProblemCode].detail;

/** The reasons after which an administrator may ask for an item again. */
export const BROUGHT_AGAIN = ['deleted_by_hand', 'replaced_by_hand'] as const satisfies ItemReason[];

export const syncMessages = {
  name: 'Informe um nome.',
  nameLong: 'O nome deve ter no máximo 100 caracteres.',
  root: 'Escolha uma pasta.',
  subfolder: 'Escreva uma subpasta sem «..» e sem barra no começo, como atas/2026.',
  address: 'Informe um endereço http ou https, sem usuário e senha.',
  endpoint: 'Informe o endereço do serviço, como https://s3.exemplo.com.br.',
  region: 'Informe a região, como us-east-1.',
  bucket: 'Informe o nome do bucket.',
  access_key: 'Informe a chave de acesso.',
  secret: 'Informe o segredo da chave de acesso.',
  secretAgain: 'O endereço mudou: digite o segredo de novo.',
  pattern: 'Cada padrão deve ter de 1 a 200 caracteres.',
  patterns: 'Informe no máximo 50 padrões.',
  pages: 'O limite de páginas deve estar entre 1 e 5.000.',
  depth: 'A profundidade deve estar entre 0 e 5.',
  at: 'Informe um horário, como 03:10.',
  weekday: 'Escolha um dia da semana.',
} as const;

const clean = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
const Text = (message: string, max = 300) =>
  z.string(message).transform(clean).pipe(z.string().min(1, message).max(max, message));
const Patterns = z
  .array(Text(syncMessages.pattern, SYNC_PATTERN_MAX))
  .max(SYNC_PATTERNS_MAX, syncMessages.patterns)
  .default([]);
const filters = { include: Patterns, exclude: Patterns };

/** An address without credentials, written as browsers send it. */
const Address = (message: string) =>
  z
    .string(message)
    .transform(clean)
    .pipe(z.string().max(SYNC_ADDRESS_MAX, message).refine(isPlainAddress, message))
    .transform((text) => new URL(text).href);

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password;
}

export const FolderSettings = z.object({
  kind: z.literal('folder'),
  /** One of SYNC_FOLDERS. */
  root: Text(syncMessages.root, 1_000),
  subfolder: z
    .string()
    .transform((text) => clean(text).replace(/\/+$/, ''))
    .pipe(
      z
        .string()
        .max(500, syncMessages.subfolder)
        .refine(
          (path) => path === '' || path.split(/[\\/]/).every((part) => part !== '' && !part.startsWith('.')),
          syncMessages.subfolder,
        ),
    )
    .default(''),
  ...filters,
});
export type FolderSettings = z.output<typeof FolderSettings>;

export const WebsiteSettings = z.object({
  kind: z.literal('website'),
  url: Address(syncMessages.address),
  use_sitemap: z.boolean().default(true),
  max_pages: z
    .number(syncMessages.pages)
    .int(syncMessages.pages)
    .min(1, syncMessages.pages)
    .max(SYNC_PAGES_MAX, syncMessages.pages)
    .default(500),
  /** Links from the first page. */
  depth: z
    .number(syncMessages.depth)
    .int(syncMessages.depth)
    .min(0, syncMessages.depth)
    .max(SYNC_DEPTH_MAX, syncMessages.depth)
    .default(2),
  ...filters,
  /** Also PDFs and other documents that pages link to. */
  documents: z.boolean().default(true),
  keep_parameters: z.boolean().default(false),
});
export type WebsiteSettings = z.output<typeof WebsiteSettings>;

export const S3Settings = z.object({
  kind: z.literal('s3'),
  endpoint: Address(syncMessages.endpoint),
  region: Text(syncMessages.region, 64).pipe(z.string().regex(/^[\w-]+$/, syncMessages.region)),
  bucket: Text(syncMessages.bucket, 255).pipe(z.string().regex(/^[\w.-]+$/, syncMessages.bucket)),
  prefix: z.string().transform(clean).pipe(z.string().max(500)).default(''),
  access_key_id: Text(syncMessages.access_key, 200),
  ...filters,
});
export type S3Settings = z.output<typeof S3Settings>;

export const SyncSettings = z.discriminatedUnion('kind', [FolderSettings, WebsiteSettings, S3Settings]);
export type SyncSettings = z.output<typeof SyncSettings>;

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

export const SyncError = z.object({ code: z.string(), detail: z.string() });
export type SyncError = z.output<typeof SyncError>;

const counts = {
  listed: z.number().int(),
  /** Items that the run is done with. */
  done: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Gone from the source. */
  missing: z.number().int(),
  withdrawn: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
};

export const SyncRun = z
  .object({
    id: z.number().int(),
    sync_id: z.number().int().nullable(),
    kind: z.enum(['run', 'preview']),
    started_at: Time,
    finished_at: Time.nullable(),
    phase: z.enum(['listing', 'reading', 'comparing', 'withdrawing']),
    /** Null until the listing has ended. */
    listing_complete: z.boolean().nullable(),
    partial: z.boolean(),
    ...counts,
    outcome: z.enum(RUN_OUTCOMES).nullable(),
    error: SyncError.nullable(),
    /** With `needs_confirmation`: the documents that would be withdrawn, and those that the sync keeps in all. */
    to_withdraw: z.number().int(),
    kept: z.number().int(),
  })
  .meta({ id: 'SyncRun' });
export type SyncRun = z.output<typeof SyncRun>;

export const Sync = z
  .object({
    id: z.number().int(),
    name: z.string(),
    settings: SyncSettings,
    /** `unreadable`: stored, and no key of this installation opens it. */
    secret: z.enum(['none', 'stored', 'unreadable']),
    schedule: SyncSchedule,
    next_run_at: Time.nullable(),
    paused: z.boolean(),
    failing_since: Time.nullable(),
    last_run: SyncRun.nullable(),
    documents: z.number().int(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Sync' });
export type Sync = z.output<typeof Sync>;

export const SyncItem = z
  .object({
    external_id: z.string(),
    name: z.string(),
    size: z.number().int().nullable(),
    state: z.enum(ITEM_STATES),
    reason: z.string().nullable(),
    /** The reason as a phrase, or the error of the document's reading. */
    detail: z.string().nullable(),
    document_id: z.number().int().nullable(),
  })
  .meta({ id: 'SyncItem' });
export type SyncItem = z.output<typeof SyncItem>;

export const PreviewItem = z
  .object({
    external_id: z.string(),
    name: z.string(),
    size: z.number().int().nullable(),
    state: z.enum(PREVIEW_STATES),
    reason: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'SyncPreviewItem' });
export type PreviewItem = z.output<typeof PreviewItem>;

export const WithdrawnDocument = z
  .object({
    id: z.number().int(),
    original_filename: z.string(),
    file_type: z.string(),
    file_size: z.number().int(),
    withdrawn_at: Time,
    deleted_at: Time,
  })
  .meta({ id: 'WithdrawnDocument' });
export type WithdrawnDocument = z.output<typeof WithdrawnDocument>;

const BaseAndSync = z.object({ id: IdNumber, syncId: IdNumber });
const BaseAndRun = z.object({ id: IdNumber, runId: IdNumber });
const BaseSyncAndRun = BaseAndSync.extend({ runId: IdNumber });
const RunId = z.object({ run_id: z.number().int() });

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
    body: z.object({ action: z.enum(['withdraw', 'keep']), count: z.number().int().min(0) }),
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
