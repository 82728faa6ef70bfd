/** Scanned pages as administrators look at them, and the beginning, pausing and going on of their recognition. */
import { sql } from 'drizzle-orm';
import type { DocumentPage } from '#contract/documents.ts';
import type { Download } from '#contract/endpoint.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { findPage, findPageImage, noteScannedPages } from '../documents/scanned-pages.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentAuditLabel,
  findDocumentRow,
  findShownDocument,
  isDocument,
  type ShownDocument,
} from '../documents/store.ts';
import { enqueue, replaceable } from '../files/reread.ts';
import { sendRecognition } from '../ingest/scanned-documents.ts';

type RecognitionContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'recognition'>;
export type RecognitionAction = 'start' | 'pause' | 'resume';

/** The page of the text that is found now: that of a newer file is not shown before its text is. */
async function shownFile(db: Queryable, place: DocumentPlace) {
  const document = await findDocumentRow(db, place);
  if (!document) throw new AppError('document_not_found');
  const file_id = document.indexed_file_id ?? document.file_id;
  if (!file_id) throw new AppError('page_not_found');
  return { knowledge_base_id: place.knowledge_base_id, file_id };
}

export async function showPage(db: Queryable, place: DocumentPlace, page: number): Promise<DocumentPage> {
  const found = await findPage(db, await shownFile(db, place), page);
  if (!found) throw new AppError('page_not_found');
  const { state, hasImage, words, ...facts } = found;
  return {
    ...facts,
    weak: state === 'weak',
    image: hasImage,
    words: words.map(([text, x, y, w, h, confidence]) => ({ text, x, y, w, h, confidence })),
  };
}

export async function savePageImage(db: Queryable, place: DocumentPlace, page: number): Promise<Download> {
  const picture = await findPageImage(db, await shownFile(db, place), page);
  if (!picture) throw new AppError('page_not_found');
  return picture;
}

export function changeRecognition(
  context: RecognitionContext,
  by: Actor,
  place: DocumentPlace,
  action: RecognitionAction,
): Promise<ShownDocument> {
  return context.db.transaction(async (tx) => {
    const document = await replaceable(tx, place);
    if (!context.recognition.recogniser) throw new AppError('ocr_unavailable');
    await apply(tx, context, document, action);
    const change = { action: `document.ocr_${action}`, ...documentAuditLabel(document) };
    await recordChange(tx, by, change, context.clock.now());
    const shown = await findShownDocument(tx, place, context.clock.now());
    if (!shown) throw new AppError('document_not_found');
    return shown;
  });
}

/** An action that the document is in the midst of already changes nothing. */
async function apply(
  tx: Transaction,
  context: RecognitionContext,
  document: DocumentRow,
  action: RecognitionAction,
): Promise<void> {
  const place = { knowledge_base_id: document.knowledge_base_id, document_id: document.id };
  const isUnderWay = document.ocr_state === 'queued' || document.ocr_state === 'running';
  if (document.ocr_state === 'paused') {
    if (action === 'pause') return;
    await setState(tx, place, 'queued');
    await send(tx, context, document);
  } else if (isUnderWay) {
    if (action === 'pause') await setState(tx, place, 'paused');
  } else if (action === 'start') await start(tx, context, document);
  else throw new AppError('nothing_to_recognise');
}

/** A document whose pages were never counted is read once more: its reading finds them. */
async function start(tx: Transaction, context: RecognitionContext, document: DocumentRow): Promise<void> {
  const { knowledge_base_id, id: document_id, file_id, ocr_pages, ocr_done } = document;
  const place = { knowledge_base_id, document_id };
  const mayBeScanned = ocr_pages === null && (document.pages_without_text ?? 0) > 0;
  const isLeft = (ocr_pages ?? 0) > (ocr_done ?? 0);
  if (!file_id || !(isLeft || mayBeScanned || document.problem === 'file_scanned'))
    throw new AppError('nothing_to_recognise');
  if (!isLeft) return enqueue(tx, context.queue, { ...place, file_id });
  await setState(tx, place, 'queued');
  if (document.status === 'failed')
    await tx
      .update(documents)
      .set({ status: 'extracting', error: null, problem: null })
      .where(isDocument(place));
  await send(tx, context, document);
}

async function send(tx: Transaction, context: RecognitionContext, document: DocumentRow): Promise<void> {
  const { knowledge_base_id, id: document_id, file_id } = document;
  if (!file_id) throw new AppError('nothing_to_recognise');
  const counts = await noteScannedPages(tx, { knowledge_base_id, document_id, file_id }, []);
  const recognition = { knowledge_base_id, document_id, file_id };
  await sendRecognition(context, tx, recognition, counts.ocr_pages - counts.ocr_done);
}

const setState = (tx: Transaction, place: DocumentPlace, ocr_state: 'queued' | 'paused') =>
  tx.update(documents).set({ ocr_state, ocr_attempts: 0, updated_at: sql`now()` }).where(isDocument(place));
