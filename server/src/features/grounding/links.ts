/** The links of an agent to what it reads: shown, made, taken away. What shapes answers keeps a version. */
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agent_data_sources, agent_knowledge_bases } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';

import { changeConfiguration } from '../agents/candidate/candidate.ts';
import { auditLabel, lockAgent, requireAgent } from '../agents/store.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { findDataSources, requireDataSource, type StoredSource } from '../data-sources/settings/store.ts';
import { type ShowingContext, type ShownBase, showBases } from '../knowledge/bases.ts';
import { basesThatLeft } from '../knowledge/embeddings/passage-embeddings.ts';

type LinkContext = Pick<AppContext, 'db' | 'clock' | 'models' | 'recognition'>;
type LinkedBase = ShownBase & { has_left: boolean };
type BaseLink = { agent_id: number; knowledge_base_id: number };
type SourceLink = { agent_id: number; data_source_id: number };

export async function basesOf(
  { db, models, recognition, clock }: ShowingContext,
  agent_id: number,
): Promise<LinkedBase[]> {
  const { residency_max } = await requireAgent(db, agent_id);
  const links = await db
    .select()
    .from(agent_knowledge_bases)
    .where(eq(agent_knowledge_bases.agent_id, agent_id));
  const ids = links.map(({ knowledge_base_id }) => knowledge_base_id);
  const left = await basesThatLeft(db, models.embedder, { ids, residency_max });
  return (await showBases({ db, models, recognition, clock }, ids)).map((base) => ({
    ...base,
    has_left: left.has(base.id),
  }));
}

export async function sourcesOf(db: Queryable, agent_id: number): Promise<StoredSource[]> {
  await requireAgent(db, agent_id);
  const links = await db.select().from(agent_data_sources).where(eq(agent_data_sources.agent_id, agent_id));
  return findDataSources(
    db,
    links.map(({ data_source_id }) => data_source_id),
  );
}

/** The agent's bases afterwards; linking twice is linking once. */
export const linkBase = (context: LinkContext, by: Actor, link: BaseLink): Promise<LinkedBase[]> =>
  changeBases(context, by, link, {
    action: 'agent.knowledge_base_linked',
    side: 'after',
    write: (tx) => tx.insert(agent_knowledge_bases).values(link).onConflictDoNothing(),
  });

export const unlinkBase = (context: LinkContext, by: Actor, link: BaseLink): Promise<LinkedBase[]> =>
  changeBases(context, by, link, {
    action: 'agent.knowledge_base_unlinked',
    side: 'before',
    write: (tx) => {
      const { agent_id, knowledge_base_id } = agent_knowledge_bases;
      const isLink = and(eq(agent_id, link.agent_id), eq(knowledge_base_id, link.knowledge_base_id));
      return tx.delete(agent_knowledge_bases).where(isLink);
    },
  });

/** The source afterwards, with all agents that read it. */
export const linkSource = (context: LinkContext, by: Actor, link: SourceLink): Promise<StoredSource> =>
  changeSources(context, by, link, {
    action: 'agent.data_source_linked',
    side: 'after',
    write: (tx) => tx.insert(agent_data_sources).values(link).onConflictDoNothing(),
  });

export const unlinkSource = (context: LinkContext, by: Actor, link: SourceLink): Promise<StoredSource> =>
  changeSources(context, by, link, {
    action: 'agent.data_source_unlinked',
    side: 'before',
    write: (tx) => {
      const { agent_id, data_source_id } = agent_data_sources;
      const isLink = and(eq(agent_id, link.agent_id), eq(data_source_id, link.data_source_id));
      return tx.delete(agent_data_sources).where(isLink);
    },
  });

type Write = (tx: Transaction) => PromiseLike<{ rowCount: number | null }>;

function changeBases(
  context: LinkContext,
  by: Actor,
  { agent_id, knowledge_base_id }: BaseLink,
  change: LinkChange,
): Promise<LinkedBase[]> {
  return context.db.transaction(async (tx) => {
    const base = await hold(tx, knowledge_bases, knowledge_base_id);
    if (!base) throw new AppError('knowledge_base_not_found');
    const linked = { knowledge_base_id, knowledge_base: base.name };
    await changeAgent(tx, agent_id, { ...change, by, linked, now: context.clock.now() });
    return basesOf({ ...context, db: tx }, agent_id);
  });
}

function changeSources(
  context: LinkContext,
  by: Actor,
  { agent_id, data_source_id }: SourceLink,
  change: LinkChange,
): Promise<StoredSource> {
  return context.db.transaction(async (tx) => {
    const source = await hold(tx, data_sources, data_source_id);
    if (!source) throw new AppError('data_source_not_found');
    const linked = { data_source_id, data_source: source.name };
    await changeAgent(tx, agent_id, { ...change, by, linked, now: context.clock.now() });
    return requireDataSource(tx, data_source_id);
  });
}

/** `side`: when the link was there. */
type LinkChange = { action: string; side: 'before' | 'after'; write: Write };
type Noted = LinkChange & { by: Actor; linked: Record<string, unknown>; now: Date };

async function changeAgent(
  tx: Transaction,
  id: number,
  { by, action, side, linked, write, now }: Noted,
): Promise<void> {
  const agent = await lockAgent(tx, id);
  let rowCount: number | null = 0;
  const isCandidate = await changeConfiguration(tx, agent, { user_id: by.user_id, now }, async () => {
    ({ rowCount } = await write(tx));
  });
  const noted = { ...linked, ...(isCandidate && { candidate: true }) };
  if (rowCount) await recordChange(tx, by, { action, ...auditLabel(agent), [side]: noted }, now);
}

/** The name, under a lock that prevents deletion until the transaction ends. Undefined when it does not exist. */
async function hold(
  tx: Transaction,
  table: typeof knowledge_bases | typeof data_sources,
  id: number,
): Promise<{ name: string } | undefined> {
  const [held] = await tx.select({ name: table.name }).from(table).where(eq(table.id, id)).for('key share');
  return held;
}
