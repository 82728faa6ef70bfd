/** The rows that link an agent to knowledge bases and data sources. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agent_data_sources, agent_knowledge_bases } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';

/** Ids. */
export type Links = { knowledge_bases: number[]; data_sources: number[] };

export async function linkAll(tx: Transaction, agent_id: number, links: Links): Promise<void> {
  if (links.knowledge_bases.length)
    await tx
      .insert(agent_knowledge_bases)
      .values(links.knowledge_bases.map((knowledge_base_id) => ({ agent_id, knowledge_base_id })));
  if (links.data_sources.length)
    await tx
      .insert(agent_data_sources)
      .values(links.data_sources.map((data_source_id) => ({ agent_id, data_source_id })));
}

export async function unlinkAll(tx: Transaction, agent_id: number): Promise<void> {
  await tx.delete(agent_knowledge_bases).where(eq(agent_knowledge_bases.agent_id, agent_id));
  await tx.delete(agent_data_sources).where(eq(agent_data_sources.agent_id, agent_id));
}

type Named = { id: number; name: string };

/** Divides kept links into those whose target still exists, and the names of the others. */
export async function existingLinks(
  db: Queryable,
  kept: { knowledge_bases: Named[]; data_sources: Named[] },
): Promise<{ links: Links; missing: string[] }> {
  const bases = await existing(db, knowledge_bases, kept.knowledge_bases);
  const sources = await existing(db, data_sources, kept.data_sources);
  const gone = (named: Named[], ids: Set<number>) =>
    named.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
  return {
    links: { knowledge_bases: [...bases], data_sources: [...sources] },
    missing: [...gone(kept.knowledge_bases, bases), ...gone(kept.data_sources, sources)],
  };
}

type Linkable = typeof knowledge_bases | typeof data_sources;

/** Held until the transaction ends: nobody deletes one of them while it is being linked. */
async function existing(db: Queryable, table: Linkable, named: Named[]): Promise<Set<number>> {
  if (!named.length) return new Set();
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(
      inArray(
        table.id,
        named.map(({ id }) => id),
      ),
    )
    .orderBy(asc(table.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/**
 * The links that names mean here. A name that several bases bear means as many of them as it is said times,
 * the oldest first; a name that none bears is missing.
 */
export async function findLinksByName(
  db: Queryable,
  names: { knowledge_bases: string[]; data_sources: string[] },
): Promise<{ links: Links; missing: string[] }> {
  const bases = await findByName(db, knowledge_bases, names.knowledge_bases);
  const sources = await findByName(db, data_sources, names.data_sources);
  return {
    links: { knowledge_bases: bases.ids, data_sources: sources.ids },
    missing: [...bases.missing, ...sources.missing],
  };
}

async function findByName(
  db: Queryable,
  table: Linkable,
  names: string[],
): Promise<{ ids: number[]; missing: string[] }> {
  if (!names.length) return { ids: [], missing: [] };
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.name, names))
    .orderBy(asc(table.id))
    .for('key share');
  const ids: number[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const place = rows.findIndex((row) => row.name === name);
    const [row] = place < 0 ? [] : rows.splice(place, 1);
    if (row) ids.push(row.id);
    else missing.push(name);
  }
  return { ids, missing };
}
