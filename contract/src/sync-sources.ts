/** The places that a base can follow, folders, websites and buckets, and how each is set. */
import { z } from 'zod';
import {
  SYNC_ADDRESS_MAX,
  SYNC_DEPTH_MAX,
  SYNC_PAGES_MAX,
  SYNC_PATTERN_MAX,
  SYNC_PATTERNS_MAX,
} from './sync-limits.ts';

export const SYNC_KINDS = ['folder', 'website', 's3'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

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

/** Without control characters and halves of characters. */
export const clean = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
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
