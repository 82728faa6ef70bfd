import type { Plan } from '#contract/table-plan.ts';

/** A plan in one line, for tests: figures, keys, conditions, order. */
export function planLine({
  measures,
  group_by,
  filters,
  order,
  limit,
  having,
  rows,
  share_of,
}: Plan): string {
  return [
    rows ? 'rows' : measures.map(({ fn, column }) => (column ? `${fn} ${column}` : fn)).join(', '),
    group_by.length
      ? `by ${group_by.map(({ column, bucket }) => (bucket ? `${column}/${bucket}` : column)).join(', ')}`
      : '',
    filters.map(({ column, op, values }) => `${column} ${op} ${values.join('|')}`.trim()).join('; '),
    having.map(({ measure, op, value }) => `having ${measure} ${op} ${value}`).join('; '),
    order.map(({ by, column, direction }) => `order ${column ?? by} ${direction}`).join(', '),
    limit === null ? '' : `limit ${limit}`,
    share_of.length ? `share ${share_of.join(',')}` : '',
  ]
    .filter(Boolean)
    .join(' / ');
}
