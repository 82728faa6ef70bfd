/** The runs of a sync and the items of its source: what each run did with them, and why an item is no document. */
import { z } from 'zod';
import { type ProblemCode, problems } from './errors.ts';
import { UPLOAD_MEGABYTES_MAX } from './limits.ts';
import { Time } from './paging.ts';

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

export const SyncError = z.object({ code: z.string(), detail: z.string() });
export type SyncError = z.output<typeof SyncError>;

const counts = {
  listed: z.int(),
  /** Items that the run is done with. */
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Gone from the source. */
  missing: z.int(),
  withdrawn: z.int(),
  skipped: z.int(),
  failed: z.int(),
};

export const SyncRun = z
  .object({
    id: z.int(),
    sync_id: z.int().nullable(),
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
    to_withdraw: z.int(),
    kept: z.int(),
  })
  .meta({ id: 'SyncRun' });
export type SyncRun = z.output<typeof SyncRun>;

export const SyncItem = z
  .object({
    external_id: z.string(),
    name: z.string(),
    size: z.int().nullable(),
    state: z.enum(ITEM_STATES),
    reason: z.string().nullable(),
    /** The reason as a phrase, or the error of the document's reading. */
    detail: z.string().nullable(),
    document_id: z.int().nullable(),
  })
  .meta({ id: 'SyncItem' });
export type SyncItem = z.output<typeof SyncItem>;

export const PreviewItem = z
  .object({
    external_id: z.string(),
    name: z.string(),
    size: z.int().nullable(),
    state: z.enum(PREVIEW_STATES),
    reason: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'SyncPreviewItem' });
export type PreviewItem = z.output<typeof PreviewItem>;
