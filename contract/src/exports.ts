/** Answers and conversations as files that a process takes: PDF, Word and Markdown. */
import { z } from 'zod';
import { MessageId } from './chat.ts';
import { get } from './endpoint.ts';
import { SessionId } from './paging.ts';

/** By the ending of the file. */
export const EXPORT_MEDIA_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown; charset=utf-8',
} as const;
export const EXPORT_FORMATS = ['pdf', 'docx', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const Format = z.enum(EXPORT_FORMATS, 'Escolha PDF, DOCX ou Markdown.');

export const exportsApi = {
  answer: get('/chat/messages/:id/export', {
    access: 'user',
    summary: 'The caller’s answer with its question and sources as a file, or what a receipt of it says',
    params: MessageId,
    query: z.object({ format: Format, receipt: z.string().min(1).max(60).optional() }),
    download: 'application/octet-stream',
    missing: 'message_not_found',
  }),
  conversation: get('/chat/sessions/:id/export', {
    access: 'user',
    summary: 'A conversation of the caller as a file, of at most 500 records',
    params: SessionId,
    query: z.object({ format: Format }),
    download: 'application/octet-stream',
    missing: 'session_not_found',
  }),
};
