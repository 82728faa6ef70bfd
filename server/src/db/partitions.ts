/**
 * The parts of `messages`, which are ranges of its `id`: so its keys and the references to it are those of a table in one
 * piece. A month has a range of its own, known beforehand; ids reach it when `moveIds` lets them jump there, never before
 * its part is there. Until then they go on in the part before, so that no insert ever lacks a part.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from './client.ts';

/** `month` as `2026-11`; null for the part that holds what was written before the first month was cut off. */
export type Part = { name: string; month: string | null; from: number; isPending: boolean };

/** More ids than a month can use, and few enough that JavaScript counts months exactly for a million years. */
const IDS_OF_A_MONTH = 2 ** 32;
/** Any fixed number: who moves the sequence holds it. */
const SEQUENCE_LOCK = 7_301_885;

const rangeOf = (month: string): { from: number; to: number } => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const from = ((year - 2000) * 12 + number - 1) * IDS_OF_A_MONTH;
  return { from, to: from + IDS_OF_A_MONTH };
};

const nameOf = (month: string) => `messages_${month.replace('-', '_')}`;

/** Oldest first. One that is pending was left behind by a detachment that was broken off; queries do not see it any more. */
export async function partsOf(db: Queryable): Promise<Part[]> {
  const { rows } = await db.execute<{ name: string; is_pending: boolean }>(sql`
    select c.relname::text as name, i.inhdetachpending as is_pending
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.messages'::regclass`);
  const parts = rows.map(({ name, is_pending }) => {
    const month = /^messages_(\d{4})_(\d{2})$/.exec(name)?.slice(1).join('-') ?? null;
    return { name, month, from: month ? rangeOf(month).from : 0, isPending: is_pending };
  });
  return parts.sort((a, b) => a.from - b.from);
}

/** Made beside the table and attached to it: `messages` can be read and written meanwhile. */
export async function addPart(tx: Transaction | Database, month: string): Promise<void> {
  const name = sql.identifier(nameOf(month));
  const { from, to } = rangeOf(month);
  await tx.execute(
    sql`create table public.${name} (like public.messages including defaults including storage)`,
  );
  await tx.execute(
    sql`alter table public.messages attach partition public.${name} for values from (${exact(from)}) to (${exact(to)})`,
  );
}

const exact = (id: number): SQL => sql.raw(String(id));

/** The parts of which no record belongs to a conversation that somebody still has. */
export async function partsWithoutConversations(db: Queryable, parts: Part[]): Promise<Part[]> {
  const found: Part[] = [];
  for (const part of parts) {
    const { rows } = await db.execute<{ is_used: boolean }>(sql`
      select exists (
        select from public.${sql.identifier(part.name)} m
        join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id where s.erased_at is null) as is_used`);
    if (!rows[0]?.is_used) found.push(part);
  }
  return found;
}

/**
 * Takes a part away for good. Meanwhile everybody reads and writes `messages`: PostgreSQL waits until nobody reads the part
 * any more. Where that is broken off, the part stays pending and is out of sight; the next call finishes it.
 */
export async function dropPart(db: Database, { name, isPending }: Part): Promise<void> {
  const how = isPending ? sql`finalize` : sql`concurrently`;
  await db.execute(sql`alter table public.messages detach partition public.${sql.identifier(name)} ${how}`);
  await dropDetached(db);
}

/** A process that ended between detaching and dropping leaves such a table. */
export async function dropDetached(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not relispartition and relname ~ '^messages_(first|[0-9]{4}_[0-9]{2})$'`);
  for (const { name } of rows)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`);
      await tx.execute(sql`drop table public.${sql.identifier(name)}`);
    });
}

/** How many ids have been given since `from`. */
export async function idsSince(db: Queryable, from: number): Promise<number> {
  const { rows } = await db.execute<{ next: number }>(
    sql`select (last_value + is_called::int)::float8 as next from public.messages_id_seq`,
  );
  return Math.max(0, (rows[0]?.next ?? 0) - Math.max(from, 1));
}

/** Ids go on in the part of the month. It must be there for everybody: committed, that is. Nothing where they are there already. */
export async function moveIds(db: Database, month: string): Promise<void> {
  const { from } = rangeOf(month);
  await db.transaction(async (tx) => {
    // Ids are given meanwhile, each below the range; a second mover would set them back.
    await tx.execute(sql`select pg_advisory_xact_lock(${SEQUENCE_LOCK})`);
    await tx.execute(sql`
      select setval('public.messages_id_seq', ${exact(from)}, false) from public.messages_id_seq
      where last_value < ${exact(from)}`);
  });
}
