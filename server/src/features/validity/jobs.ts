/** Cuts the documents of a base by their provisions after it has been dated. */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { recutDocument } from '../knowledge/ingest/replace-passages.ts';
import { isDated } from '../knowledge/validity/apply-validity.ts';

export const validityJobs = ({ db, models, queue }: AppContext): Pick<JobBodies, 'knowledge.validity'> => ({
  'knowledge.validity': async ({ knowledge_base_id }) => {
    // Provisions stay when the base is switched off: what is cut already is passed over.
    const uncut = await db
      .select({ document_id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.knowledge_base_id, knowledge_base_id),
          ne(documents.content_text, ''),
          sql`exists (select from passages p where p.knowledge_base_id = ${documents.knowledge_base_id}
            and p.document_id = ${documents.id} and p.provisions is null)`,
        ),
      )
      .orderBy(asc(documents.id));
    for (const { document_id } of uncut)
      if (await isDated(db, knowledge_base_id)) await recutDocument(db, { knowledge_base_id, document_id });
    if (uncut.length && models.embedder) await queue.send('knowledge.embed', {});
  },
});
