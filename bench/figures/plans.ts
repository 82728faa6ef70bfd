/** A table of 50,000 purchases, and plans over it beside the statements that a person would write by hand. */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import type { TableCell } from '../../server/src/features/data-sources/compile/cells.ts';

const column = (
  name: string,
  kind: TableCell['kind'],
  type = 'text',
  reads: TableCell['reads'] = null,
): TableCell => ({ name, kind, type, reads });

export const cells: TableCell[] = [
  column('numero', 'identifier'),
  column('objeto', 'text'),
  column('secretaria', 'category'),
  column('municipio', 'category'),
  column('situacao', 'category'),
  column('valor', 'money', 'numeric(14,2)'),
  column('custo', 'money', 'text', 'number'),
  column('abertura', 'date', 'date'),
];

export const createTable = (rows: number): string => `
  create table compras as
  select 'CP-' || i as numero,
    (array['Serviço de vigilância', 'Construção de creche', 'Aquisição de computadores', 'Poda de árvores'])[1 + i % 4]
      || ', lote ' || i || ', conforme as especificações do termo de referência' as objeto,
    (array['Secretaria de Administração', 'Secretaria de Obras', 'Secretaria de Educação', 'Secretaria de Saúde',
      'SECRETARIA DE SAUDE', 'Secretaria de Transportes'])[1 + (i * 7919) % 6] as secretaria,
    (array['São Paulo', 'Uberlândia', 'Belo Horizonte', 'Niterói', 'Recife', 'Curitiba', 'Maringá', 'Goiânia', 'Belém'])
      [1 + (i * 104729) % 9] || case when i % 3 = 0 then ' do Sul' else '' end as municipio,
    (array['Homologada', 'Aberta', 'Cancelada', 'Suspensa', null])[1 + (i * 31) % 5] as situacao,
    case when i % 11 = 0 then null else (i * 7919 % 900000)::numeric(14,2) / 100 * 10 end::numeric(14,2) as valor,
    case when i % 17 = 0 then 'sem custo' else 'R$ ' || (i % 9) || '.' || lpad((i % 1000)::text, 3, '0') || ',50' end as custo,
    date '2024-01-01' + ((i * 13) % 1000)::int as abertura
  from generate_series(1::bigint, ${rows}) as i;
  alter table compras add primary key (numero);
  analyze compras`;

const filters = (...all: [string, Condition['op'], ...string[]][]): Partial<Plan> => ({
  filters: all.map(([name, op, ...values]) => ({ column: name, op, values })),
});
const by = (name: string, bucket: GroupKey['bucket'] = null): Partial<Plan> => ({
  group_by: [{ column: name, bucket }],
});
const plan = (fn: Measure['fn'], name: string | null, ...parts: Partial<Plan>[]): Plan =>
  Object.assign({ ...EMPTY_PLAN, measures: [{ fn, column: name }] }, ...parts);

/** One cell that is no amount would end a statement that casts without a guard. */
const AMOUNT = String.raw`CASE WHEN custo ~ '^R\$ \d{1,3}(\.\d{3})*,\d\d$'
  THEN replace(replace(replace(custo, 'R$ ', ''), '.', ''), ',', '.')::numeric END`;
/** The only name in the table with two spellings. */
const OFFICE = `CASE secretaria WHEN 'SECRETARIA DE SAUDE' THEN 'Secretaria de Saúde' ELSE secretaria END`;

/**
 * The bare statement is the one that somebody who knows the cells of this table would write by hand for the same right
 * figures: two spellings of one name are made one by naming them, names with one spelling are compared as they are, and
 * amounts in texts are read behind a pattern. Averages and medians have the figure of all rows beside those of the groups,
 * because it cannot be added up from them. It does not find other spellings, and has none of the numbers of rows and of
 * empty cells that every result of the product has.
 */
export const PLANS: Record<string, { plan: Plan; bare: string }> = {
  'count with a category filter': {
    plan: plan('count', null, filters(['situacao', 'in', 'homologada'])),
    bare: `SELECT count(*) FROM compras WHERE situacao = 'Homologada'`,
  },
  'count with words of a text': {
    plan: plan('count', null, filters(['objeto', 'contains', 'computadores'])),
    bare: `SELECT count(*) FROM compras WHERE objeto ~* '\\mcomputadores'`,
  },
  'sum over a period': {
    plan: plan('sum', 'valor', filters(['abertura', 'between', '2025-01-01', '2025-12-31'])),
    bare: `SELECT sum(valor) FROM compras WHERE abertura BETWEEN '2025-01-01' AND '2025-12-31'`,
  },
  'average by category': {
    plan: plan('average', 'valor', by('secretaria')),
    bare: `SELECT ${OFFICE}, avg(valor) FROM compras GROUP BY GROUPING SETS ((1), ()) ORDER BY 2 DESC`,
  },
  'top municípios': {
    plan: plan('count', null, by('municipio'), {
      limit: 10,
      order: [{ by: 'measure', index: 0, column: null, direction: 'desc' }],
    }),
    bare: 'SELECT municipio, count(*) FROM compras GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
  },
  'sum by month': {
    plan: plan('sum', 'valor', by('abertura', 'month')),
    bare: `SELECT to_char(abertura, 'YYYY-MM'), sum(valor) FROM compras GROUP BY 1 ORDER BY 1`,
  },
  'two keys with a filter': {
    plan: plan('sum', 'valor', filters(['situacao', 'not_in', 'Cancelada']), {
      group_by: [
        { column: 'secretaria', bucket: null },
        { column: 'abertura', bucket: 'year' },
      ],
    }),
    bare: `SELECT ${OFFICE}, to_char(abertura, 'YYYY'), sum(valor) FROM compras WHERE situacao <> 'Cancelada' GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'distinct values': {
    plan: plan('count_distinct', 'municipio'),
    bare: 'SELECT count(DISTINCT municipio) FROM compras',
  },
  'sum of amounts that are text': {
    plan: plan('sum', 'custo'),
    bare: `SELECT sum(${AMOUNT}) FROM compras`,
  },
  'median by category': {
    plan: plan('median', 'valor', by('secretaria')),
    bare: `SELECT ${OFFICE}, percentile_cont(0.5) WITHIN GROUP (ORDER BY valor) FROM compras GROUP BY GROUPING SETS ((1), ()) ORDER BY 2 DESC`,
  },
};
