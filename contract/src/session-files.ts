/** Files that a person puts into a conversation: read for its answers, and for nobody else. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { UploadedFile } from './files.ts';
import { DocumentStatus, Recognition } from './knowledge.ts';
import { FILES_DAYS_MAX, PERSON_FILES_BYTES, UPLOAD_BYTES_MAX, UPLOAD_MEGABYTES_MAX } from './limits.ts';
import { SessionId, Time } from './paging.ts';

export const SessionFile = z
  .object({
    id: z.string(),
    original_filename: z.string(),
    /** Lower-case extension. */
    file_type: z.string(),
    /** Bytes. */
    file_size: z.int(),
    status: DocumentStatus,
    /** 0 to 1. */
    progress: z.number(),
    /** One sentence, when it failed. */
    error: z.string().nullable(),
    /** Null where the file has no pages. */
    pages: z.int().nullable(),
    token_count: z.int(),
    /** Null where nothing is recognised. The file is being read until all its scanned pages are done. */
    ocr: Recognition.nullable(),
    created_at: Time,
  })
  .meta({ id: 'SessionFile' });
export type SessionFile = z.output<typeof SessionFile>;

export const ChatFilesSettings = z.object({
  /** Days without a question or an upload after which the files of a conversation are deleted; null: never. */
  days: z.int().nullable(),
  /** The most bytes that the files of all conversations of one person have together. */
  per_person_bytes: z.int(),
});
export type ChatFilesSettings = z.output<typeof ChatFilesSettings>;

const FileId = SessionId.extend({ fileId: z.uuid() });

const DAYS = 'Informe de 1 a 3.650 dias.';
export const PERSON_FILES_WRONG = `Informe de ${UPLOAD_MEGABYTES_MAX} MB a 1 TB.`;

export const sessionFilesApi = {
  upload: post('/chat/sessions/:id/files', {
    access: 'user',
    summary:
      'Puts a file into a conversation and waits at most ten seconds for it to be read; an unreadable one is not kept',
    params: SessionId,
    file: z.object({ file: UploadedFile }),
    file_max: UPLOAD_BYTES_MAX,
    file_too_large: 'file_too_large',
    reply: SessionFile,
    status: 201,
    missing: 'session_not_found',
    idempotent: true,
  }),
  list: get('/chat/sessions/:id/files', {
    access: 'user',
    summary: 'The files of a conversation, in the order of their upload',
    params: SessionId,
    list: SessionFile,
    missing: 'session_not_found',
  }),
  file: get('/chat/sessions/:id/files/:fileId/file', {
    access: 'user',
    summary: 'The file as it was sent',
    params: FileId,
    download: 'application/octet-stream',
    missing: 'file_not_found',
  }),
  retry: post('/chat/sessions/:id/files/:fileId/retry', {
    access: 'user',
    summary: 'Reads a file once more that could not be read',
    params: FileId,
    reply: SessionFile,
    missing: 'file_not_found',
  }),
  remove: del('/chat/sessions/:id/files/:fileId', {
    access: 'user',
    summary: 'Deletes a file of a conversation; citations of it keep their words',
    params: FileId,
    reply: Nothing,
    missing: 'file_not_found',
  }),
  settings: get('/admin/settings/chat-files', {
    access: 'admin',
    summary: 'How long files of conversations are kept, and how much of them one person may have',
    reply: ChatFilesSettings,
  }),
  updateSettings: put('/admin/settings/chat-files', {
    access: 'superadmin',
    summary: 'Changes how long files of conversations are kept, and how much of them one person may have',
    body: z.object({
      days: z.number(DAYS).int(DAYS).min(1, DAYS).max(FILES_DAYS_MAX, DAYS).nullable(),
      per_person_bytes: z
        .number(PERSON_FILES_WRONG)
        .int(PERSON_FILES_WRONG)
        .min(PERSON_FILES_BYTES.min, PERSON_FILES_WRONG)
        .max(PERSON_FILES_BYTES.max, PERSON_FILES_WRONG),
    }),
    reply: ChatFilesSettings,
  }),
};
