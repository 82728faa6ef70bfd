/** Base queries that administrators may write: harmless, wrong and hostile. */
export const QUERIES = [
  'select id, numero, municipio, uf, objeto from licitacoes order by id',
  'select * from licitacoes where id = $1',
  "select n, rpad('x', 1000) as word from generate_series(1, 2000) as n",
  'select 1; drop table licitacoes',
  'with x as (delete from licitacoes returning *) select * from x',
  'select * from pg_shadow',
  'select 1/0',
  "select '{' || chr(0)",
  'select',
  '-- nada',
  ') as q; select * from (select 1',
  'select * from licitacoes for update',
  "select 'a'::int",
  "copy licitacoes to '/tmp/x'",
];
