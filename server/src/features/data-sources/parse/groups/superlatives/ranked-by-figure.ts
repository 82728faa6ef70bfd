/** Groups in the order of a figure that is named after them: «as 3 primeiras cidades em quantidade», «os 5 maiores clientes em frete». */
import type { Item } from '../../chunk/items.ts';
import { addMeasure, isRate } from '../../measures/add-measure.ts';
import {
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  preferred,
  type Reading,
} from '../../reading.ts';
import { addGroup, keyAt } from '../group-keys.ts';
import { isPlural } from '../group-subject.ts';

/** «as 3 primeiras cidades em quantidade», «os 5 primeiros fornecedores por valor»: what is named after orders the groups. */
export function nameTop(reading: Reading): void {
  const at = reading.items.findIndex(
    (item, place) =>
      /^primeir[oa]s$/.test(formOf(reading, item)) && reading.items[place - 1]?.kind === 'number',
  );
  const key = at < 0 ? null : keyAt(reading, at + 1);
  const item = reading.items[at];
  if (!item || !key || key.bucket !== null || !figureAfter(reading, key.to)) return;
  reading.items[at] = { kind: 'keyword', keyword: 'top', from: item.from, to: item.to };
}

/** «em valor pago», «por quantidade», «em contratos»: the figure that groups are ordered by. */
function figureAfter(
  reading: Reading,
  at: number,
): { column: string | null; items: (Item | undefined)[] } | null {
  if (!/^(?:em|por)$/.test(formAt(reading, at))) return null;
  const [link, noun, of, rows] = reading.items.slice(at, at + 4);
  const chain = chainAt(reading, at + 1, isNumeric);
  const column = chain && preferred(reading, chain.columns);
  if (chain && column) return { column, items: [link, ...chain.items] };
  if (noun?.kind === 'rows') return { column: null, items: [link, noun] };
  if (!isKeyword(noun, 'number_of', 'how_many')) return null;
  return { column: null, items: [link, noun, ...(rows?.kind === 'rows' ? [of, rows] : [])] };
}

/** «os 5 maiores clientes em frete», «as 3 maiores cidades em contratos»: groups by the figure that is named, whatever they are called. */
export function readGroupsByFigure(reading: Reading, index: number, direction: 'asc' | 'desc'): boolean {
  const item = reading.items[index];
  const key = isKeyword(item, 'largest', 'smallest') ? keyAt(reading, index + 1) : null;
  const figure = key && key.bucket === null ? figureAfter(reading, key.to) : null;
  const isOther = reading.plan.measures.some(({ fn, column }) => fn !== 'count' || column !== figure?.column);
  if (!key || !figure || isOther || reading.plan.group_by.length > 0) return false;
  consume(reading, 'most', item, ...key.items, ...figure.items);
  addGroup(reading, key);
  if (figure.column === null) addMeasure(reading, 'count', null);
  else addMeasure(reading, isRate(columnNamed(reading, figure.column)) ? 'average' : 'sum', figure.column);
  if (!isPlural(reading, key.items[0] as Item)) reading.plan.limit = 1;
  reading.plan.order.push({ by: 'measure', index: 0, column: null, direction });
  return true;
}
