/** Cuts the documents of a base by their provisions, and reads them for clauses, after it has been dated. */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/client.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { withKnowledgeBaseLock } from '../knowledge/documents/knowledge-base-lock.ts';
import { type DocumentPlace, isDocument } from '../knowledge/documents/store.ts';
import { recutDocument } from '../knowledge/ingest/replace-passages.ts';
import { applyValidity, isDated } from '../knowledge/validity/apply-validity.ts';
import { propose } from '../knowledge/validity/propose.ts';
import { rollUpCitations } from './overdue.ts';

export const validityJobs = ({
  db,
  clock,
  models,
  queue,
}: AppContext): Pick<JobBodies, 'knowledge.validity' | 'knowledge.citations'> => ({
  'knowledge.citations': () => rollUpCitations({ db, clock }),
  'knowledge.validity': async ({ knowledge_base_id }) => {
    const all = await db
      .select({
        document_id: documents.id,
        // Provisions stay when the base is switched off: what is cut already is only read for clauses.
        isCut: sql<boolean>`not exists (select from passages p where p.knowledge_base_id = ${documents.knowledge_base_id}
          and p.document_id = ${documents.id} and p.provisions is null)`,
      })
      .from(documents)
      .where(and(eq(documents.knowledge_base_id, knowledge_base_id), ne(documents.content_text, '')))
      .orderBy(asc(documents.id));
    for (const { document_id, isCut } of all) {
      if (!(await isDated(db, knowledge_base_id))) return;
      if (isCut) await proposeAgain(db, { knowledge_base_id, document_id });
      else await recutDocument(db, { knowledge_base_id, document_id });
    }
    if (all.some(({ isCut }) => !isCut) && models.embedder) await queue.send('knowledge.embed', {});
  },
});

const proposeAgain = (db: Database, place: DocumentPlace): Promise<void> =>
  withKnowledgeBaseLock(db, place.knowledge_base_id, async (tx) => {
    const [row] = await tx.select({ text: documents.content_text }).from(documents).where(isDocument(place));
    if (!row?.text) return;
    await propose(tx, place, row.text);
    await applyValidity(tx, place.knowledge_base_id);
  });
