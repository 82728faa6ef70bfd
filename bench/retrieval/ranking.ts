/** Where the right passage stands, among passages that are given and among those that the product makes of documents. */
import type { Database } from '../../server/src/db/client.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import type { Passage } from '../../server/src/features/knowledge/search/passage.ts';
import { searchPassages } from '../../server/src/features/knowledge/search/search-passages.ts';
import type { FilledBase } from './documents.ts';
import { type Question, type QuestionSet, textOf, VARIANTS, type Variant } from './question-sets.ts';

const DEPTH = 10;
/** A passage that has so much of the right one, or lies so far within it, is right. */
const OVERLAP = 0.5;

export type Ranking = { r1: number; r5: number; mrr10: number };

export type Ranked = { set: string; rankings: Partial<Record<Variant, Ranking>>; milliseconds: number[] };

/** Each passage of the set is one passage of the base. */
export async function rankPassages(db: Database, set: QuestionSet): Promise<Ranked> {
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
  return rank(db, { id: base.id, set }, ({ gold }) => {
    const right = new Set(gold.map((id) => places.get(id)));
    return ({ document_id, start }) => right.has(`${document_id}/${start}`);
  });
}

/** The documents of the set are divided by the product. */
export function rankDocuments(db: Database, { id, set, documents }: FilledBase): Promise<Ranked> {
  const places = new Map<string, { document_id: number; start: number; end: number }>();
  for (const document of set.documents)
    for (const [index, { start, end }] of textOf(document).spans.entries())
      places.set(document.passages[index]?.id ?? '', {
        document_id: documents.get(document.id) ?? 0,
        start,
        end,
      });
  return rank(db, { id, set }, ({ gold }) => {
    const right = gold.flatMap((one) => places.get(one) ?? []);
    return (found) =>
      right.some(({ document_id, start, end }) => {
        const shared = Math.min(end, found.end) - Math.max(start, found.start);
        return (
          document_id === found.document_id &&
          shared >= OVERLAP * Math.min(end - start, found.end - found.start)
        );
      });
  });
}

type IsRight = (question: Question) => (found: Passage) => boolean;

async function rank(
  db: Database,
  { id, set }: Pick<FilledBase, 'id' | 'set'>,
  isRight: IsRight,
): Promise<Ranked> {
  const milliseconds: number[] = [];
  const rankings: Ranked['rankings'] = {};
  for (const variant of VARIANTS) {
    const ranks: number[] = [];
    for (const question of set.questions) {
      const asked = question[variant];
      if (!asked) continue;
      const began = performance.now();
      const found = await searchPassages(db, { knowledge_base_ids: [id], question: asked, limit: DEPTH });
      milliseconds.push(performance.now() - began);
      ranks.push(found.findIndex(isRight(question)));
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
