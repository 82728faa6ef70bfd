/** Knowledge bases and their documents. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { Time } from './paging.ts';

export const DocumentStatus = z.enum(['queued', 'extracting', 'indexing', 'ready', 'failed']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

export const KbDocument = z
  .object({
    id: z.number().int(),
    original_filename: z.string(),
    /** Lower-case extension. */
    file_type: z.string(),
    /** Bytes. */
    file_size: z.number().int(),
    token_count: z.number().int(),
    created_at: Time,
    status: DocumentStatus,
    /** 0 to 1. */
    progress: z.number(),
    error: z.string().nullable(),
  })
  .meta({ id: 'KbDocument' });
export type KbDocument = z.output<typeof KbDocument>;

export const KnowledgeBase = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    documents: z.array(KbDocument),
    documents_count: z.number().int(),
    /** Bytes. */
    total_storage: z.number().int(),
    total_tokens: z.number().int(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'KnowledgeBase' });
export type KnowledgeBase = z.output<typeof KnowledgeBase>;

export const knowledgeApi = {
  list: get('/knowledge-bases', {
    access: 'admin',
    summary: 'All knowledge bases, last changed first',
    list: KnowledgeBase,
  }),
};
