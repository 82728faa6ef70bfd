/** The documents of a base: their files, their texts and their scanned pages. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { UploadedFile } from './files.ts';
import { KbDocument } from './knowledge.ts';
import { REREAD_MAX, UPLOAD_BYTES_MAX } from './limits.ts';
import { Id, IdNumber } from './paging.ts';

/** A document with its text; each passage is the span `start` to `end` of it, in UTF-16 code units. */
export const DocumentText = KbDocument.extend({
  content_text: z.string(),
  /** The pages of this text that were recognised from pictures, in order. `image`: the picture is kept. */
  recognised_pages: z.array(z.object({ page: z.int(), weak: z.boolean(), image: z.boolean() })),
  passages: z.array(
    z.object({
      id: z.int(),
      start: z.int(),
      end: z.int(),
      section: z.string(),
      page: z.int().nullable(),
    }),
  ),
}).meta({ id: 'DocumentText' });
export type DocumentText = z.output<typeof DocumentText>;

/** A recognised page; places and sizes in pixels of the upright page. */
export const DocumentPage = z
  .object({
    page: z.int(),
    /** 0 to 100. */
    confidence: z.number(),
    /** Its words should be compared with the picture. */
    weak: z.boolean(),
    /** Its picture is kept. */
    image: z.boolean(),
    width: z.int(),
    height: z.int(),
    words: z.array(
      z.object({
        text: z.string(),
        x: z.number(),
        y: z.number(),
        w: z.number(),
        h: z.number(),
        confidence: z.number(),
      }),
    ),
  })
  .meta({ id: 'DocumentPage' });
export type DocumentPage = z.output<typeof DocumentPage>;

const BaseAndDocument = z.object({ id: IdNumber, documentId: IdNumber });
const DocumentAndPage = BaseAndDocument.extend({ page: IdNumber });

export const documentsApi = {
  reread: post('/knowledge-bases/:id/reread', {
    access: 'admin',
    summary:
      'Reads stored files once more with the current reader; former texts stay until the new ones are ready',
    params: Id,
    /** Without `document_ids`, all documents with `can_reread`. Those without a file, or being read, are passed over. */
    body: z.object({ document_ids: z.array(IdNumber).max(REREAD_MAX).optional() }),
    reply: z.object({ queued: z.int() }),
    missing: 'knowledge_base_not_found',
    idempotent: true,
  }),
  document: get('/knowledge-bases/:id/documents/:documentId', {
    access: 'admin',
    summary: 'A document with its extracted text',
    params: BaseAndDocument,
    reply: DocumentText,
    missing: 'document_not_found',
  }),
  file: get('/knowledge-bases/:id/documents/:documentId/file', {
    access: 'admin',
    summary: 'The document’s newest file as it was uploaded',
    params: BaseAndDocument,
    download: 'application/octet-stream',
    missing: 'document_not_found',
  }),
  replaceFile: put('/knowledge-bases/:id/documents/:documentId/file', {
    access: 'admin',
    summary: 'Replaces a document’s file; agents find the former text until the new one has been read',
    params: BaseAndDocument,
    /** The same bytes change nothing. */
    file: z.object({ file: UploadedFile }),
    file_max: UPLOAD_BYTES_MAX,
    file_too_large: 'file_too_large',
    reply: KbDocument,
    missing: 'document_not_found',
    idempotent: true,
  }),
  retry: post('/knowledge-bases/:id/documents/:documentId/retry', {
    access: 'admin',
    summary: 'Reads the stored file once more',
    params: BaseAndDocument,
    reply: KbDocument,
    missing: 'document_not_found',
  }),
  recognise: post('/knowledge-bases/:id/documents/:documentId/ocr', {
    access: 'admin',
    summary: 'Begins, pauses or goes on with recognising the scanned pages of a document',
    params: BaseAndDocument,
    body: z.object({ action: z.enum(['start', 'pause', 'resume']) }),
    reply: KbDocument,
    missing: 'document_not_found',
  }),
  page: get('/knowledge-bases/:id/documents/:documentId/pages/:page', {
    access: 'admin',
    summary: 'The words that were recognised on a scanned page, with their places',
    params: DocumentAndPage,
    reply: DocumentPage,
    missing: 'page_not_found',
  }),
  pageImage: get('/knowledge-bases/:id/documents/:documentId/pages/:page/image', {
    access: 'admin',
    summary: 'The picture of a scanned page, upright',
    params: DocumentAndPage,
    download: 'image/webp',
    missing: 'page_not_found',
  }),
  removeDocument: del('/knowledge-bases/:id/documents/:documentId', {
    access: 'admin',
    summary: 'Deletes a document with its file and its passages',
    params: BaseAndDocument,
    reply: Nothing,
    missing: 'document_not_found',
  }),
};
