/** Questions about the groups or the conditions that the answer before had: «qual bairro teve mais?», «e em todos os bairros?». */
import type { Plan } from '#contract/table-plan.ts';
import { candidates, consume, formOf, isFiller, isKeyword, type Reading } from './reading.ts';
import { EMPTY_WORDS } from './words/empty-words.ts';

/** «qual teve mais?», «qual bairro teve menos?»: nothing is named but the groups that were shown. */
export function ranksGroups(reading: Reading, before: Plan): boolean {
  const [key, another] = before.group_by;
  const most = reading.items.filter((item) => isKeyword(item, 'more', 'fewer'));
  if (!key || another || before.measures.length !== 1 || most.length !== 1) return false;
  return (
    reading.items.some((item) => isKeyword(item, 'which')) &&
    reading.items.every(
      (item) =>
        isKeyword(item, 'which', 'more', 'fewer', 'and') ||
        (item.kind === 'column' && item.columns.includes(key.column)) ||
        isFiller(reading, item) ||
        (item.kind === 'word' && EMPTY_WORDS.has(formOf(reading, item))),
    )
  );
}

/** The first of the groups before, by the figure that was shown. */
export function rankGroups(reading: Reading, before: Plan): void {
  const direction = reading.items.some((item) => isKeyword(item, 'fewer')) ? 'asc' : 'desc';
  consume(reading, 'rank of the answer before', ...reading.items);
  reading.plan = {
    ...structuredClone(before),
    order: [{ by: 'measure', index: 0, column: null, direction }],
    limit: 1,
  };
}

/** «e em todos os bairros?»: the plan before, without its condition on the column. */
export function widened(reading: Reading, before: Plan): Plan {
  const all = reading.items.find(
    (item, at) =>
      candidates(item).length > 0 &&
      /^[oa]s$/.test(formOf(reading, reading.items[at - 1])) &&
      /^tod[oa]s$/.test(formOf(reading, reading.items[at - 2])),
  );
  const columns = candidates(all);
  if (!all || before.share || !before.filters.some(({ column }) => columns.includes(column))) return before;
  consume(reading, 'all of a column', all);
  return { ...before, filters: before.filters.filter(({ column }) => !columns.includes(column)) };
}
