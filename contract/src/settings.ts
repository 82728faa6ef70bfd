/** The configuration of this installation, for administrators to read. No secret is in it. */
import { z } from 'zod';
import { CONNECTION_KINDS } from './connections.ts';
import { get } from './endpoint.ts';
import { Time } from './paging.ts';

/** `desk` simulates payments on the machine of the person who tries the product. With `none` no payments are taken. */
export const PAYMENTS_KINDS = ['stripe', 'desk', 'none'] as const;
export type PaymentsKind = (typeof PAYMENTS_KINDS)[number];

export const Settings = z
  .object({
    version: z.string(),
    node_version: z.string(),
    started_at: Time,
    /** True: answers are passages, no provider is configured. */
    local_models: z.boolean(),
    models: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        provider: z.string(),
        /** The provider's own name for it. */
        provider_model: z.string(),
        configured: z.boolean(),
        /** The model that answers in its stead. */
        successor: z.string().nullable(),
      }),
    ),
    /** `host`: of EMBEDDING_BASE_URL; null without it, and for administrators who are no superadmins. */
    embeddings: z.object({
      model: z.string().nullable(),
      host: z.string().nullable(),
      available: z.boolean(),
    }),
    database: z.object({
      kind: z.enum(['embedded', 'external']),
      version: z.string(),
      /** Bytes. */
      size: z.int(),
    }),
    content_database: z.object({
      kind: z.enum(['embedded', 'external', 'none']),
      /** Null: usable. Otherwise a sentence. */
      problem: z.string().nullable(),
    }),
    /** The connections that superadmins added. `problem` as above. */
    connections: z.array(
      z.object({ name: z.string(), kind: z.enum(CONNECTION_KINDS), problem: z.string().nullable() }),
    ),
    /** Where new files go, how many stand where, and what stands in the way: null for nothing, otherwise a sentence. */
    files: z.object({
      kind: z.enum(['database', 'bucket']),
      in_database: z.int(),
      in_bucket: z.int(),
      problem: z.string().nullable(),
    }),
    mail: z.object({ kind: z.enum(['smtp', 'mailbox']), from: z.string() }),
    payments: z.object({ kind: z.enum(PAYMENTS_KINDS) }),
    feedback_email: z.string().nullable(),
    error_reports: z.boolean(),
    /** The engine that recognises words on scanned pages; null where there is none. `ok`: it was tried at the start. */
    ocr: z.object({
      engine: z.string().nullable(),
      version: z.string().nullable(),
      language: z.string(),
      ok: z.boolean(),
    }),
    /** Folders and hosts that knowledge bases may follow; null for administrators who are no superadmins. */
    sync: z.object({
      folders: z.array(z.string()).nullable(),
      private_hosts: z.array(z.string()).nullable(),
    }),
    /** Sealed secrets in the database. `outdated`: an older key of SECRETS_KEYS sealed them; `unreadable`: no key opens them. */
    secrets: z.object({
      sealed: z.int(),
      outdated: z.int(),
      unreadable: z.int(),
    }),
    queue: z.object({
      waiting: z.int(),
      running: z.int(),
      failed: z.int(),
    }),
    health: z.object({
      ready: z.boolean(),
      /** The names of the missing variables. */
      missing: z.array(z.string()),
    }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof Settings>;

export const settingsApi = {
  show: get('/admin/settings', {
    access: 'admin',
    summary: 'What is configured; no secrets',
    reply: Settings,
  }),
};
