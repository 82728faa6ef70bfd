/** The passages that mean most alike, and how they share a list with those that say it in the same words. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { asText } from '../embeddings/passage-embeddings.ts';
import { joinDocuments, type Passage, passageColumns } from './passage.ts';

export const NEAREST = 60;
/** The constant of reciprocal rank fusion: the larger, the less the first ranks differ. */
const K = 60;

export async function nearestPassages(
  db: Database,
  { knowledge_base_ids, model, vector }: { knowledge_base_ids: number[]; model: string; vector: number[] },
): Promise<Passage[]> {
  const width = sql.raw(String(vector.length));
  return db.transaction(async (tx) => {
    // The index knows all bases: it goes on looking until it has found enough in these.
    await tx.execute(sql`set local hnsw.iterative_scan = relaxed_order`);
    const { rows } = await tx.execute<Passage>(sql`
      with near as materialized (
        select knowledge_base_id, passage_id, embedding::vector(${width}) <=> ${asText(vector)}::vector(${width}) distance
        from passage_embeddings
        where knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[]) and model = ${model}
          and vector_dims(embedding) = ${width}
        order by embedding::vector(${width}) <=> ${asText(vector)}::vector(${width})
        fetch first ${NEAREST} rows with ties
      )
      select ${passageColumns}, 1 - near.distance score
      from near
      join passages p on p.knowledge_base_id = near.knowledge_base_id and p.id = near.passage_id
      ${joinDocuments}
      order by near.distance, p.document_hash, p.ordinal, p.id limit ${NEAREST}`);
    return rows.map((row) => ({ ...row, id: Number(row.id), score: Number(row.score), coverage: 0 }));
  });
}

/** Reciprocal rank fusion. What is in one list only is not lost, and comes after what is high in both. */
export function fused(byWords: Passage[], byMeaning: Passage[]): Passage[] {
  const all = new Map<number, Passage>();
  for (const list of [byWords, byMeaning])
    for (const [rank, passage] of list.entries()) {
      const known = all.get(passage.id);
      const share = 1 / (K + rank + 1);
      all.set(passage.id, { ...(known ?? passage), score: (known?.score ?? 0) + share });
    }
  // Equal scores stay as the lists have them, those of the first list before the others.
  return [...all.values()].sort((a, b) => b.score - a.score);
}
