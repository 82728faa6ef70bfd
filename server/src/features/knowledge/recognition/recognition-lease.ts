/** Which process recognises a document now. A process that dies stops renewing, and another one goes on. */
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { type DocumentRow, documentColumns, isDocument, isRecognised } from '../documents/store.ts';
import { type Ingestion, type Lease, LeasedElsewhere, renewedLease } from '../ingest/ingestion-lease.ts';

const LEASE_SECONDS = 30;
const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** The scanned pages of this very file are still to be recognised, or wait for a person to go on. */
export const isOurs = (recognition: Ingestion) =>
  and(isDocument(recognition), eq(documents.file_id, recognition.file_id), isRecognised);

const { ocr_state, ocr_lease_until } = documents;

/** The document, from now on ours; null when nobody wants it recognised now, or another process is at it. */
export async function claimRecognition(db: Database, recognition: Ingestion): Promise<DocumentRow | null> {
  const [claimed] = await db
    .update(documents)
    .set({
      ocr_state: 'running',
      ocr_attempts: sql`${documents.ocr_attempts} + 1`,
      ocr_lease_until: leaseEnd,
      updated_at: sql`now()`,
    })
    .where(
      and(
        isOurs(recognition),
        sql`${ocr_state} <> 'paused'`,
        or(sql`${ocr_lease_until} is null`, lt(ocr_lease_until, sql`now()`)),
      ),
    )
    .returning(documentColumns);
  return claimed ?? null;
}

export const holdRecognition = (db: Database, recognition: Ingestion): Lease =>
  renewedLease(() =>
    db
      .update(documents)
      .set({ ocr_lease_until: leaseEnd, updated_at: sql`now()` })
      .where(isOurs(recognition)),
  );

/** Counts a page that is done. False when a person wants it paused; throws when the document is not ours any more. */
export async function countPage(tx: Queryable, recognition: Ingestion, isWeak: boolean): Promise<boolean> {
  const [row] = await tx
    .update(documents)
    .set({
      ocr_done: sql`coalesce(${documents.ocr_done}, 0) + 1`,
      ocr_weak: sql`coalesce(${documents.ocr_weak}, 0) + ${isWeak ? 1 : 0}::int`,
      ocr_attempts: 0,
      // Paused and resumed within one page, recognition has never stopped.
      ocr_state: sql`case when ${ocr_state} = 'queued' then 'running' else ${ocr_state} end`,
      ocr_lease_until: leaseEnd,
      updated_at: sql`now()`,
    })
    .where(isOurs(recognition))
    .returning({ ocr_state });
  if (!row) throw new LeasedElsewhere('the document is not to be recognised any more');
  return row.ocr_state !== 'paused';
}

/** Lets another process, or a later job, go on. False when the document is not ours any more, or is paused. */
export async function letGo(db: Queryable, recognition: Ingestion): Promise<boolean> {
  const [row] = await db
    .update(documents)
    .set({
      ocr_lease_until: null,
      ocr_state: sql`case when ${ocr_state} = 'running' then 'queued' else ${ocr_state} end`,
      updated_at: sql`now()`,
    })
    .where(isOurs(recognition))
    .returning({ ocr_state });
  return row?.ocr_state === 'queued';
}
