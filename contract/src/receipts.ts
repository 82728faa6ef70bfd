/** Receipts: what an answer said, signed, so that it can be proved later without this installation. */
import { z } from 'zod';
import { MessageId } from './chat.ts';
import { SOURCE_KINDS } from './citations.ts';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { RECEIPTS_PAGE } from './limits.ts';
import { Limit, Skip, Time } from './paging.ts';

/** Where the published keys are found, beside the API. */
export const PUBLISHED_KEYS_PATH = '/.well-known/prosa-receipts.json';
/** The page that checks receipts. */
export const RECEIPT_CHECK_PATH = '/conferir';
/** The name of the attachment of a PDF that holds its receipt. */
export const RECEIPT_ATTACHMENT = 'comprovante.json';

const CODE_PREFIX = 'PRSA';
const CODE_LENGTH = 12;
/** Base 32 of Crockford: no letter is taken for a digit. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);
const MISREAD: Record<string, string> = { I: '1', L: '1', O: '0', U: 'V' };

export const receiptCodeOf = (characters: string): string => `${CODE_PREFIX}-${characters}`;

/** The code that somebody typed or read from paper; null for what is none. */
export function readReceiptCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]+/g, '');
  const isPrefixed = plain.length === CODE_PREFIX.length + CODE_LENGTH && plain.startsWith(CODE_PREFIX);
  const characters = (isPrefixed ? plain.slice(CODE_PREFIX.length) : plain).replace(
    /[ILOU]/g,
    (letter) => MISREAD[letter] ?? letter,
  );
  return CHARACTERS.test(characters) ? receiptCodeOf(characters) : null;
}

const ReceiptSource = z.object({
  /** The number of the marker `[n]` in the answer. */
  n: z.int(),
  kind: z.enum(SOURCE_KINDS),
  title: z.string(),
  page: z.int().optional(),
  section: z.string().optional(),
  url: z.string().optional(),
  /** The cited words. Absent for files and rows of one person alone. */
  text: z.string().optional(),
  /** The hash of the file that the document was read from. */
  document_sha256: z.string().optional(),
});
export type ReceiptSource = z.output<typeof ReceiptSource>;

/** The signed text of a receipt is this as JSON with sorted keys; a checker never writes it anew. */
export const ReceiptContent = z.object({
  v: z.literal(1),
  code: z.string(),
  issuer: z.object({ name: z.string(), url: z.string() }),
  made_at: z.string(),
  asked_at: z.string().optional(),
  question: z.string().optional(),
  name: z.string().optional(),
  answer: z.string(),
  agent: z.object({
    id: z.int().optional(),
    name: z.string(),
    version: z.int().optional(),
    hash: z.string().optional(),
  }),
  model: z.string(),
  verified: z
    .object({
      id: z.int(),
      version: z.int(),
      owner_label: z.string(),
      verified_on: z.string(),
      review_on: z.string(),
    })
    .optional(),
  /** The days that the sources were read for, where it is not the day of the question. */
  on_date: z.object({ from: z.string(), until: z.string() }).optional(),
  filters: z.array(z.object({ source: z.string(), parameter: z.string(), values: z.array(z.string()) })),
  sources: z.array(ReceiptSource),
  notice: z.string(),
});
export type ReceiptContent = z.output<typeof ReceiptContent>;

/** The file that proves a receipt: the text as it was signed, and its signature in base64url. */
export const ReceiptFile = z
  .object({ canonical: z.string(), signature: z.string(), key_id: z.string() })
  .meta({ id: 'ReceiptFile' });
export type ReceiptFile = z.output<typeof ReceiptFile>;

export const PublishedKeys = z.object({
  issuer: z.object({ name: z.string(), url: z.string() }),
  keys: z.array(
    z.object({
      key_id: z.string(),
      alg: z.literal('Ed25519'),
      /** The public key, 32 bytes in base64url. */
      x: z.string(),
      created_at: Time,
      retired_at: Time.nullable(),
    }),
  ),
});
export type PublishedKeys = z.output<typeof PublishedKeys>;

const Receipt = z.object({ code: z.string(), url: z.string(), created_at: Time }).meta({ id: 'Receipt' });
export type Receipt = z.output<typeof Receipt>;

export const OwnReceipt = Receipt.extend({
  /** Null once its text is gone. */
  agent_name: z.string().nullable(),
  excerpt: z.string().nullable(),
  with_question: z.boolean(),
  with_name: z.boolean(),
  revoked_at: Time.nullable(),
}).meta({ id: 'OwnReceipt' });
export type OwnReceipt = z.output<typeof OwnReceipt>;

/** `altered`: text and signature do not belong together. `removed`: the account was erased, and the text with it. */
export const RECEIPT_STATES = ['valid', 'altered', 'revoked', 'removed'] as const;
/** `same`: the document has the cited words. `unchecked`: rows, figures, links and files of people are not compared. */
export const RECEIPT_SOURCE_STATES = ['same', 'changed', 'removed', 'unchecked'] as const;
export type ReceiptSourceState = (typeof RECEIPT_SOURCE_STATES)[number];

export const ReceiptCheck = z
  .object({
    code: z.string(),
    state: z.enum(RECEIPT_STATES),
    /** When it was revoked, or its text removed. */
    ended_at: Time.nullable(),
    /** Null unless `valid`. */
    canonical: z.string().nullable(),
    signature: z.string(),
    key_id: z.string(),
    /** The hash of the signed text: a file that somebody kept is compared with it when the text is gone. */
    sha256: z.string(),
    sources: z.array(z.object({ n: z.int(), state: z.enum(RECEIPT_SOURCE_STATES) })),
  })
  .meta({ id: 'ReceiptCheck' });
export type ReceiptCheck = z.output<typeof ReceiptCheck>;

const Code = z.object({ code: z.string().min(1).max(60) });

export const receiptsApi = {
  seal: post('/chat/messages/:id/receipts', {
    access: 'user',
    summary: 'Signs the caller’s answer; the same choice again is the same receipt',
    params: MessageId,
    body: z.object({
      question: z.boolean('Informe se a pergunta entra no comprovante.').default(true),
      name: z.boolean('Informe se o seu nome entra no comprovante.').default(false),
    }),
    reply: Receipt,
    missing: 'message_not_found',
  }),
  list: get('/receipts', {
    access: 'user',
    summary: 'The caller’s receipts, newest first',
    /** With `session_id`: those of one conversation that are not revoked. */
    query: z.object({ skip: Skip, limit: Limit(RECEIPTS_PAGE), session_id: z.uuid().optional() }),
    list: OwnReceipt,
  }),
  revoke: del('/receipts/:code', {
    access: 'user',
    summary: 'Revokes a receipt of the caller and deletes its text; hash and signature stay',
    params: Code,
    reply: Nothing,
    missing: 'receipt_not_found',
  }),
  check: get('/receipts/:code/check', {
    access: 'user',
    summary: 'Checks a receipt: its signature, and whether the documents still have the cited words',
    params: Code,
    reply: ReceiptCheck,
    missing: 'receipt_not_found',
  }),
  publicCheck: get('/public/receipts/:code/check', {
    access: 'public',
    summary: 'The same for everybody, where the installation allows it',
    params: Code,
    reply: ReceiptCheck,
    missing: 'receipt_not_found',
  }),
};
