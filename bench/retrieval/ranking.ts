/** Where the right passage stands when each passage of a set is one passage of a base. */
import type { Database } from '../../server/src/db/client.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest.ts';
import { searchPassages } from '../../server/src/features/knowledge/search.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/store.ts';
import { type QuestionSet, textOf, VARIANTS, type Variant } from './question-sets.ts';

const DEPTH = 10;

export type Ranking = { r1: number; r5: number; mrr10: number };

export type Ranked = { set: string; rankings: Partial<Record<Variant, Ranking>>; milliseconds: number[] };

export async function rankSet(db: Database, set: QuestionSet): Promise<Ranked> {
  const base = await createKnowledgeBase(db, { name: set.name });
  const places = new Map<string, string>();
  for (const document of set.documents) {
    const { text, spans } = textOf(document);
    const file = {
      original_filename: `${document.title}.txt`,
      file_type: 'txt',
      file_size: Buffer.byteLength(text),
    };
    const { id } = await ingestPassages(db, { knowledge_base_id: base.id, ...file, text }, spans);
    for (const [index, { start }] of spans.entries())
      places.set(document.passages[index]?.id ?? '', `${id}/${start}`);
  }
  const milliseconds: number[] = [];
  const rankings: Ranked['rankings'] = {};
  for (const variant of VARIANTS) {
    const ranks: number[] = [];
    for (const question of set.questions) {
      const asked = question[variant];
      if (!asked) continue;
      const began = performance.now();
      const found = await searchPassages(db, {
        knowledge_base_ids: [base.id],
        question: asked,
        limit: DEPTH,
      });
      milliseconds.push(performance.now() - began);
      const gold = new Set(question.gold.map((id) => places.get(id)));
      ranks.push(found.findIndex(({ document_id, start }) => gold.has(`${document_id}/${start}`)));
    }
    if (ranks.length) rankings[variant] = rankingOf(ranks);
  }
  return { set: set.name, rankings, milliseconds };
}

/** Shares in percent; -1 stands for not found. */
function rankingOf(ranks: number[]): Ranking {
  const share = (worth: (rank: number) => number) =>
    (100 * ranks.filter((rank) => rank >= 0).reduce((sum, rank) => sum + worth(rank), 0)) / ranks.length;
  return {
    r1: share((rank) => (rank === 0 ? 1 : 0)),
    r5: share((rank) => (rank < 5 ? 1 : 0)),
    mrr10: share((rank) => 1 / (rank + 1)),
  };
}
