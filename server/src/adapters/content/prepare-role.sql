-- Prepares the role that data sources are read with. Run it once, as the owner, IN THE CONTENT DATABASE:
-- a database of its own, never the one the application keeps its accounts and conversations in.
--
--   createdb conteudo
--   psql conteudo -f prepare-role.sql
--   psql conteudo -c "alter role prosa_leitor password '...'"
--   DATASOURCE_DATABASE_URL=postgres://prosa_leitor:...@host/conteudo
--
-- It also prepares the role that writes uploaded spreadsheets, and nothing else, into the schema `sheets`:
--
--   psql conteudo -c "alter role prosa_planilhas password '...'"
--   SHEETS_DATABASE_URL=postgres://prosa_planilhas:...@host/conteudo
--
-- It may be run again at any time. What it takes away from PUBLIC it takes away in this database only.

do $$ begin
  if not exists (select from pg_roles where rolname = 'prosa_leitor') then
    create role prosa_leitor login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
end $$;

alter role prosa_leitor connection limit 20;
alter role prosa_leitor set default_transaction_read_only = on;
-- Each question sets 10 seconds for itself; this is the most that anything of this role may take.
alter role prosa_leitor set statement_timeout = '30s';
alter role prosa_leitor set lock_timeout = '2s';
alter role prosa_leitor set idle_in_transaction_session_timeout = '30s';
alter role prosa_leitor set temp_file_limit = '64MB';
alter role prosa_leitor set work_mem = '8MB';
alter role prosa_leitor set hash_mem_multiplier = 1;
alter role prosa_leitor set jit = off;
alter role prosa_leitor set max_parallel_workers_per_gather = 0;
alter role prosa_leitor set search_path = public;

-- Reading the tables of one schema, those to come as well, and nothing else.
do $$ begin execute format('revoke all on database %I from public', current_database()); end $$;
do $$ begin execute format('grant connect on database %I to prosa_leitor', current_database()); end $$;
revoke all on schema public from public;
grant usage on schema public to prosa_leitor;
grant select on all tables in schema public to prosa_leitor;
alter default privileges in schema public grant select on tables to prosa_leitor;

-- Spreadsheets: one role writes them, the other reads them.
do $$ begin
  if not exists (select from pg_roles where rolname = 'prosa_planilhas') then
    create role prosa_planilhas login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
end $$;
alter role prosa_planilhas connection limit 10;
alter role prosa_planilhas set statement_timeout = '300s';
alter role prosa_planilhas set lock_timeout = '10s';
alter role prosa_planilhas set idle_in_transaction_session_timeout = '60s';
alter role prosa_planilhas set search_path = sheets;
do $$ begin execute format('grant connect on database %I to prosa_planilhas', current_database()); end $$;
create schema if not exists sheets;
revoke all on schema sheets from public;
grant usage, create on schema sheets to prosa_planilhas;
grant usage on schema sheets to prosa_leitor;

-- The application's own database, where it lies in the same server, is closed to both roles. PostgreSQL lets every role
-- connect to every database: other roles that shall reach it need `grant connect on database prosa to ...`. The database
-- is called prosa unless said otherwise:
--
--   PGOPTIONS="-c prosa.application_database=name" psql conteudo -f prepare-role.sql
do $$
declare application name := coalesce(nullif(current_setting('prosa.application_database', true), ''), 'prosa');
begin
  if application = current_database() or not exists (select from pg_database where datname = application) then
    return;
  end if;
  execute format('revoke connect, temporary on database %I from public', application);
  execute format('revoke connect, temporary on database %I from prosa_leitor, prosa_planilhas', application);
exception when insufficient_privilege then
  raise warning 'prosa_leitor and prosa_planilhas can still connect to %: run this script as its owner', application;
end $$;

-- PostgreSQL lets everybody call these: with them a read-only query could lift its own limits, hold locks, keep a
-- connection busy, wake others, fill the server's log of changes, read what the role itself may not, such as what is
-- asked at the same moment, or make a gigabyte out of a few letters. The others either look only or ask for rights that
-- the role has not.
do $$
declare called regprocedure;
declare kept text[] := '{}';
begin
  for called in
    select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'pg_catalog' and (
      p.proname in ('set_config', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'pg_terminate_backend',
        'pg_cancel_backend', 'pg_notify', 'pg_stat_file', 'pg_ls_dir', 'pg_read_file', 'pg_read_binary_file',
        'query_to_xml', 'query_to_xmlschema', 'query_to_xml_and_xmlschema', 'table_to_xml', 'table_to_xmlschema',
        'table_to_xml_and_xmlschema', 'schema_to_xml', 'schema_to_xmlschema', 'schema_to_xml_and_xmlschema',
        'database_to_xml', 'database_to_xmlschema', 'database_to_xml_and_xmlschema', 'cursor_to_xml',
        'cursor_to_xmlschema', 'pg_stat_get_activity', 'pg_stat_get_backend_activity', 'pg_logical_emit_message',
        'nextval', 'setval', 'pg_switch_wal', 'pg_promote', 'loread', 'lowrite', 'txid_current',
        'pg_current_xact_id', 'pg_export_snapshot', 'repeat', 'array_fill')
      or p.proname like 'pg_advisory%' or p.proname like 'pg_try_advisory%' or p.proname like 'lo\_%')
  loop
    begin
      execute format('revoke execute on function %s from public', called);
    exception when insufficient_privilege then
      kept := kept || called::text;
    end;
  end loop;
  if cardinality(kept) > 0 then
    raise warning 'only a superuser can revoke these from everybody: %', array_to_string(kept, ', ');
  end if;
end $$;
