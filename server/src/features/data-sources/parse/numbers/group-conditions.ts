/** Groups that are compared with a number: «municípios com mais de 80 compras», «secretarias com média acima de 5». */

import type { Item } from '../chunk/items.ts';
import { isRate } from '../measures/add-measure.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  consume,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  preferred,
  type Reading,
} from '../reading.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { verbBound } from './column-chains.ts';
import { isNumericColumn } from './compared.ts';
import type { Compared } from './units.ts';

export const hasAverageBefore = (reading: Reading, { from }: Compared): boolean =>
  reading.items.slice(Math.max(0, from - 4), from).some((item) => isKeyword(item, 'average', 'median'));

/** «secretarias com mais de 20 milhões em valor estimado», «quais postos venderam mais de 5 mil litros»: the sum of each group is compared. */
export function groupsSum(reading: Reading, compared: Compared): boolean {
  const before = reading.items
    .slice(0, compared.from)
    .filter((item) => !isFiller(reading, item) && !isKeyword(item, 'which', 'list'));
  const [head, verb, ...others] = before;
  const isHead =
    others.length === 0 &&
    (verb === undefined || addsUp(reading, verb)) &&
    head?.kind === 'column' &&
    head.columns.some((name) => columnNamed(reading, name)?.kind === 'category');
  const after = chainAt(reading, skipLinks(reading, compared.to), isNumeric);
  const column = after ? preferred(reading, after.columns) : null;
  const found = column ? columnNamed(reading, column) : undefined;
  if (!isHead || !column || isRate(found)) return false;
  consume(reading, 'group condition', ...compared.items, ...(after?.items ?? []), verb);
  reading.plan.measures.push({ fn: 'sum', column });
  addHaving(reading, compared);
  return true;
}

/** «venderam», «consumiram»: what somebody did adds up over the rows; what something has is that of a row. */
const addsUp = (reading: Reading, item: Item): boolean => {
  const form = formOf(reading, item);
  return item.kind === 'word' && isFiniteVerb(form) && !/^(?:tem|tiveram|teve|possu|ha$|houve)/.test(form);
};

export const skipLinks = (reading: Reading, at: number): number =>
  /^(de|em|do|da)$/.test(formOf(reading, reading.items[at])) ? at + 1 : at;

export const AMOUNTS =
  /^(?:valor|vl|vlr|quantidade|numero|total|preco|custo|despesa|gasto|receita|salario|juro|nota|media|percentual|taxa)$/;

/** «municípios com mais de 80 compras»: the groups of a column are compared by their count. */
export function readHaving(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  const isTimes = /^vez(?:es)?$/.test(formOf(reading, next)) && verbBound(reading, compared) === null;
  const isNoun = next?.kind === 'rows' || isThingOfAmount(reading, compared, next);
  const isCount = isNoun || isTimes || isPlainSubject(reading, next);
  if (!isCount || !groupNounBefore(reading, compared.from)) return false;
  const counted = isNoun || isTimes ? next : undefined;
  consume(reading, 'group condition', ...compared.items, counted);
  reading.plan.measures.push({ fn: 'count', column: null });
  addHaving(reading, compared);
  return true;
}

/** «mais de 50 títulos» of the column «valor do título»: titles are counted, and the number is no amount of money. */
export const isThingOfAmount = (reading: Reading, compared: Compared, item: Item | undefined): boolean =>
  item?.kind === 'column' &&
  !compared.isMoney &&
  /s$/.test(formOf(reading, item)) &&
  !AMOUNTS.test(reading.words[item.from]?.base ?? '') &&
  numericOf(reading, item).every(
    (name) =>
      columnNamed(reading, name)?.kind === 'money' && AMOUNTS.test(reading.lexicon.heads.get(name) ?? ''),
  );

const numericOf = (reading: Reading, item: Item): string[] =>
  candidates(item).filter((name) => isNumeric(columnNamed(reading, name)));

/** «cargos com mais de 60 servidores» where a value stands for the rows: «com mais de 5 pregões». */
const isPlainSubject = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'value' &&
  item.phrases.every(({ strength }) => strength !== 'synonym') &&
  !isNumericColumn(reading, item);

function addHaving(reading: Reading, { op, values }: Compared): void {
  const measure = reading.plan.measures.length - 1;
  const [low = '0', high = low] = values;
  if (op === 'between') {
    reading.plan.having.push({ measure, op: '>=', value: low }, { measure, op: '<=', value: high });
    return;
  }
  reading.plan.having.push({ measure, op: op === '~' ? '=' : op, value: low });
}

export function havingOfMeasure(
  reading: Reading,
  compared: Compared,
  column: string,
  start: number,
  chain: { items: Item[]; to: number },
): boolean {
  const near = reading.items.slice(Math.max(0, start - 2), compared.from);
  const fn = near.some((item) => isKeyword(item, 'average'))
    ? 'average'
    : near.some((item) => isKeyword(item, 'median'))
      ? 'median'
      : near.some((item) => isKeyword(item, 'total', 'sum'))
        ? 'sum'
        : null;
  if (!fn || !groupNounBefore(reading, start)) return false;
  consume(reading, 'group condition', ...compared.items, ...chain.items);
  consume(
    reading,
    'group condition',
    ...near.filter((item) => isKeyword(item, 'average', 'median', 'total', 'sum')),
  );
  reading.plan.measures.push({ fn, column });
  addHaving(reading, compared);
  return true;
}

/** The name of a column whose values can be groups stands before. */
function groupNounBefore(reading: Reading, index: number): boolean {
  return reading.items.slice(0, index).some(
    (item) =>
      item.kind === 'column' &&
      item.columns.some((name) => {
        const column = columnNamed(reading, name);
        return column?.kind === 'category' || (column?.kind === 'text' && isGroupable(column));
      }),
  );
}
