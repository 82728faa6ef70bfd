/** Reads data sources with the agents that use them. */
import { asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { agent_data_sources, agents } from '../../../db/tables/agents.ts';
import { data_sources } from '../../../db/tables/data-sources.ts';

/** A data source as a handler returns it; times are serialised to text. */
export type StoredSource = Omit<DataSource, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};

const agentsOfSource = sql<DataSource['agents']>`coalesce((
  select json_agg(json_build_object('id', ${agents}.id, 'name', ${agents}.name, 'description', ${agents}.description,
    'deploy_status', ${agents}.deploy_status) order by fold_text(${agents}.name), ${agents}.id)
  from ${agent_data_sources} join ${agents} on ${agents}.id = ${agent_data_sources}.agent_id
  where ${agent_data_sources}.data_source_id = ${data_sources}.id), '[]')`;

/** No connection is the first one. */
export const connectionOfSource = sql<number>`coalesce(${data_sources.connection_id}, ${FIRST_CONNECTION}::int)`;

const shown = {
  id: data_sources.id,
  name: data_sources.name,
  description: data_sources.description,
  rag_type: data_sources.rag_type,
  rag_config: data_sources.rag_config,
  connection_id: connectionOfSource,
  agents: agentsOfSource,
  created_at: data_sources.created_at,
  updated_at: data_sources.updated_at,
};

const lastChangedFirst = [desc(data_sources.updated_at), asc(data_sources.id)];

export async function listDataSources(
  db: Queryable,
  { skip, limit, search }: { skip: number; limit: number; search?: string },
): Promise<{ rows: StoredSource[]; total: number }> {
  const admitted = search ? mentions(search) : undefined;
  const [counted] = await db.select({ total: count() }).from(data_sources).where(admitted);
  const rows = await db
    .select(shown)
    .from(data_sources)
    .where(admitted)
    .orderBy(...lastChangedFirst)
    .limit(limit)
    .offset(skip);
  return { rows, total: counted?.total ?? 0 };
}

export function findDataSources(db: Queryable, ids: number[]): Promise<StoredSource[]> {
  return db
    .select(shown)
    .from(data_sources)
    .where(inArray(data_sources.id, ids))
    .orderBy(...lastChangedFirst);
}

export async function requireDataSource(db: Queryable, id: number): Promise<StoredSource> {
  const [source] = await findDataSources(db, [id]);
  if (!source) throw new AppError('data_source_not_found');
  return source;
}

/** A substring match without case and accents; the search text has no wildcards. */
const mentions = (search: string): SQL =>
  sql`(strpos(fold_text(${data_sources.name}), fold_text(${search})) > 0
    or strpos(fold_text(coalesce(${data_sources.description}, '')), fold_text(${search})) > 0)`;
