/** Recognises the scanned pages of a document, some of them in each job, and puts their text into the base at the end. */
import { and, eq, sql } from 'drizzle-orm';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { RecognisedPage, Recogniser } from '../../../adapters/recognition/recognised-page.ts';
import type { AppContext } from '../../../app-context.ts';
import { document_pages, documents, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { readFile } from '../../file-storage/stored-files.ts';
import { isOfFile, isWaiting, waitingPages } from '../documents/scanned-pages.ts';
import { contentOf, type FileRow, findFile } from '../documents/stored-files.ts';
import { extract, index, ingestionTopic, problemOf, sentenceOf, tidyUp } from '../ingest/ingest-document.ts';
import type { Ingestion, Lease } from '../ingest/ingestion-lease.ts';
import { sendRecognition } from '../ingest/scanned-documents.ts';
import { ATTEMPTS_MAX, giveUpPage, LEFT_MAX, recognisePages, type ScannedFile } from './recognise-pages.ts';
import { claimRecognition, countPage, holdRecognition, isOurs, letGo } from './recognition-lease.ts';

export type RecognitionContext = Pick<
  AppContext,
  'db' | 'objects' | 'signals' | 'log' | 'queue' | 'recognition'
>;

type Work = { recognition: Ingestion; recogniser: Recogniser; file: FileRow; lease: Lease };

export async function recogniseDocument(context: RecognitionContext, recognition: Ingestion): Promise<void> {
  const { db, signals, log } = context;
  const recogniser = await context.recognition.ready;
  if (!recogniser) return;
  const document = await claimRecognition(db, recognition);
  if (!document) return;
  const lease = holdRecognition(db, recognition);
  try {
    const file = await findFile(db, recognition);
    if (!file) return;
    const scanned = await scannedFile(context, { recognition, recogniser, file, lease });
    if (document.ocr_attempts > ATTEMPTS_MAX) await giveUpPage(scanned);
    if (!(await recognisePages(recogniser, scanned))) {
      await letGo(db, recognition);
      return;
    }
    if (await goOnLater(context, recognition)) return;
    await extract(context, file, lease, (read) => index(context, recognition, file, read, lease));
  } catch (error) {
    // Deleted, replaced, or taken over: it is nobody's concern any more.
    if (lease.signal.aborted) return;
    const problem = problemOf(error) ?? (document.ocr_attempts >= ATTEMPTS_MAX ? 'internal' : null);
    if (!problem) {
      await letGo(db, recognition);
      throw error;
    }
    log.info({ document_id: recognition.document_id, problem }, 'a document could not be recognised');
    await fail(context, recognition, problem);
  } finally {
    lease.end();
  }
  await signals.send(ingestionTopic(recognition));
  await tidyUp(context);
}

async function keepsImages({ db }: RecognitionContext, { knowledge_base_id }: Ingestion): Promise<boolean> {
  const { keep_page_images } = knowledge_bases;
  const [base] = await db
    .select({ keep_page_images })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id));
  return base?.keep_page_images ?? false;
}

async function scannedFile(context: RecognitionContext, work: Work): Promise<ScannedFile> {
  const { db } = context;
  const { recognition, file, lease } = work;
  return {
    file_type: file.file_type,
    keep_images: await keepsImages(context, recognition),
    signal: lease.signal,
    content: () => readFile(context, contentOf(file)),
    waiting: (limit) => waitingPages(db, recognition, limit),
    keep: (page) => keepPage(context, work, page),
    countDeath: async (page) => {
      const [row] = await db
        .update(document_pages)
        .set({ attempts: sql`${document_pages.attempts} + 1` })
        .where(and(isOfFile(recognition), isWaiting, eq(document_pages.page, page)))
        .returning({ attempts: document_pages.attempts });
      return row?.attempts ?? 0;
    },
  };
}

/** In one transaction: a page that is counted is there. False when it is paused. */
function keepPage(
  { db }: RecognitionContext,
  { recognition, recogniser }: Work,
  { page, image, ...found }: RecognisedPage,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(document_pages)
      .set({ ...found, image, engine: `${recogniser.name} ${recogniser.version}` })
      .where(and(isOfFile(recognition), isWaiting, eq(document_pages.page, page)));
    return rowCount ? countPage(tx, recognition, found.state === 'weak') : true;
  });
}

/** True while pages are left: the job that does them waits behind shorter documents. */
function goOnLater(context: RecognitionContext, recognition: Ingestion): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const left = await waitingPages(tx, recognition, LEFT_MAX);
    if (!left.length) return false;
    if (await letGo(tx, recognition)) await sendRecognition(context, tx, recognition, left.length);
    return true;
  });
}

/** A text that is there stays. A document of which nothing could be read has failed. */
async function fail({ db }: RecognitionContext, recognition: Ingestion, problem: ProblemCode): Promise<void> {
  const isUnread = sql`${documents.status} not in ('ready', 'failed')`;
  const error = sentenceOf(problem, '') || problems.internal.detail;
  await db
    .update(documents)
    .set({
      ocr_state: problem === 'file_without_text' ? 'done' : 'failed',
      ocr_lease_until: null,
      status: sql`case when ${isUnread} then 'failed' else ${documents.status} end`,
      problem: sql`case when ${isUnread} then ${problem} else ${documents.problem} end`,
      error: sql`case when ${isUnread} then ${error} else ${documents.error} end`,
      updated_at: sql`now()`,
    })
    .where(isOurs(recognition));
}
