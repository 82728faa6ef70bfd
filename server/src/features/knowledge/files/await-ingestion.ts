/**
 * Waits for the ingestion of a document, woken by signals. A file that proves unreadable within this time is removed
 * again: the client still waits and receives the error, so that nothing of the file needs to stay.
 */
import { and, eq } from 'drizzle-orm';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Database } from '../../../db/client.ts';
import { document_files, documents } from '../../../db/tables/knowledge.ts';
import { findFirstRun, type IdempotentCall, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentAuditLabel,
  findShownDocument,
  isBeingRead,
  isDocument,
  SCANNED_HINT,
  type ShownDocument,
} from '../documents/store.ts';
import { ingestionTopic } from '../ingest/ingest-document.ts';

/** The ingestion that is waited for. `before`: the document's former row, where the file replaces its text. */
export type PendingIngestion = DocumentPlace & {
  file_id: string;
  before: DocumentRow | null;
  isFirst: boolean;
};

type WaitingContext = Pick<AppContext, 'db' | 'signals' | 'clock'>;

export async function awaitIngestion(
  context: WaitingContext,
  by: Actor,
  pending: PendingIngestion,
  call: IdempotentCall | null,
  patience_ms: number,
): Promise<ShownDocument> {
  const { db } = context;
  const isRead = async () => !(await isWaitedFor(db, pending));
  await settled(context, { topic: ingestionTopic(pending), isRead, patience_ms });
  const document = await findShownDocument(db, pending, context.clock.now());
  if (document?.status === 'failed' && document.file_id === pending.file_id) {
    const problem = (document.problem ?? 'internal') as ProblemCode;
    const told = { problem, error: document.error ?? problems[problem].detail };
    if (pending.isFirst)
      await takeBack(context, by, { ...pending, original_filename: document.original_filename }, told, call);
    throw answerOf(told);
  }
  if (!pending.isFirst && call) await throwAsFirst(context, call);
  if (!document) throw new AppError('document_not_found');
  return document;
}

/** Returns when it is read, looking each time the topic is signalled, or when the time is over. */
export async function settled(
  { signals }: Pick<AppContext, 'signals'>,
  { topic, isRead, patience_ms }: { topic: string; isRead: () => Promise<boolean>; patience_ms: number },
): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<'over'>();
  const timer = setTimeout(end, patience_ms, 'over');
  let wake = () => {};
  const unlisten = signals.listen(topic, () => wake());
  try {
    for (;;) {
      // Armed before looking: a signal between the two is not missed.
      const woken = new Promise<'woken'>((resolve) => {
        wake = () => resolve('woken');
      });
      if (await isRead()) return;
      if ((await Promise.race([woken, over])) === 'over') return;
    }
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}

/** An upload does not wait for the recognition of pages. */
async function isWaitedFor(db: Database, place: DocumentPlace): Promise<boolean> {
  const [row] = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(isDocument(place), isBeingRead));
  return row !== undefined;
}

type Told = { problem: ProblemCode; error: string };

/** Undoes the upload; a repeated call receives the same error. */
function takeBack(
  { db, clock }: WaitingContext,
  by: Actor,
  {
    file_id,
    before,
    isFirst: _,
    original_filename,
    ...place
  }: PendingIngestion & { original_filename: string },
  told: Told,
  call: IdempotentCall | null,
): Promise<void> {
  const isStill = and(isDocument(place), eq(documents.file_id, file_id), eq(documents.status, 'failed'));
  return db.transaction(async (tx) => {
    if (before) {
      const { status, progress, error, problem, attempts, file_id: kept } = before;
      const { ocr_state, ocr_pages, ocr_done, ocr_weak } = before;
      await tx
        .update(documents)
        .set({
          ...{ status, progress, error, problem, attempts, file_id: kept },
          ...{ ocr_pages, ocr_done, ocr_weak },
          // The process that recognised it has noticed the other file and let go.
          ocr_state: ocr_state === 'running' ? 'queued' : ocr_state,
        })
        .where(isStill);
      await tx
        .delete(document_files)
        .where(
          and(eq(document_files.knowledge_base_id, place.knowledge_base_id), eq(document_files.id, file_id)),
        );
    } else await tx.delete(documents).where(isStill);
    if (call)
      await storeFirstRun(tx, call, {
        status: problems[told.problem].status,
        answer: { ...place, file_id, ...told },
      });
    const change = {
      action: 'document.refused',
      ...documentAuditLabel({ id: place.document_id, original_filename }),
      after: { problem: told.problem },
    };
    await recordChange(tx, by, change, clock.now());
  });
}

/** Throws the error of the first run of this call, if it was refused. */
async function throwAsFirst({ db, clock }: WaitingContext, call: IdempotentCall): Promise<void> {
  const first = await findFirstRun(db, call, clock.now());
  const { problem, error } = (first?.answer ?? {}) as Partial<Told>;
  if (problem && error) throw answerOf({ problem, error });
}

const answerOf = ({ problem, error }: Told) =>
  new AppError(problem, {
    detail: error,
    ...(problem === 'file_scanned' ? { extra: { hint: SCANNED_HINT } } : {}),
  });
