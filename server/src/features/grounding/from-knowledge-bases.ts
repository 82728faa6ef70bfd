/** Passages of the documents in all of an agent's knowledge bases, as one pool. */
import { type Excerpt, fillContext } from '../knowledge/context.ts';
import { type Found, findPassages } from '../knowledge/find-passages.ts';
import type { Passage } from '../knowledge/search.ts';
import { searchedAs } from './follow-up.ts';
import { snippetOf } from './snippet.ts';
import type { Asked, Finding, Findings, GroundingContext, SourceKind } from './source-kind.ts';

/** Documents are not filtered and nothing is run on a database for them. */
const NOTHING = { found: [], filters: [], queries: [], notes: [], steps: [] } satisfies Findings;

export const fromKnowledgeBases: SourceKind = async (context, asked) =>
  asked.knowledge_base_ids.length ? (characters) => readBases(context, asked, characters) : null;

async function readBases(
  context: GroundingContext,
  { knowledge_base_ids, ...asked }: Asked,
  characters: number,
): Promise<Findings> {
  const question = searchedAs(asked.question, asked.history);
  const search = await findPassages(context, { knowledge_base_ids, question }, asked.signal);
  const { passages } = search;
  const steps = stepsOf(search);
  for (const step of steps) asked.onStep?.(step);
  if (!search.isRelevant) return { ...NOTHING, steps };
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
  return { ...NOTHING, found, steps };
}

/** What asking for the question's meaning took, where it was asked for. */
const stepsOf = ({ embedding }: Found): Findings['steps'] =>
  embedding
    ? [
        {
          purpose: 'embedding',
          model: embedding.model,
          usage: { input: embedding.tokens, output: 0 },
          estimated: embedding.estimated,
        },
      ]
    : [];

/** An excerpt is as good as the best passage in it, of which perhaps only the beginning fitted. */
function scoreOf(excerpt: Excerpt, passages: Passage[]): number {
  const inside = passages.filter(
    ({ document_id, start }) =>
      document_id === excerpt.document_id && start >= excerpt.start && start < excerpt.end,
  );
  return Math.max(...inside.map(({ score }) => score));
}
