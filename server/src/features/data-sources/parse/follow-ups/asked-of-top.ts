/** «e qual foi o valor da conta desse mês?» after the month with the largest consumption: what else the one group has that was the answer. */
import type { Measure, Plan } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { BUCKET_WORDS } from '../groups/group-keys.ts';
import { isRate } from '../measures/add-measure.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  preferred,
  type Reading,
} from '../reading.ts';
import { SPENDING } from '../words/verbs.ts';
import type { EditCommand } from './order-commands.ts';

const THAT = /^[dn]?(?:ess[ea]|est[ea])$/;
const LINKS = /^(?:foi|e|era|ficou|deu|teve|tem|houve)$/;

/** Null where the answer before is of more than one group, or where the question says anything else. */
export function askedOfTopBefore(reading: Reading, before: Plan): EditCommand | null {
  const isTop = before.group_by.length === 1 && before.limit === 1 && before.order[0]?.by === 'measure';
  if (!isTop || before.rows || before.share || before.measures.length > 2) return null;
  const pointer = pointerTo(reading, before);
  const asked = pointer.length > 0 ? measureAsked(reading) : null;
  if (!asked || before.measures.some(({ column }) => column === asked.measure.column)) return null;
  const known = new Set([...pointer, ...asked.items]);
  const isWhole = reading.items.every(
    (item) =>
      known.has(item) ||
      item.kind === 'rows' ||
      isFiller(reading, item) ||
      isKeyword(item, 'and', 'which', 'how_much', 'total') ||
      LINKS.test(formOf(reading, item)) ||
      THAT.test(formOf(reading, item)),
  );
  if (!isWhole) return null;
  // The groups stay in the order of the figure that made this one the first.
  const order = before.order.map((each) =>
    each.by === 'measure' ? { ...each, index: each.index + 1 } : each,
  );
  const having = before.having.map((each) => ({ ...each, measure: each.measure + 1 }));
  const plan = { ...before, measures: [asked.measure, ...before.measures], order, having };
  return { plan, items: reading.items, isOfRow: true };
}

/** «desse mês», «dessa secretaria»: the group by the noun for it. */
function pointerTo(reading: Reading, { group_by: [key] }: Plan): Item[] {
  return reading.items.filter((item, at) => {
    const noun = reading.words[item.from + 1]?.form ?? '';
    if (item.kind === 'period')
      return THAT.test(formOf(reading, item)) && BUCKET_WORDS[noun] === (key?.bucket ?? '');
    return (
      key?.bucket === null && THAT.test(formAt(reading, at - 1)) && candidates(item).includes(key.column)
    );
  });
}

/** The only amount that is named, or the usual one of a verb of spending. */
function measureAsked(reading: Reading): { measure: Measure; items: Item[] } | null {
  const at = reading.items.findIndex(
    (item, place) => item.kind === 'column' && chainAt(reading, place, isNumeric) !== null,
  );
  const chain = at < 0 ? null : chainAt(reading, at, isNumeric);
  const spent = reading.items.find((item) => SPENDING.test(formOf(reading, item)));
  const column = chain ? usualOf(reading, chain.columns) : spent ? reading.lexicon.table.money_column : null;
  if (!column) return null;
  const fn = isRate(columnNamed(reading, column)) ? 'average' : 'sum';
  return { measure: { fn, column }, items: chain?.items ?? (spent ? [spent] : []) };
}

const usualOf = (reading: Reading, columns: string[]): string | null =>
  columns.find((name) => name === reading.lexicon.table.money_column) ?? preferred(reading, columns);
