/** Work on documents that goes on without anybody waiting for it. */
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { isBeingRead } from './documents/store.ts';
import { embedPassages } from './embeddings/embed-passages.ts';
import { turnBehind } from './files/reading-turn.ts';
import { ingestDocument } from './ingest/ingest-document.ts';
import { recogniseDocument } from './recognition/recognise-document.ts';

export const knowledgeJobs = (
  context: AppContext,
): Pick<
  JobBodies,
  'knowledge.read-document' | 'knowledge.recognise' | 'knowledge.resume' | 'knowledge.embed'
> => ({
  'knowledge.read-document': async (reading) => {
    await ingestDocument(context, reading);
    if (context.models.embedder) await context.queue.send('knowledge.embed', {});
  },
  'knowledge.recognise': async (recognition) => {
    await recogniseDocument(context, recognition);
    if (context.models.embedder) await context.queue.send('knowledge.embed', {});
  },
  'knowledge.embed': async () => {
    await embedPassages(context);
  },
  'knowledge.resume': () => resume(context),
});

const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/**
 * The queue itself leads a job on whose process died. This is for what it gave up: documents in whose reading nobody
 * renews the lease, and those that wait for longer than any line lasts. To ask once too often does no harm.
 */
async function resume({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const left = await db
    .update(documents)
    .set({ updated_at: sql`now()` })
    .where(
      and(
        isBeingRead,
        or(
          lt(documents.lease_until, ago(1)),
          and(eq(documents.status, 'queued'), lt(documents.updated_at, ago(10))),
        ),
      ),
    )
    .returning({
      knowledge_base_id: documents.knowledge_base_id,
      document_id: documents.id,
      file_id: documents.file_id,
    });
  const ofBases = Map.groupBy(left, ({ knowledge_base_id }) => knowledge_base_id);
  for (const some of ofBases.values())
    for (const [waiting, { file_id, ...place }] of some.entries()) {
      const priority = turnBehind(waiting);
      if (file_id)
        await queue.send('knowledge.read-document', { ...place, file_id }, undefined, { priority });
    }
  await resumeRecognition({ db, queue });
}

/** A job that finds the document taken, paused or done ends at once. */
async function resumeRecognition({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const { ocr_state, ocr_lease_until, updated_at } = documents;
  const left = await db
    .update(documents)
    .set({ updated_at: sql`now()` })
    .where(
      or(
        and(eq(ocr_state, 'running'), lt(ocr_lease_until, ago(1))),
        and(eq(ocr_state, 'queued'), lt(updated_at, ago(10))),
      ),
    )
    .returning({
      knowledge_base_id: documents.knowledge_base_id,
      document_id: documents.id,
      file_id: documents.file_id,
    });
  for (const { file_id, ...place } of left)
    if (file_id) await queue.send('knowledge.recognise', { ...place, file_id });
}
