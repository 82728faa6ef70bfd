/** Recognises the scanned pages of a file of a conversation, some of them in each job, and reads the file at the end. */
import { and, lt, or, sql } from 'drizzle-orm';
import type { RecognisedPage, Recogniser } from '../../adapters/recognition/recognised-page.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { session_files } from '../../db/tables/session-files.ts';
import { readFile } from '../file-storage/stored-files.ts';
import { type Lease, LeasedElsewhere, renewedLease } from '../knowledge/ingest/ingestion-lease.ts';
import {
  ATTEMPTS_MAX,
  giveUpPage,
  LEFT_MAX,
  recognisePages,
  type ScannedFile,
} from '../knowledge/recognition/recognise-pages.ts';
import { failReading, problemOfReading, readContent, readTopic } from './read-session-file.ts';
import { countDeath, putPage, waitingPages } from './scanned-pages.ts';
import {
  contentOf,
  type FileKey,
  fileColumns,
  findFileRow,
  isFile,
  isRecognisedFile,
  isUnfinishedFile,
  type SessionFileRow,
} from './store.ts';
import { sendRecognition } from './wait-for-recognition.ts';

export type RecognitionContext = Pick<
  AppContext,
  'db' | 'objects' | 'signals' | 'log' | 'queue' | 'recognition'
>;

const LEASE_SECONDS = 30;
const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isOurs = (key: FileKey) => and(isFile(key), isUnfinishedFile, isRecognisedFile);

export async function recogniseSessionFile(context: RecognitionContext, key: FileKey): Promise<void> {
  const { db, signals, log } = context;
  const recogniser = await context.recognition.ready;
  if (!recogniser) return;
  const file = await claim(db, key);
  if (!file) return;
  const lease = renewedLease(() =>
    db.update(session_files).set({ lease_until: leaseEnd, updated_at: sql`now()` }).where(isOurs(key)),
  );
  try {
    const scanned = scannedFile(context, { key, file, recogniser, lease });
    if (file.ocr_attempts > ATTEMPTS_MAX) await giveUpPage(scanned);
    await recognisePages(recogniser, scanned);
    if (await goOnLater(context, key)) return;
    await readContent(context, file, lease);
  } catch (error) {
    // The file was deleted, or another process is at it.
    if (lease.signal.aborted) return;
    const problem = problemOfReading(error) ?? (file.ocr_attempts >= ATTEMPTS_MAX ? 'internal' : null);
    if (!problem) {
      await letGo(db, key);
      throw error;
    }
    log.info({ file_id: key.file_id, problem }, 'a file of a conversation could not be recognised');
    await failReading(db, file, problem);
  } finally {
    lease.end();
  }
  await signals.send(readTopic(key));
}

/** The file, from now on ours; undefined when it is not to be recognised any more. */
async function claim(db: Database, key: FileKey): Promise<SessionFileRow | undefined> {
  const { lease_until, ocr_attempts } = session_files;
  const [claimed] = await db
    .update(session_files)
    .set({
      ocr_state: 'running',
      ocr_attempts: sql`${ocr_attempts} + 1`,
      lease_until: leaseEnd,
      updated_at: sql`now()`,
    })
    .where(and(isOurs(key), or(sql`${lease_until} is null`, lt(lease_until, sql`now()`))))
    .returning(fileColumns);
  if (!claimed && (await findFileRow(db, key))?.lease_until)
    throw new LeasedElsewhere('another process is at the file');
  return claimed;
}

type Work = { key: FileKey; file: SessionFileRow; recogniser: Recogniser; lease: Lease };

const scannedFile = (
  { db, objects }: Pick<RecognitionContext, 'db' | 'objects'>,
  { key, file, recogniser, lease }: Work,
): ScannedFile => ({
  file_type: file.file_type,
  keep_images: true,
  signal: lease.signal,
  content: () => readFile({ db, objects }, contentOf(file)),
  waiting: (limit) => waitingPages(db, key, limit),
  keep: (page) => keepPage(db, { key, recogniser }, page),
  countDeath: (page) => countDeath(db, key, page),
});

/** In one transaction: a page that is counted is there. It cannot be paused, only deleted. */
function keepPage(
  db: Database,
  { key, recogniser }: Pick<Work, 'key' | 'recogniser'>,
  page: RecognisedPage,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { ocr_done, ocr_weak } = session_files;
    const { rowCount } = await tx
      .update(session_files)
      .set({ ocr_attempts: 0, lease_until: leaseEnd, updated_at: sql`now()` })
      .where(isOurs(key));
    if (!rowCount) throw new LeasedElsewhere('the file is not to be recognised any more');
    const isNew = await putPage(tx, key, page, `${recogniser.name} ${recogniser.version}`);
    const isWeak = page.state === 'weak' ? 1 : 0;
    if (isNew)
      await tx
        .update(session_files)
        .set({
          ocr_done: sql`coalesce(${ocr_done}, 0) + 1`,
          ocr_weak: sql`coalesce(${ocr_weak}, 0) + ${isWeak}::int`,
        })
        .where(isFile(key));
    return true;
  });
}

/** True while pages are left. */
function goOnLater(context: RecognitionContext, key: FileKey): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const left = await waitingPages(tx, key, LEFT_MAX);
    if (!left.length) return false;
    if (await letGo(tx, key)) await sendRecognition(context, tx, key, left.length);
    return true;
  });
}

/** Lets another process, or a later job, go on. False when the file is gone. */
async function letGo(db: Queryable, key: FileKey): Promise<boolean> {
  const { rowCount } = await db
    .update(session_files)
    .set({ lease_until: null, ocr_state: 'queued', updated_at: sql`now()` })
    .where(isOurs(key));
  return (rowCount ?? 0) > 0;
}
