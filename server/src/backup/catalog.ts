/** Tables and sequences of the product, read from PostgreSQL's catalogue: a new table needs no line here. */
import pg from 'pg';

export type Table = { table: string; columns: string[]; has_parts: boolean };
export type Sequence = { sequence: string; last_value: string; is_called: boolean };

/**
 * Derived tables, which are not copied: a job makes vectors again where the server has pgvector, positions of writes are
 * those of one server, and triggers note the running answers as their records come back.
 */
const DERIVED = ['passage_embeddings', 'passage_embedding_failures', 'write_positions', 'running_answers'];

export const quoted = (name: string) => pg.escapeIdentifier(name);
/** As COPY names a table. */
export const copyTarget = ({ table, columns }: Omit<Table, 'has_parts'>) =>
  `public.${quoted(table)} (${columns.map(quoted).join(', ')})`;
/** A table in parts is read by a query, part after part. */
export const copySource = ({ has_parts, ...table }: Table) =>
  has_parts
    ? `(select ${table.columns.map(quoted).join(', ')} from public.${quoted(table.table)})`
    : copyTarget(table);

/** Tables of the public schema without those of extensions; generated columns are left out. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text "table", array_agg(a.attname::text order by a.attnum) columns, c.relkind = 'p' has_parts
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1, c.relkind order by 1`,
    [DERIVED],
  );
  return rows;
}

/** Sequences are not transactional: read after the tables are locked, they are never behind. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text sequence, coalesce(last_value, start_value)::text last_value,
      last_value is not null is_called
    from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** Whether the database holds nothing but extensions. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace in (
          select oid from pg_namespace where nspname in ('public', 'drizzle', 'pgboss'))
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) found`,
  );
  return !rows[0]?.found;
}

/** Drops everything but extensions, which not every role may create. */
export async function clear(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with own as (select oid from pg_namespace where nspname = 'public'),
      theirs as (select objid from pg_depend where deptype = 'e')
    select format('drop table if exists %s cascade', oid::regclass) statement from pg_class
      where relnamespace in (select * from own) and relkind in ('r', 'p') and oid not in (select * from theirs)
    union all
    select format('drop view if exists %s cascade', oid::regclass) from pg_class
      where relnamespace in (select * from own) and relkind = 'v' and oid not in (select * from theirs)
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace in (select * from own) and oid not in (select * from theirs)
    union all
    select format('drop text search configuration if exists %s cascade', oid::regconfig) from pg_ts_config
      where cfgnamespace in (select * from own) and oid not in (select * from theirs)
    union all
    select format('drop text search dictionary if exists %s cascade', oid::regdictionary) from pg_ts_dict
      where dictnamespace in (select * from own) and oid not in (select * from theirs)
    union all
    select format('drop type if exists %s cascade', oid::regtype) from pg_type
      where typnamespace in (select * from own) and typtype in ('e', 'd') and oid not in (select * from theirs)`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query('drop schema if exists drizzle cascade; drop schema if exists pgboss cascade');
}

/**
 * Drops foreign keys and plain indexes for loading; the returned statements create them again, and PostgreSQL then checks
 * every row. Indexes of parts go with that of their table and come back before it, which then takes them for its own.
 */
export async function setAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string | null; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) "drop",
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) "create", 2 step
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select case when not c.relispartition then format('drop index %s', indexrelid::regclass) end,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), case when c.relispartition then 0 else 1 end
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by step desc, "drop", "create"`,
  );
  for (const row of rows) if (row.drop) await client.query(row.drop);
  // Indexes first: the checks of foreign keys use them.
  return rows.map(({ create }) => create).toReversed();
}

export async function fill(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { sequence, last_value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [
      `public.${quoted(sequence)}`,
      last_value,
      is_called,
    ]);
}
