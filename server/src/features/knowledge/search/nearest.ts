/** The passages that mean most alike, by pgvector. */
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';
import { asText } from '../embeddings/passage-embeddings.ts';
import type { PassageKey } from './passage.ts';

const NEAREST = 60;

/** A text in the space of an embedding model. */
export type Meaning = { model: string; vector: number[] };

/** Nearest first. */
export async function nearestPassages(
  db: Database,
  { knowledge_base_ids, model, vector }: { knowledge_base_ids: number[] } & Meaning,
): Promise<PassageKey[]> {
  const width = sql.raw(String(vector.length));
  return db.transaction(async (tx) => {
    await widenScan(tx);
    const { rows } = await tx.execute<PassageKey>(sql`
      with near as materialized (
        select knowledge_base_id, passage_id, embedding::vector(${width}) <=> ${asText(vector)}::vector(${width}) distance
        from passage_embeddings
        where knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[]) and model = ${model}
          and vector_dims(embedding) = ${width}
        order by embedding::vector(${width}) <=> ${asText(vector)}::vector(${width})
        fetch first ${NEAREST} rows with ties
      )
      select p.knowledge_base_id, p.id
      from near
      join passages p on p.knowledge_base_id = near.knowledge_base_id and p.id = near.passage_id
      order by near.distance, p.document_hash, p.ordinal, p.id limit ${NEAREST}`);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  });
}

/**
 * The index knows all bases, so that most of what it finds may lie in others: it goes on looking until it has found
 * enough in these. Before version 0.8 pgvector cannot; there it looks at more from the start. For one transaction.
 */
export async function widenScan(tx: Queryable): Promise<void> {
  await tx.execute(sql`
    select case when string_to_array(split_part(extversion, '-', 1), '.')::int[] >= '{0,8}'
      then set_config('hnsw.iterative_scan', 'relaxed_order', true)
      else set_config('hnsw.ef_search', '200', true) end
    from pg_extension where extname = 'vector'`);
}

/** The cosine similarity of each passage that has a vector of the model, by its id. */
export async function similaritiesOf(
  db: Queryable,
  passages: PassageKey[],
  { model, vector }: Meaning,
): Promise<Map<number, number>> {
  const width = sql.raw(String(vector.length));
  const { rows } = await db.execute<{ id: number; similarity: number }>(sql`
    select passage_id id, 1 - (embedding::vector(${width}) <=> ${asText(vector)}::vector(${width})) similarity
    from passage_embeddings
    where knowledge_base_id = any (${sql.param(passages.map((one) => one.knowledge_base_id))}::int[])
      and passage_id = any (${sql.param(passages.map(({ id }) => id))}::bigint[])
      and model = ${model} and vector_dims(embedding) = ${width}`);
  return new Map(rows.map(({ id, similarity }) => [Number(id), Number(similarity)]));
}
