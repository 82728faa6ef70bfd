/** Takes a file in, as a new document or as another document's new text, and waits a while for it to be read. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'drizzle-orm';
import { CONVERSIONS, conversionOf, documentType } from '#contract/document-types.ts';
import type { ReceivedFile } from '#contract/files.ts';
import { UPLOAD_PATIENCE_SECONDS } from '#contract/limits.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import { sniffFile } from '../../../adapters/extraction/sniff.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { isDiskFull, type Transaction } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import {
  claimIdempotencyKey,
  type IdempotentCall,
  storeFirstRun,
} from '../../../request-guards/idempotency.ts';
import { extensionOf } from '../../../text/filename.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { withLocalUpload } from '../documents/local-uploads.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentAuditLabel,
  type ShownDocument,
  touchBase,
} from '../documents/store.ts';
import { findFile, storeFile } from '../documents/stored-files.ts';
import { letGoOfItem } from '../documents/synced-documents.ts';
import { asAppError } from '../ingest/ingest-document.ts';
import { awaitIngestion, type PendingIngestion } from './await-ingestion.ts';
import { enqueue, replaceable } from './reread.ts';

export type UploadContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'signals'>;
/** With `document_id` the file replaces that of the document. */
export type Upload = { knowledge_base_id: number; document_id?: number | undefined; file: ReceivedFile };

export async function uploadDocument(
  context: UploadContext,
  by: Actor,
  { knowledge_base_id, document_id, file }: Upload,
  idempotency_key: string | null,
  patience_ms = UPLOAD_PATIENCE_SECONDS * 1000,
): Promise<ShownDocument> {
  const file_type = await checkedType(file);
  const sha256 = await hashOf(file.path);
  const { original_filename } = file;
  const what = ['upload', knowledge_base_id, document_id ?? null, original_filename, sha256.toString('hex')];
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: JSON.stringify(what),
  };
  const typed = { knowledge_base_id, document_id, file: { ...file, file_type, sha256 } };
  const taken = await context.db
    .transaction((tx) => takeIn(tx, context, by, typed, call || null))
    .catch((error) => {
      throw isDiskFull(error) ? new AppError('storage_full', { cause: error }) : error;
    });
  const answer = () => awaitIngestion(context, by, taken, call || null, patience_ms);
  return taken.isFirst ? withLocalUpload(taken.file_id, file.path, answer) : answer();
}

/** The extension, when it is one that can be read and the content does not contradict it. */
export async function checkedType({ original_filename, path, size }: ReceivedFile): Promise<string> {
  const type = extensionOf(original_filename);
  if (!documentType(type)) {
    const to = conversionOf(type);
    throw new AppError('file_type_unsupported', to ? { extra: { hint: CONVERSIONS[to] } } : {});
  }
  await sniffFile(path, size, type).catch((error) => {
    throw error instanceof Unreadable ? asAppError(error.problem, type) : error;
  });
  return type;
}

export type TypedUpload = Upload & { file: ReceivedFile & { file_type: string; sha256: Buffer } };

/** The upload of a person, once for each idempotency key. */
async function takeIn(
  tx: Transaction,
  context: Pick<UploadContext, 'clock' | 'queue'>,
  by: Actor,
  upload: TypedUpload,
  call: IdempotentCall | null,
): Promise<PendingIngestion> {
  const first = call && (await claimIdempotencyKey(tx, call, context.clock.now()));
  if (first)
    return { ...(first.answer as DocumentPlace & { file_id: string }), before: null, isFirst: false };
  const stored = await storeUpload(tx, context, by, upload, async (status, answer) => {
    if (call) await storeFirstRun(tx, call, { status, answer });
  });
  return { ...stored, isFirst: true };
}

export type StoredUpload = DocumentPlace & { file_id: string; before: DocumentRow | null };

/**
 * The document's row, its file and the job that reads it: all of them, or none. `by` is null where a sync brings the
 * file. `onStored` runs in the transaction, before the audit entry.
 */
export async function storeUpload(
  tx: Transaction,
  { clock, queue }: Pick<UploadContext, 'clock' | 'queue'>,
  by: Actor | null,
  { knowledge_base_id, document_id, file }: TypedUpload,
  onStored: (status: 200 | 201, stored: DocumentPlace & { file_id: string }) => Promise<void>,
): Promise<StoredUpload> {
  const { rowCount } = await tx.execute(
    sql`select from knowledge_bases where id = ${knowledge_base_id} for key share`,
  );
  if (!rowCount) throw new AppError('knowledge_base_not_found');
  const file_id = randomUUID();
  const before = document_id === undefined ? null : await replaceable(tx, { knowledge_base_id, document_id });
  const row = {
    original_filename: file.original_filename,
    file_type: file.file_type,
    file_size: file.size,
  };
  const kept = before && (await sameFile(tx, before, file));
  const place = {
    knowledge_base_id,
    document_id: before?.id ?? (await insertDocument(tx, { knowledge_base_id, ...row })),
  };
  if (kept) {
    await onStored(200, { ...place, file_id: kept });
    return { ...place, file_id: kept, before };
  }
  await storeFile(tx, { ...place, id: file_id, ...row, sha256: file.sha256 }, file.path);
  await enqueue(tx, queue, { ...place, file_id });
  await touchBase(tx, knowledge_base_id);
  // A file that a person sends is theirs: the sync that brought the former one lets go of the document.
  if (by && before && before.sync_id !== null) await letGoOfItem(tx, place, 'replaced_by_hand');
  await onStored(201, { ...place, file_id });
  const change = {
    action: before ? 'document.replaced' : 'document.created',
    ...documentAuditLabel({ id: place.document_id, original_filename: file.original_filename }),
    after: { knowledge_base_id, file_size: file.size },
  };
  await recordChange(tx, by, change, clock.now());
  return { ...place, file_id, before };
}

/** The id of the file that the document's text was read from, if these are the same bytes of the same type. */
async function sameFile(
  tx: Transaction,
  { knowledge_base_id, status, file_id, indexed_file_id, file_type }: DocumentRow,
  file: TypedUpload['file'],
): Promise<string | null> {
  if (status !== 'ready' || file_id === null || file_id !== indexed_file_id) return null;
  const stored = await findFile(tx, { knowledge_base_id, file_id });
  return file_type === file.file_type && stored?.sha256?.equals(file.sha256) ? file_id : null;
}

async function insertDocument(
  tx: Transaction,
  row: Pick<DocumentRow, 'knowledge_base_id' | 'original_filename' | 'file_type' | 'file_size'>,
): Promise<number> {
  const [inserted] = await tx
    .insert(documents)
    .values({ ...row, status: 'queued' })
    .returning({ id: documents.id });
  if (!inserted) throw new Error('no document was inserted');
  return inserted.id;
}

export async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}
