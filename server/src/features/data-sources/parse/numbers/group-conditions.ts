/** Groups that are compared with a number: «municípios com mais de 80 compras», «secretarias com média acima de 5». */

import type { Item } from '../chunk/items.ts';
import { columnOfNamedRows, namesColumn, SOMEBODY, somebody } from '../groups/group-subject.ts';
import { isRate } from '../measures/add-measure.ts';
import {
  baseOf,
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  itemsBefore,
  nextIndex,
  preferred,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { isFiniteVerb, SPENDING } from '../words/verbs.ts';
import { verbBound } from './column-chains.ts';
import { isNumericColumn } from './compared.ts';
import type { Compared } from './units.ts';

export const hasAverageBefore = (reading: Reading, { from }: Compared): boolean =>
  itemsBefore(reading, from, 4).some((item) => isKeyword(item, 'average', 'median'));

/** «secretarias com mais de 20 milhões em valor estimado», «quais postos venderam mais de 5 mil litros»: the sum of each group is compared. */
export function groupsSum(reading: Reading, compared: Compared): boolean {
  const rowsAfter = rowsOfAmount(reading, compared);
  const before = reading.items
    .slice(0, compared.from)
    .filter((item) => !isFiller(reading, item) && !isKeyword(item, 'which', 'list', 'already'))
    // Values and periods before an amount of several rows only say which rows are added up.
    .filter((item) => rowsAfter === null || (item.kind !== 'value' && item.kind !== 'period'));
  const [head, verb, ...others] = before;
  const isSomebody = rowsAfter !== null && head === undefined && asksWho(reading);
  const isHead =
    others.length === 0 &&
    (verb === undefined || addsUp(reading, verb)) &&
    (isSomebody || (head?.kind === 'column' && head.columns.some((name) => isSeveral(reading, name))));
  const after = chainAt(reading, skipLinks(reading, compared.to), isNumeric);
  const column = after
    ? preferred(reading, after.columns)
    : isHead
      ? rowsAfter
        ? reading.lexicon.table.money_column
        : moneyOfVerb(reading, verb, compared)
      : null;
  const found = column ? columnNamed(reading, column) : undefined;
  // «veículos com mais de 200 mil km, quantas ordens»: rows are counted.
  const isCount = reading.items.slice(compared.to).some((item) => isKeyword(item, 'how_many'));
  if (!isHead || !column || isRate(found) || isCount) return false;
  consume(reading, 'group condition', ...compared.items, ...(after?.items ?? []), verb, ...(rowsAfter ?? []));
  reading.plan.measures.push({ fn: 'sum', column });
  addHaving(reading, compared);
  return true;
}

const isSeveral = (reading: Reading, name: string): boolean => {
  const column = columnNamed(reading, name);
  return column?.kind === 'category' || (column?.kind === 'text' && column.repeats === true);
};

/**
 * «passaram de 1 milhão em vendas», «mais de 30 mil reais de despesa no total»: the rows in the plural or «no total» after an
 * amount of money say that it is made of several of them; null where nothing does.
 */
function rowsOfAmount(reading: Reading, compared: Compared): Item[] | null {
  if (!isLarge(compared)) return null;
  const { items } = reading;
  const isLinked = /^(?:de|em)$/.test(formAt(reading, compared.to));
  const rows = isLinked && items[compared.to + 1]?.kind === 'rows' ? items[compared.to + 1] : undefined;
  const isPlural = rows !== undefined && formOf(reading, rows) !== baseOf(reading, rows);
  const at = compared.to + (rows ? 2 : 0);
  const isTotal = formAt(reading, at) === 'no' && isKeyword(items[at + 1], 'total', 'sum');
  const isSaid = isTotal || (isPlural && formAt(reading, compared.to) === 'em');
  return isSaid ? [...(rows ? [rows] : []), ...(isTotal ? items.slice(at, at + 2) : [])] : null;
}

/** «vendedores que faturaram mais de 250 mil»: the verb is of money, and nothing else is named. */
function moneyOfVerb(reading: Reading, verb: Item | undefined, compared: Compared): string | null {
  const next = reading.items[nextIndex(reading, compared.to - 1)];
  const isOfThings = next !== undefined && next.kind !== 'period' && next.kind !== 'value';
  if (!verb || isOfThings || !isLarge(compared) || !SPENDING.test(formOf(reading, verb))) return null;
  return reading.lexicon.table.money_column;
}

/** «venderam mais de 20» may count things. */
const isLarge = ({ isMoney, values }: Compared): boolean =>
  isMoney || values.every((value) => Number(value) >= 1000);

/** «venderam», «consumiram»: what somebody did adds up over the rows; what something has is that of a row. */
const addsUp = (reading: Reading, item: Item): boolean => {
  const form = formOf(reading, item);
  if (SPENDING.test(form)) return true;
  return item.kind === 'word' && isFiniteVerb(form) && !/^(?:tem|tiveram|teve|possu|ha$|houve)/.test(form);
};

export const skipLinks = (reading: Reading, at: number): number =>
  /^(de|em|do|da)$/.test(formAt(reading, at)) ? at + 1 : at;

export const AMOUNTS =
  /^(?:valor|vl|vlr|quantidade|numero|total|preco|custo|despesa|gasto|receita|salario|juro|nota|media|percentual|taxa)$/;

/** «só as que têm mais de 20» after «processos por comarca»: the groups before, by the figure that was shown. */
export function havingOfBefore(reading: Reading, compared: Compared): boolean {
  const { before } = reading;
  const measure = onlyOne(before?.measures ?? []);
  const isMoney = columnNamed(reading, measure?.column ?? '')?.kind === 'money';
  if (!before || before.group_by.length === 0 || !measure || (compared.isMoney && !isMoney)) return false;
  const others = reading.items.filter(
    (item, at) =>
      (at < compared.from || at >= compared.to) &&
      !isFiller(reading, item) &&
      !isKeyword(item, 'and') &&
      !/^(?:so|somente|apenas|quais|tem|tiveram|passam|passaram|deram|somam|somaram|ficaram|com)$/.test(
        formOf(reading, item),
      ) &&
      !(item.kind === 'rows' && measure.fn === 'count') &&
      !isKeyword(item, 'which', 'list'),
  );
  if (others.length > 0) return false;
  consume(
    reading,
    'group condition',
    ...compared.items,
    ...reading.items.filter((item) => item.kind === 'rows'),
  );
  addHaving(reading, compared, 0);
  return true;
}

/** «média de aditivos por empresa acima de 2»: right after the groups, their figure is compared and not the rows. */
export function havingAfterKey(reading: Reading, compared: Compared): boolean {
  const { items } = reading;
  const [by, key] = [items[compared.from - 2], items[compared.from - 1]];
  const isKey =
    isKeyword(by, 'by') &&
    key?.kind === 'column' &&
    key.columns.some((name) => columnNamed(reading, name)?.kind === 'category');
  const before = items.slice(0, Math.max(0, compared.from - 2));
  const isAmount = before.some(
    (item) =>
      isKeyword(item, 'average', 'median', 'sum', 'total', 'how_much') ||
      (item.kind === 'column' && item.columns.some((name) => isNumeric(columnNamed(reading, name)))),
  );
  const isCount = !compared.isMoney && before.some((item) => isKeyword(item, 'how_many', 'number_of'));
  const next = items[nextIndex(reading, compared.to - 1)];
  if (!isKey || !(isAmount || isCount) || (next !== undefined && next.kind !== 'period')) return false;
  consume(reading, 'group condition', ...compared.items);
  addHaving(reading, compared, 0);
  return true;
}

/** «municípios com mais de 80 compras»: the groups of a column are compared by their count. */
export function readHaving(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  const counted = countedBy(reading, compared, next);
  if (!counted || !hasGroups(reading, compared, { next, counted })) return false;
  consume(reading, 'group condition', ...compared.items, counted === 'value' ? undefined : next);
  reading.plan.measures.push({ fn: 'count', column: null });
  addHaving(reading, compared);
  return true;
}

type Counted = 'rows' | 'times' | 'value';

/** The word after the number counts rows: by a word for them, «vezes», or a value that stands for them. */
function countedBy(reading: Reading, compared: Compared, next: Item | undefined): Counted | null {
  const isNoun =
    next?.kind === 'rows' || isKeyOfRows(reading, next) || isThingOfAmount(reading, compared, next);
  if (isNoun) return 'rows';
  const isTimes = /^vez(?:es)?$/.test(formOf(reading, next)) && verbBound(reading, compared) === null;
  if (isTimes) return 'times';
  return isPlainSubject(reading, next) ? 'value' : null;
}

/** Somebody, several rows of one name, or the values of a column are what has so many. */
function hasGroups(
  reading: Reading,
  { from }: Compared,
  { next, counted }: { next: Item | undefined; counted: Counted },
): boolean {
  const isOfPeople = counted === 'rows' || next?.kind === 'value';
  const mayHaveNames = counted === 'times' || next?.kind === 'rows';
  return (
    (isOfPeople && asksWho(reading)) ||
    // «hóspedes que reservaram mais de 3 vezes»
    (counted !== 'value' && namedRowsBefore(reading, from, next)) ||
    (mayHaveNames && isNamesBefore(reading, from)) ||
    groupNounBefore(reading, from)
  );
}

/** «quem tem mais de 4 boletos?», «tem alguém com 3 atrasos?» of a table with somebody in each row. */
const asksWho = (reading: Reading): boolean =>
  reading.items.some((item) => SOMEBODY.test(formOf(reading, item))) && somebody(reading) !== null;

/** «mais de 80 CT-e» of a table with the number of each. */
const isKeyOfRows = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'column' && item.columns.every((name) => columnNamed(reading, name)?.kind === 'identifier');

/** «mais de 50 títulos» of the column «valor do título»: titles are counted, and the number is no amount of money. */
export const isThingOfAmount = (reading: Reading, compared: Compared, item: Item | undefined): boolean =>
  item?.kind === 'column' &&
  !compared.isMoney &&
  /s$/.test(formOf(reading, item)) &&
  !AMOUNTS.test(baseOf(reading, item)) &&
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

function addHaving(
  reading: Reading,
  { op, values }: Compared,
  measure = reading.plan.measures.length - 1,
): void {
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

/** «hóspedes com mais de 5 reservas» of a table of stays: both nouns are words for the rows, and one names a column too. */
function namedRowsBefore(reading: Reading, index: number, counted: Item | undefined): boolean {
  const base = (item: Item | undefined) => baseOf(reading, item);
  return reading.items
    .slice(0, index)
    .some(
      (item, at) =>
        item.kind === 'rows' && base(item) !== base(counted) && columnOfNamedRows(reading, at) !== null,
    );
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

/** «quais partes contrárias aparecem em mais de 5 processos»: names of which most have one row are counted all the same. */
const isNamesBefore = (reading: Reading, index: number): boolean =>
  reading.items.slice(0, index).some((item) => namesColumn(reading, item) !== null);
