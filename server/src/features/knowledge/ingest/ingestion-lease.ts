/** Which process reads a document now. A process that dies stops renewing, and another one goes on. */
import { type AnyColumn, and, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentColumns,
  findDocumentRow,
  isBeingRead,
  isDocument,
} from '../documents/store.ts';

export type Ingestion = DocumentPlace & { file_id: string };

const LEASE_SECONDS = 10;
const RENEWED_MS = 2_500;
/** The screen shows no finer steps, and each renewal is a commit. */
const NOTED_MS = 250;
export const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** The document still waits for this very file. */
const isWanted = (reading: Ingestion) =>
  and(isDocument(reading), eq(documents.file_id, reading.file_id), isBeingRead);

/** Another process is at it, or was until a moment ago: the queue asks again. */
export class LeasedElsewhere extends Error {
  override readonly name = 'LeasedElsewhere';
}

/** The document, from now on ours; null when nobody wants it read any more. */
export async function claimIngestion(db: Database, reading: Ingestion): Promise<DocumentRow | null> {
  const [claimed] = await db
    .update(documents)
    .set({
      status: sql`case when ${documents.status} = 'indexing' then 'indexing' else 'extracting' end`,
      attempts: sql`${documents.attempts} + 1`,
      lease_until: leaseEnd,
      updated_at: sql`now()`,
    })
    .where(
      and(
        isWanted(reading),
        or(sql`${documents.lease_until} is null`, lt(documents.lease_until, sql`now()`)),
      ),
    )
    .returning(documentColumns);
  if (claimed) return claimed;
  const document = await findDocumentRow(db, reading);
  const isLeased = document?.file_id === reading.file_id && document.lease_until !== null;
  if (isLeased) throw new LeasedElsewhere('another process is reading the document');
  return null;
}

/** How far a reading is. */
export type Step = {
  status: 'extracting' | 'indexing';
  progress: number;
  step_done: number | null;
  step_of: number | null;
};

export type Lease = {
  /** Aborted when the document was deleted, or the lease was lost. */
  signal: AbortSignal;
  /** Notes how far the reading is; the next renewal writes it. `page`: the one that is being read, where there are pages. */
  at(status: Step['status'], progress: number, page?: { done: number; of: number }): void;
  /** Writes it at once; throws when the lease is lost. */
  renew(): Promise<void>;
  /** The same, unless it was written a moment ago. */
  note(): Promise<void>;
  end(): void;
};

/** Nothing goes back: renewals may overtake each other, and a second process begins at the first page again. */
export function forward(row: Record<keyof Step, AnyColumn>, { status, progress, step_done, step_of }: Step) {
  const isIndexing = sql`(${row.status} = 'indexing' or ${status} = 'indexing')`;
  const step = (furthest: SQL) => sql`case when not ${isIndexing} then ${furthest} end`;
  return {
    status: sql`case when ${isIndexing} then 'indexing' else 'extracting' end`,
    progress: sql`greatest(${row.progress}, ${progress}::real)`,
    step_done: step(sql`greatest(${row.step_done}, ${step_done}::int)`),
    step_of: step(sql`coalesce(${step_of}::int, ${row.step_of})`),
  };
}

export const holdLease = (db: Database, reading: Ingestion): Lease =>
  renewedLease((now) =>
    db
      .update(documents)
      .set({ ...forward(documents, now), lease_until: leaseEnd, updated_at: sql`now()` })
      .where(isWanted(reading)),
  );

/** `write` notes the step in the row that is read, if it is still to be read. */
export function renewedLease(write: (now: Step) => PromiseLike<{ rowCount: number | null }>): Lease {
  const lost = new AbortController();
  let now: Step = { status: 'extracting', progress: 0, step_done: null, step_of: null };
  let noted = Number.NEGATIVE_INFINITY;
  const renew = async () => {
    noted = performance.now();
    const { rowCount } = await write(now);
    if (!rowCount) lost.abort(new LeasedElsewhere('the document is not to be read any more'));
    lost.signal.throwIfAborted();
  };
  // A renewal that fails for a moment is followed by the next one; the lease allows for three.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_MS);
  return {
    signal: lost.signal,
    at(status, progress, page) {
      now = { status, progress, step_done: page?.done ?? null, step_of: page?.of ?? null };
    },
    renew,
    async note() {
      lost.signal.throwIfAborted();
      if (performance.now() - noted >= NOTED_MS) await renew();
    },
    end: () => clearInterval(timer),
  };
}
