/** Knowledge bases, their lists of documents, and what is found in them. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { UploadedFile } from './files.ts';
import {
  DESCRIPTION_MAX,
  KB_SEARCH_MAX,
  KB_SEARCH_PAGE,
  NAME_MAX,
  SYNONYM_LENGTH_MAX,
  SYNONYM_OTHERS_MAX,
  SYNONYMS_MAX,
  UPLOAD_BYTES_MAX,
} from './limits.ts';
import { Day, Id, IdNumber, Limit, Time } from './paging.ts';
import { Validity } from './validity-state.ts';

export const DocumentStatus = z.enum(['queued', 'extracting', 'indexing', 'ready', 'failed']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** The kinds of notes of a reading: parts that were left out, and values that were read beside the pages. */
export const NOTE_KINDS = [
  'struck',
  'form_fields',
  'fields_cut',
  'contents',
  'hidden_sheets',
  'hidden_rows',
  'attachments',
  'weak_pages',
  'unreadable_pages',
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];
/** The recognition of the scanned pages of a document. */
export const OCR_STATES = ['none', 'queued', 'running', 'paused', 'done', 'failed'] as const;
export type OcrState = (typeof OCR_STATES)[number];

export const Recognition = z.object({
  state: z.enum(OCR_STATES).exclude(['none']),
  /** Scanned pages, those of them that are done, and those that were read with little certainty. */
  pages: z.int(),
  done: z.int(),
  weak: z.int(),
});

const ReadingNote = z.object({ kind: z.enum(NOTE_KINDS), count: z.int() });
export type ReadingNote = z.output<typeof ReadingNote>;

export const KbDocument = z
  .object({
    id: z.int(),
    original_filename: z.string(),
    /** Lower-case extension. */
    file_type: z.string(),
    /** Bytes. */
    file_size: z.int(),
    token_count: z.int(),
    created_at: Time,
    updated_at: Time,
    /** The state of the newest file. While a replacement is being read, the former text stays searchable. */
    status: DocumentStatus,
    /** 0 to 1. */
    progress: z.number(),
    /** The page that is being read, of how many; null where no pages are counted. */
    step: z.object({ done: z.int(), of: z.int() }).nullable(),
    /** One sentence, when it failed. */
    error: z.string().nullable(),
    /** Page counts of a paged file; pages without text are scanned or empty. */
    pages: z.int().nullable(),
    pages_without_text: z.int().nullable(),
    /** Null where nothing was recognised. While it goes on, the text of the other pages is searchable. */
    ocr: Recognition.nullable(),
    /** A sentence on how to mend the failure, where there is a way. */
    hint: z.string().nullable(),
    /** The notes of its last reading. */
    notes: z.array(ReadingNote),
    /** Agents find its text now. */
    searchable: z.boolean(),
    /** Its file is kept and can be read once more. */
    can_retry: z.boolean(),
    /** The version of the reader that its text was read with. */
    reader_version: z.int(),
    /** An earlier version of the reader read its text, its file is kept, and it is not being read now. */
    can_reread: z.boolean(),
    /** The sync that keeps it up to date; null where it was uploaded by hand. */
    sync_id: z.int().nullable(),
    /** The address of the web page that it was read from. */
    source_url: z.string().nullable(),
    /** Whether it holds today; null where the documents of the base are not dated. */
    validity: Validity.nullable(),
  })
  .meta({ id: 'KbDocument' });
export type KbDocument = z.output<typeof KbDocument>;

export const KnowledgeBase = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    documents: z.array(KbDocument),
    documents_count: z.int(),
    /** Bytes. */
    total_storage: z.int(),
    total_tokens: z.int(),
    /** Words of scanned pages are recognised, and pictures of these pages kept. */
    ocr: z.boolean(),
    keep_page_images: z.boolean(),
    /** The engine that recognises words, with its version; null where the server has none. */
    ocr_engine: z.string().nullable(),
    /** Its documents are dated: answers are for a day. */
    validity: z.boolean(),
    /** Documents with `can_reread`. */
    old_documents: z.int(),
    /** The passages of these documents, which reading them again sends to the embedding model; 0 where there is none. */
    passages_to_embed: z.int(),
    /** Agents that answer from it. */
    agents: z.array(z.object({ id: z.int(), name: z.string(), deploy_status: z.boolean() })),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'KnowledgeBase' });
export type KnowledgeBase = z.output<typeof KnowledgeBase>;

/** The passages that an agent would find. */
export const PassageHit = z
  .object({
    passage_id: z.int(),
    document_id: z.int(),
    original_filename: z.string(),
    section: z.string(),
    page: z.int().nullable(),
    /** It was recognised with little certainty on a scanned page. */
    weak: z.boolean(),
    content: z.string(),
    start: z.int(),
    end: z.int(),
    /** Higher is nearer; comparable within one search only. */
    score: z.number(),
    /** Spans of `content` that answer the words of the question. */
    matches: z.array(z.object({ start: z.int(), end: z.int() })),
    /** Whether it holds on the day of the search; null where the documents of the base are not dated. */
    validity: Validity.nullable(),
  })
  .meta({ id: 'PassageHit' });
export type PassageHit = z.output<typeof PassageHit>;

const Name = z
  .string('O nome é obrigatório.')
  .trim()
  .min(1, 'O nome é obrigatório.')
  .max(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.');
const NewKnowledgeBase = z.object({
  name: Name,
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, 'A descrição deve ter no máximo 2.000 caracteres.')
    .nullish()
    .transform((text) => text || null),
});

/** Equal, alike, weak. */
export const SYNONYM_WEIGHTS = [1, 0.6, 0.3] as const;

const SynonymWord = z
  .string()
  .transform((word) => word.replaceAll('\0', '').replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, 'Escreva a palavra.')
      .max(SYNONYM_LENGTH_MAX, 'Uma palavra deve ter no máximo 80 caracteres.'),
  );
export const BaseSynonym = z.object({
  word: SynonymWord,
  /** A passage with one of them is found for the word, and the other way round. */
  others: z
    .array(SynonymWord)
    .min(1, 'Escreva ao menos uma outra palavra.')
    .max(SYNONYM_OTHERS_MAX, 'Uma linha tem no máximo 5 outras palavras.'),
  weight: z.literal(SYNONYM_WEIGHTS),
});
export type BaseSynonym = z.output<typeof BaseSynonym>;

const SynonymEntries = z
  .array(BaseSynonym)
  .max(SYNONYMS_MAX, 'Uma base tem no máximo 500 linhas de sinônimos.');

export const BaseSynonyms = z
  .object({
    /** The version of the list; null until it is changed for the first time. */
    updated_at: Time.nullable(),
    entries: z.array(
      z.object({ word: z.string(), others: z.array(z.string()), weight: z.literal(SYNONYM_WEIGHTS) }),
    ),
    /** How many groups of words every base knows. */
    known: z.int(),
  })
  .meta({ id: 'BaseSynonyms' });
export type BaseSynonyms = z.output<typeof BaseSynonyms>;

export const knowledgeApi = {
  list: get('/knowledge-bases', {
    access: 'admin',
    summary: 'All knowledge bases, last changed first',
    list: KnowledgeBase,
  }),
  create: post('/knowledge-bases', {
    access: 'admin',
    summary: 'Makes a knowledge base',
    body: NewKnowledgeBase,
    reply: KnowledgeBase,
    status: 201,
    idempotent: true,
  }),
  one: get('/knowledge-bases/:id', {
    access: 'admin',
    summary: 'A knowledge base with its documents',
    params: Id,
    reply: KnowledgeBase,
    missing: 'knowledge_base_not_found',
  }),
  update: put('/knowledge-bases/:id', {
    access: 'admin',
    summary: 'Renames a knowledge base or describes it anew',
    params: Id,
    body: NewKnowledgeBase,
    reply: KnowledgeBase,
    missing: 'knowledge_base_not_found',
  }),
  remove: del('/knowledge-bases/:id', {
    access: 'admin',
    summary: 'Deletes a knowledge base with its documents and its links to agents',
    params: Id,
    reply: Nothing,
    missing: 'knowledge_base_not_found',
  }),
  upload: post('/knowledge-bases/:id/documents', {
    access: 'admin',
    summary: 'Stores a document and reads it; what takes longer than ten seconds goes on as a job',
    params: Id,
    /** With `document_id` the file replaces that document’s text once it has been read. */
    file: z.object({ file: UploadedFile, document_id: IdNumber.optional() }),
    file_max: UPLOAD_BYTES_MAX,
    file_too_large: 'file_too_large',
    reply: KbDocument,
    status: 201,
    missing: 'knowledge_base_not_found',
    idempotent: true,
  }),
  search: get('/knowledge-bases/:id/search', {
    access: 'admin',
    summary: 'The passages an agent would find for a question, best first',
    params: Id,
    query: z.object({
      q: z
        .string()
        .transform((question) => question.replaceAll('\0', '').trim())
        .pipe(
          z
            .string()
            .min(1, 'Digite uma pergunta.')
            .max(KB_SEARCH_MAX, 'A pergunta deve ter no máximo 1.000 caracteres.'),
        ),
      limit: Limit(KB_SEARCH_PAGE),
      /** `false`: by the words of the question alone. */
      synonyms: z.enum(['true', 'false']).default('true'),
      /** In a dated base: the day that the passages must hold on; left out, today. */
      on_date: Day.optional(),
    }),
    reply: z.object({
      hits: z.array(PassageHit),
      /** False: an agent would say that it found nothing, and the hits are only the nearest ones. */
      relevant: z.boolean(),
    }),
    missing: 'knowledge_base_not_found',
  }),
  synonyms: get('/knowledge-bases/:id/synonyms', {
    access: 'admin',
    summary: 'The synonyms of a base, beside those that all bases know',
    params: Id,
    reply: BaseSynonyms,
    missing: 'knowledge_base_not_found',
  }),
  changeSynonyms: put('/knowledge-bases/:id/synonyms', {
    access: 'admin',
    summary: 'Replaces the synonyms of a base; words that most passages have are refused',
    params: Id,
    /** `updated_at` is that of the list that was edited; another one is refused as a stale change. */
    body: z.object({ updated_at: Time.nullable(), entries: SynonymEntries }),
    reply: BaseSynonyms,
    missing: 'knowledge_base_not_found',
  }),
};
