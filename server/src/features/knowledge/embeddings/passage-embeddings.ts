/**
 * Where passages lie in an embedding model's space. The table is no part of the schema: it is made where PostgreSQL has
 * the `vector` extension and an operator names a model, and search goes by words alone everywhere else.
 */
import { type SQL, sql } from 'drizzle-orm';
import { RESIDENCIES, type Residency } from '#contract/model-sets.ts';
import type { Embedder } from '../../../adapters/models/model.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { agent_knowledge_bases, agents } from '../../../db/tables/agents.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { canReread } from '../documents/store.ts';

export type PassageVector = { knowledge_base_id: number; passage_id: number; vector: number[] };

/** Any fixed number: two processes that start together would both make the table. */
const TABLE_LOCK = 7_301_887;
/** pgvector's index takes no more; beyond it the nearest are found by looking at all. */
const INDEXED_MAX = 2_000;

export async function hasEmbeddings(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ is_there: boolean }>(
    sql`select to_regclass('public.passage_embeddings') is not null is_there`,
  );
  return rows[0]?.is_there ?? false;
}

/** False where the server has no pgvector. */
export async function ensureEmbeddings(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ is_there: boolean }>(
    sql`select to_regclass('public.passage_embedding_failures') is not null is_there`,
  );
  if (rows[0]?.is_there) return true;
  const { rowCount } = await db.execute(sql`select from pg_available_extensions where name = 'vector'`);
  if (!rowCount) return false;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TABLE_LOCK})`);
    await tx.execute(sql`create extension if not exists vector`);
    await tx.execute(sql`
      create table if not exists passage_embeddings (
        knowledge_base_id integer not null,
        passage_id bigint not null,
        model text not null,
        embedding vector not null,
        primary key (knowledge_base_id, passage_id),
        foreign key (knowledge_base_id, passage_id) references passages (knowledge_base_id, id) on delete cascade
      )`);
    // Passages whose text the embedder refuses, however short it is made.
    await tx.execute(sql`
      create table if not exists passage_embedding_failures (
        knowledge_base_id integer not null,
        passage_id bigint not null,
        model text not null,
        primary key (knowledge_base_id, passage_id),
        foreign key (knowledge_base_id, passage_id) references passages (knowledge_base_id, id) on delete cascade
      )`);
  });
  return true;
}

export async function putEmbeddings(db: Database, model: string, vectors: PassageVector[]): Promise<void> {
  const width = vectors[0]?.vector.length ?? 0;
  const column = <T>(pick: (vector: PassageVector) => T) => sql.param(vectors.map(pick));
  await ensureIndex(db, width);
  // A passage that was deleted meanwhile is left out.
  await db.execute(sql`
    insert into passage_embeddings (knowledge_base_id, passage_id, model, embedding)
    select p.knowledge_base_id, p.id, ${model}, given.embedding::vector
    from unnest(
      ${column(({ knowledge_base_id }) => knowledge_base_id)}::int[], ${column(({ passage_id }) => passage_id)}::bigint[],
      ${column(({ vector }) => asText(vector))}::text[]
    ) given(knowledge_base_id, passage_id, embedding)
    join passages p on p.knowledge_base_id = given.knowledge_base_id and p.id = given.passage_id
    on conflict (knowledge_base_id, passage_id) do update set model = excluded.model, embedding = excluded.embedding`);
}

/** A refused passage is passed over until another model is configured. */
export async function noteFailure(
  db: Database,
  model: string,
  { knowledge_base_id, passage_id }: Pick<PassageVector, 'knowledge_base_id' | 'passage_id'>,
): Promise<void> {
  await db.execute(sql`
    insert into passage_embedding_failures (knowledge_base_id, passage_id, model)
    select knowledge_base_id, id, ${model} from passages
    where knowledge_base_id = ${knowledge_base_id} and id = ${passage_id}
    on conflict (knowledge_base_id, passage_id) do update set model = excluded.model`);
}

/** One for each width: vectors of different widths cannot share one. */
async function ensureIndex(db: Database, width: number): Promise<void> {
  if (width < 1 || width > INDEXED_MAX) return;
  await db.execute(sql`
    create index if not exists ${sql.identifier(`passage_embeddings_${width}`)} on passage_embeddings
    using hnsw ((embedding::vector(${sql.raw(String(width))})) vector_cosine_ops)
    where vector_dims(embedding) = ${sql.raw(String(width))}`);
}

/** The name under which the vectors of an embedder are kept. */
export const vectorName = ({ name, vector_name = name }: Pick<Embedder, 'name' | 'vector_name'>): string =>
  vector_name;

/** Whether the embedder may be sent what must stay within `residency_max`. */
export const isAllowedFor = (
  { residency = 'exterior' }: Pick<Embedder, 'residency'>,
  residency_max: Residency,
): boolean => RESIDENCIES.indexOf(residency) <= RESIDENCIES.indexOf(residency_max);

export type UnseenPassage = Omit<PassageVector, 'vector'> & { text: string };

/**
 * Passages that the embedder has not seen, or another one has, without those that it refuses. Bases of an agent whose sources must not leave as far as
 * to its provider are left out.
 */
export async function unseenPassages(
  db: Queryable,
  embedder: Pick<Embedder, 'name' | 'vector_name' | 'residency'>,
  limit: number,
): Promise<UnseenPassage[]> {
  const { rows } = await db.execute<UnseenPassage>(sql`
    select p.knowledge_base_id, p.id passage_id, concat_ws(E'\n', nullif(p.section, ''), p.content) "text"
    from passages p left join passage_embeddings e
      on e.knowledge_base_id = p.knowledge_base_id and e.passage_id = p.id and e.model = ${vectorName(embedder)}
    where e.passage_id is null and not exists (
        select from passage_embedding_failures f
        where f.knowledge_base_id = p.knowledge_base_id and f.passage_id = p.id and f.model = ${vectorName(embedder)})
      and not ${isForbidden(sql`p.knowledge_base_id`, embedder)}
    order by p.knowledge_base_id, p.id limit ${limit}`);
  return rows.map((row) => ({ ...row, passage_id: Number(row.passage_id) }));
}

const forbiddenFor = (embedder: Pick<Embedder, 'residency'>): Residency[] =>
  RESIDENCIES.filter((residency) => !isAllowedFor(embedder, residency));

/** Bases of an agent whose sources must not leave as far as to the embedder's provider. */
const isForbidden = (knowledge_base_id: SQL, embedder: Pick<Embedder, 'residency'>): SQL => sql`
  ${knowledge_base_id} = any (array(
    select l.knowledge_base_id from ${agent_knowledge_bases} l join ${agents} a on a.id = l.agent_id
    where a.residency_max = any (${sql.param(forbiddenFor(embedder))}::text[])))`;

/** By base, how many passages of documents with an old text would be sent if they were read again. */
export async function passagesToEmbed(
  db: Queryable,
  embedder: Embedder | null | undefined,
  ids: number[],
): Promise<ReadonlyMap<number, number>> {
  if (!embedder || !ids.length || !(await hasEmbeddings(db))) return new Map();
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select p.knowledge_base_id id, count(*)::int count
    from ${documents} join passages p
      on p.knowledge_base_id = ${documents.knowledge_base_id} and p.document_id = ${documents.id}
    where ${documents.knowledge_base_id} = any (${sql.param(ids)}::int[]) and ${canReread}
      and not ${isForbidden(sql`${documents.knowledge_base_id}`, embedder)}
    group by p.knowledge_base_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Those of these bases that have passages which were sent farther than `residency_max`. */
export async function basesThatLeft(
  db: Queryable,
  embedder: Embedder | null | undefined,
  { ids, residency_max }: { ids: number[]; residency_max: Residency },
): Promise<ReadonlySet<number>> {
  if (residency_max === 'exterior' || !(await hasEmbeddings(db))) return new Set();
  // The residency of an earlier embedder is not known any more.
  const allowed = embedder && isAllowedFor(embedder, residency_max) ? vectorName(embedder) : '';
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from unnest(${sql.param(ids)}::int[]) id where exists (
      select from passage_embeddings e where e.knowledge_base_id = id and e.model <> ${allowed})`);
  return new Set(rows.map(({ id }) => id));
}

export const asText = (vector: number[]): string => `[${vector.join(',')}]`;
