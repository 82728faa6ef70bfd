/** Passages of the documents in all of an agent's knowledge bases, as one pool. */
import type { Queryable } from '../../db/client.ts';
import { type Excerpt, fillContext } from '../knowledge/context.ts';
import { relevant } from '../knowledge/relevance.ts';
import { type Passage, searchPassages } from '../knowledge/search.ts';
import { searchedAs } from './follow-up.ts';
import { snippetOf } from './snippet.ts';
import type { Asked, Finding, Findings, SourceKind } from './source-kind.ts';
import { linkedKnowledgeBases } from './store.ts';

/** Documents are not filtered and nothing is run on a database for them. */
const NOTHING = { found: [], filters: [], queries: [], notes: [], steps: [] } satisfies Findings;

export const fromKnowledgeBases: SourceKind = async ({ db }, asked) => {
  const knowledge_base_ids = await linkedKnowledgeBases(db, asked.agent_id);
  if (!knowledge_base_ids.length) return null;
  return (characters) => readBases(db, { ...asked, knowledge_base_ids }, characters);
};

async function readBases(
  db: Queryable,
  { knowledge_base_ids, ...asked }: Asked & { knowledge_base_ids: number[] },
  characters: number,
): Promise<Findings> {
  const question = searchedAs(asked.question, asked.history);
  const passages = await searchPassages(db, { knowledge_base_ids, question });
  if (!relevant(passages, question)) return NOTHING;
  const found = fillContext(passages, characters).map(
    (excerpt): Finding => ({
      passage: { title: excerpt.title, section: excerpt.section, text: excerpt.content },
      source: {
        kind: 'document',
        title: excerpt.title,
        ...snippetOf(excerpt.spans, question),
        knowledge_base_id: excerpt.knowledge_base_id,
        document_id: excerpt.document_id,
        ...(excerpt.section ? { section: excerpt.section } : {}),
        ...(excerpt.page === null ? {} : { page: excerpt.page }),
      },
      score: scoreOf(excerpt, passages),
    }),
  );
  return { ...NOTHING, found };
}

/** An excerpt is as good as the best passage in it, of which perhaps only the beginning fitted. */
function scoreOf(excerpt: Excerpt, passages: Passage[]): number {
  const inside = passages.filter(
    ({ document_id, start }) =>
      document_id === excerpt.document_id && start >= excerpt.start && start < excerpt.end,
  );
  return Math.max(...inside.map(({ score }) => score));
}
