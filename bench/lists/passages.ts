/** A base of invented documents, as large as a shelf of manuals. */
import type { Database } from '../../server/src/db/client.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import { seeded } from '../../trials/support/seeded-random.ts';
import { inventLanguage } from '../retrieval/invented.ts';

const PER_DOCUMENT = 250;
const SEED = 20_261_122;

export async function fillPassages(db: Database, passages: number): Promise<void> {
  const language = inventLanguage(seeded(SEED));
  const { id } = await createKnowledgeBase(db, { name: 'Manuais' });
  for (let done = 0; done < passages; done += PER_DOCUMENT) {
    const paragraphs = Array.from({ length: Math.min(PER_DOCUMENT, passages - done) }, () =>
      language.paragraph(),
    );
    let start = 0;
    const drafts = paragraphs.map((content) => {
      const draft = { start, end: start + content.length, content, section: '', page: null };
      start = draft.end + 2;
      return draft;
    });
    const text = paragraphs.join('\n\n');
    const file = { original_filename: `${done}.txt`, file_type: 'txt', file_size: text.length };
    await ingestPassages(db, { knowledge_base_id: id, ...file, text }, drafts);
  }
}
