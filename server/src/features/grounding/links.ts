/** The links of an agent to what it reads: shown, made, taken away. What shapes answers keeps a version. */
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agent_data_sources, agent_knowledge_bases } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { AppError } from '../../http/app-error.ts';
import type { World } from '../../world.ts';
import { lockAgent, requireAgent } from '../agents/store.ts';
import { keepVersion, type VersionMaker } from '../agents/versions.ts';
import { findDataSources, requireDataSource, type ShownSource } from '../data-sources/store.ts';
import { listKnowledgeBases, type ShownBase } from '../knowledge/store.ts';

type LinkWorld = Pick<World, 'db' | 'clock'>;
type Editor = { user_id: number };
type BaseLink = { agent_id: number; knowledge_base_id: number };
type SourceLink = { agent_id: number; data_source_id: number };

export async function basesOf(db: Queryable, agent_id: number): Promise<ShownBase[]> {
  await requireAgent(db, agent_id);
  const links = await db
    .select()
    .from(agent_knowledge_bases)
    .where(eq(agent_knowledge_bases.agent_id, agent_id));
  return listKnowledgeBases(
    db,
    links.map(({ knowledge_base_id }) => knowledge_base_id),
  );
}

export async function sourcesOf(db: Queryable, agent_id: number): Promise<ShownSource[]> {
  await requireAgent(db, agent_id);
  const links = await db.select().from(agent_data_sources).where(eq(agent_data_sources.agent_id, agent_id));
  return findDataSources(
    db,
    links.map(({ data_source_id }) => data_source_id),
  );
}

/** The agent's bases afterwards; linking twice is linking once. */
export const linkBase = (world: LinkWorld, editor: Editor, link: BaseLink): Promise<ShownBase[]> =>
  changeBases(world, editor, link, (tx) =>
    tx.insert(agent_knowledge_bases).values(link).onConflictDoNothing(),
  );

export const unlinkBase = (world: LinkWorld, editor: Editor, link: BaseLink): Promise<ShownBase[]> =>
  changeBases(world, editor, link, (tx) => {
    const { agent_id, knowledge_base_id } = agent_knowledge_bases;
    const isLink = and(eq(agent_id, link.agent_id), eq(knowledge_base_id, link.knowledge_base_id));
    return tx.delete(agent_knowledge_bases).where(isLink);
  });

/** The source afterwards, with all agents that read it. */
export const linkSource = (world: LinkWorld, editor: Editor, link: SourceLink): Promise<ShownSource> =>
  changeSources(world, editor, link, (tx) =>
    tx.insert(agent_data_sources).values(link).onConflictDoNothing(),
  );

export const unlinkSource = (world: LinkWorld, editor: Editor, link: SourceLink): Promise<ShownSource> =>
  changeSources(world, editor, link, (tx) => {
    const { agent_id, data_source_id } = agent_data_sources;
    const isLink = and(eq(agent_id, link.agent_id), eq(data_source_id, link.data_source_id));
    return tx.delete(agent_data_sources).where(isLink);
  });

type Write = (tx: Transaction) => PromiseLike<unknown>;

function changeBases(world: LinkWorld, editor: Editor, link: BaseLink, write: Write): Promise<ShownBase[]> {
  return world.db.transaction(async (tx) => {
    if (!(await hold(tx, knowledge_bases, link.knowledge_base_id)))
      throw new AppError('knowledge_base_not_found');
    await changeAgent(tx, link.agent_id, { user_id: editor.user_id, now: world.clock.now() }, write);
    return basesOf(tx, link.agent_id);
  });
}

function changeSources(
  world: LinkWorld,
  editor: Editor,
  link: SourceLink,
  write: Write,
): Promise<ShownSource> {
  return world.db.transaction(async (tx) => {
    if (!(await hold(tx, data_sources, link.data_source_id))) throw new AppError('data_source_not_found');
    await changeAgent(tx, link.agent_id, { user_id: editor.user_id, now: world.clock.now() }, write);
    return requireDataSource(tx, link.data_source_id);
  });
}

async function changeAgent(tx: Transaction, id: number, maker: VersionMaker, write: Write): Promise<void> {
  await lockAgent(tx, id);
  await write(tx);
  await keepVersion(tx, id, maker);
}

/** Whether it exists; then nobody deletes it before the transaction ends. */
async function hold(
  tx: Transaction,
  table: typeof knowledge_bases | typeof data_sources,
  id: number,
): Promise<boolean> {
  const [held] = await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('key share');
  return held !== undefined;
}
