/** Passages of the documents in all of an agent's knowledge bases, as one pool. */
import { fillContext } from '../knowledge/context.ts';
import { relevant } from '../knowledge/relevance.ts';
import { searchPassages } from '../knowledge/search.ts';
import { searchedAs } from './follow-up.ts';
import { snippetOf } from './snippet.ts';
import type { SourceKind } from './source-kind.ts';
import { linkedKnowledgeBases } from './store.ts';

export const fromKnowledgeBases: SourceKind = async ({ db }, asked, characters) => {
  const knowledge_base_ids = await linkedKnowledgeBases(db, asked.agent_id);
  if (!knowledge_base_ids.length) return null;
  const question = searchedAs(asked.question, asked.history);
  const passages = await searchPassages(db, { knowledge_base_ids, question });
  if (!relevant(passages, question)) return [];
  return fillContext(passages, characters).map((excerpt) => ({
    passage: { title: excerpt.title, section: excerpt.section, text: excerpt.content },
    source: {
      kind: 'document' as const,
      title: excerpt.title,
      ...snippetOf(excerpt.spans, question),
      knowledge_base_id: excerpt.knowledge_base_id,
      document_id: excerpt.document_id,
      ...(excerpt.section ? { section: excerpt.section } : {}),
      ...(excerpt.page === null ? {} : { page: excerpt.page }),
    },
  }));
};
