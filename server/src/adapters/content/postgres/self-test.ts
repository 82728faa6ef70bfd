/** Checks, before the first use, that the role of the content database can only read content. */
import type pg from 'pg';

/** Each row is one excess right. Catalogue tables are readable by every role and are left out. */
const EXCESS = `
select case
  when r.rolsuper then 'é superusuária'
  when r.rolcreaterole then 'pode criar usuários'
  when r.rolcreatedb then 'pode criar bancos de dados'
  when r.rolreplication then 'pode replicar o servidor'
  when r.rolbypassrls then 'ignora políticas de linhas' end what
from pg_roles r where r.rolname = current_user
  and (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls)
union all
select 'faz parte de ' || g.rolname from pg_roles g
where g.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data',
    'pg_signal_backend', 'pg_checkpoint', 'pg_maintain', 'pg_database_owner')
  and pg_has_role(current_user, g.oid, 'usage')
union all
(select 'pode alterar a tabela ' || n.nspname || '.' || c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
  and n.nspname not like 'pg\\_%' and (pg_has_role(current_user, c.relowner, 'usage')
    or has_table_privilege(c.oid, 'insert, update, delete, truncate, trigger')
    or has_any_column_privilege(c.oid, 'insert, update'))
limit 1)
union all
(select 'pode criar objetos no esquema ' || n.nspname from pg_namespace n
where has_schema_privilege(n.oid, 'create') and n.nspname not like 'pg\\_temp%' and n.nspname not like 'pg\\_toast%'
limit 1)
union all
(select 'enxerga as tabelas do próprio Prosa (' || n.nspname || '.' || c.relname || ')'
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relname in ('refresh_tokens', 'token_entries', 'temporary_passwords') and has_table_privilege(c.oid, 'select')
limit 1)`;

/** The excess rights of the role, in Portuguese; empty when there are none. */
export async function excessRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(EXCESS);
  return rows.map(({ what }) => what);
}

/**
 * Whether the role may still call what this release's `prepare-role.sql` revokes: functions that PostgreSQL lets everybody
 * call and that fill the log of changes or the memory. Logged and not refused: no data can be changed by them, and where
 * the server is somebody else's they cannot be revoked.
 */
export async function isPreparedByEarlierRelease(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean | null }>(`
    select bool_or(has_function_privilege(oid, 'execute')) may from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and proname in ('pg_logical_emit_message', 'repeat', 'array_fill')`);
  return rows[0]?.may === true;
}
