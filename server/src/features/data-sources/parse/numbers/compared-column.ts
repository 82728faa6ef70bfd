/** The column that a comparison with a number is about. */

import type { Item } from '../chunk/items.ts';
import { isOverMonths, pricesForBuyers } from '../measures/measured-column.ts';
import {
  baseOf,
  chainAt,
  columnNamed,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  itemsBefore,
  namesOf,
  nextIndex,
  preferred,
  type Reading,
} from '../reading.ts';
import { isHarmless, PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { unitWords } from '../words/table-column.ts';
import { isParticiple } from '../words/verbs.ts';
import { chainStart, verbBound } from './column-chains.ts';
import {
  AMOUNTS,
  groupsSum,
  hasAverageBefore,
  havingAfterKey,
  havingOfBefore,
  havingOfMeasure,
  isThingOfAmount,
  readHaving,
  skipLinks,
} from './group-conditions.ts';
import { ownStuff, stuffOf } from './stuff-units.ts';
import { readAge, readTenure } from './tenure.ts';
import type { Compared } from './units.ts';
import {
  type Bound,
  COUNTED,
  isPercent,
  isUnitWord,
  named,
  numericColumns,
  UNITS,
  unitBound,
} from './units.ts';

/** The column that a comparison is about: named after the number, named before, by its unit, or the usual one. */
export function columnOf(reading: Reading, compared: Compared): Bound | 'done' | null {
  if (compared.between) return compared.between;
  if (havingOfBefore(reading, compared) || havingAfterKey(reading, compared)) return 'done';
  const next = compared.counted ?? reading.items[compared.to];
  if (comparesOther(reading, compared, next)) return 'done';
  const after = columnsAfter(reading, compared);
  const bound = boundAfter(reading, compared, after);
  if (bound) return bound;
  if (/^vez(?:es)?$/.test(formOf(reading, next)))
    return verbBound(reading, compared) ?? participleBefore(reading, compared);
  const isAge = isYears(reading, next);
  if (readTenure(reading, compared, next) || (isAge && readAge(reading, compared))) return 'done';
  if (after === 'of years') return null;
  return (
    nearColumn(reading, compared, after) ??
    (countsOther(reading, compared, next) ? null : anyColumn(reading, compared))
  );
}

const isYears = (reading: Reading, item: Item | undefined): boolean => /^anos?$/.test(formOf(reading, item));

/** The columns that are named after the number; «menos de 10 anos» is no year of a column «ano letivo». */
function columnsAfter(reading: Reading, { to }: Compared): ReturnType<typeof chainAt> | 'of years' {
  const found = chainAt(reading, skipLinks(reading, to), isNumeric);
  const isOfYears =
    isYears(reading, reading.items[to]) &&
    found?.columns.every((name) => /^ano\b/.test(namesOf(reading, name).replaceAll('_', ' ')));
  return isOfYears ? 'of years' : found;
}

/** A unit with its column, something that is counted, or the column itself may stand right after the number. */
function boundAfter(
  reading: Reading,
  compared: Compared,
  after: ReturnType<typeof columnsAfter>,
): Bound | null {
  const next = reading.items[compared.to];
  // «mais de uma hora de espera», «mais de 2 metros de altura»
  const isUnit = UNITS.test(formOf(reading, next)) || COUNTED.test(formOf(reading, next));
  const isOf = formAt(reading, compared.to + 1) === 'de' && isUnit;
  const measured = isOf ? chainAt(reading, skipLinks(reading, compared.to + 1), isNumeric) : null;
  if (measured) return named(reading, measured);
  const counted = COUNTED.test(formOf(reading, next))
    ? (namedInUnit(reading, compared) ?? unitBound(reading, compared))
    : null;
  if (counted) return counted;
  const isNamed = after !== null && after !== 'of years' && !compared.isMoney;
  return isNamed && !isThingOfAmount(reading, compared, next) ? named(reading, after) : null;
}

/** «com calado acima de 12 metros» of several columns in metres: the one that is named right before. */
function namedInUnit(reading: Reading, { from, to }: Compared): Bound | null {
  const base = baseOf(reading, reading.items[to]);
  const at = nextIndex(reading, from, -1);
  const chain = at < 0 ? null : chainAt(reading, chainStart(reading, at), isNumeric);
  const column = chain && chain.to > at ? preferred(reading, chain.columns) : null;
  const said = stuffOf(formOf(reading, reading.items[to]));
  const isInUnit = numericColumns(reading).some(
    (one) =>
      one.name === column &&
      (unitWords(one).includes(base) || (said !== null && ownStuff(one)?.of === said.of)),
  );
  if (!chain || !column || !isInUnit) return null;
  reading.eitherColumn = null;
  return { column, items: chain.items };
}

/** The column of the verb, the unit or the words before; an amount of money is followed by the name of its column. */
const nearColumn = (
  reading: Reading,
  compared: Compared,
  after: ReturnType<typeof chainAt>,
): Bound | 'done' | null =>
  verbBound(reading, compared) ??
  unitBound(reading, compared) ??
  columnBefore(reading, compared) ??
  (after && compared.isMoney ? (moneyOfNoun(reading, after) ?? named(reading, after)) : null);

/** «500 reais de peças» of a table with the number and the value of «peças». */
function moneyOfNoun(reading: Reading, { items: [noun] }: { items: Item[] }): Bound | null {
  const base = baseOf(reading, noun);
  const only = onlyOne(
    numericColumns(reading),
    ({ name, kind }) => kind === 'money' && reading.lexicon.columns.get(base)?.has(name),
  );
  return noun && only ? { column: only.name, items: [noun] } : null;
}

/** The column of the number before, else the usual one. */
const anyColumn = (reading: Reading, compared: Compared): Bound | null =>
  numberBefore(reading) ?? ageOfPeople(reading, compared) ?? usualColumn(reading, compared);

/** «homens acima de 60»: a number of years after a word for people. */
function ageOfPeople(reading: Reading, compared: Compared): Bound | null {
  const only = onlyOne(numericColumns(reading), ({ name }) => /idade|\bage\b/.test(namesOf(reading, name)));
  const isYears = !compared.isMoney && compared.values.every((value) => Number(value) <= AGE_MAX);
  // «menores de 18»: what is so is people.
  const lead = compared.items[0];
  const isMinor =
    lead !== undefined &&
    /^(?:maior|menor)es?$/.test(formOf(reading, lead)) &&
    reading.items[compared.from - 1]?.kind !== 'column';
  const isOfPeople =
    isMinor ||
    itemsBefore(reading, compared.from, 3).some(
      (item) =>
        PERSON.test(formOf(reading, item)) ||
        (item.kind === 'value' &&
          item.phrases.some(({ column }) => /sexo|genero|gender/.test(namesOf(reading, column)))),
    );
  return only && isYears && isOfPeople ? { column: only.name, items: [] } : null;
}

const AGE_MAX = 120;

/** «renovados pelo menos uma vez» of the number of «renovações». */
function participleBefore(reading: Reading, { from }: Compared): Bound | null {
  const item = reading.items[from - 1];
  if (item?.kind !== 'column' || !isParticiple(formOf(reading, item))) return null;
  const only = onlyOne(item.columns, (name) => columnNamed(reading, name)?.kind === 'number');
  return only ? { column: only, items: [item] } : null;
}

/** Groups, an average or the time since a day are compared, and not the cells of a column. */
function comparesOther(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  if (readHaving(reading, compared, next)) return true;
  const isAgo = /^(ha|faz)$/.test(formAt(reading, compared.from - 1));
  if (isAgo && readTenure(reading, compared, next)) return true;
  if (hasAverageBefore(reading, compared) && columnBefore(reading, compared) === 'done') return true;
  return groupsSum(reading, compared);
}

/** The number is of rows, of a unit or of hundredths, so that it is no amount of the usual column. */
const countsOther = (reading: Reading, compared: Compared, next: Item | undefined): boolean =>
  ((next?.kind === 'rows' || isThingOfAmount(reading, compared, next)) && !compared.isMoney) ||
  isUnitWord(reading, next) ||
  isUnknownNoun(reading, next) ||
  isPercent(compared);

/** «mais de 80 xis»: of a thing that nobody knows the number is no amount either. */
const isUnknownNoun = (reading: Reading, next: Item | undefined): boolean =>
  next?.kind === 'word' && !next.isFunction && !isHarmless(formOf(reading, next));

/** «e mais de 200?» after «mais de 120 segundos» is about the same number. */
function numberBefore(reading: Reading): Bound | null {
  const compared = (reading.before?.filters ?? []).filter(({ column }) =>
    isNumeric(columnNamed(reading, column)),
  );
  const only = onlyOne(compared);
  return only ? { column: only.column, items: [] } : null;
}

/** A small number without a unit says of several columns nothing. */
function usualColumn(reading: Reading, compared: Compared): Bound | null {
  const numeric = numericColumns(reading);
  const only = numeric.length === 1 ? numeric[0]?.name : undefined;
  const isSmall = compared.values.every((value) => Number(value) < SMALL);
  if (!only && isSmall && !compared.isMoney && numeric.some(({ kind }) => kind === 'number')) return null;
  const named = moneyOfSubject(reading, compared) ?? priceOfPiece(reading, compared);
  if (named) return named;
  const column = reading.lexicon.table.money_column ?? only;
  return column ? { column, items: [] } : null;
}

/** «que custam menos de 25 reais» of a table of what is sold: the price for who buys it, and no amount of a year. */
function priceOfPiece(reading: Reading, { from }: Compared): Bound | null {
  const isCosting = itemsBefore(reading, from, 2).some((item) =>
    /^(?:cust|val)(?:a|am|e|em)$/.test(formOf(reading, item)),
  );
  const [price, other] = pricesForBuyers(reading);
  if (!price || !(isCosting || isOverMonths(reading))) return null;
  if (other) reading.eitherColumn = { taken: price.name, other: other.name };
  return { column: price.name, items: [] };
}

/** «quantos fretes passaram de mil reais» of a table with the «valor do frete»: what is counted says of which amount. */
function moneyOfSubject(reading: Reading, { from }: Compared): Bound | null {
  const bases = reading.items
    .slice(0, from)
    .filter((item) => item.kind === 'column' || item.kind === 'rows')
    .map((item) => baseOf(reading, item));
  const only = onlyOne(
    numericColumns(reading),
    ({ name, kind }) =>
      kind === 'money' && bases.some((base) => reading.lexicon.columns.get(base)?.has(name)),
  );
  return only ? { column: only.name, items: [] } : null;
}

const SMALL = 100;

/** The nearest numeric column before the comparison; with «médio» or «total» beside it the groups are compared. */
function columnBefore(reading: Reading, compared: Compared): Bound | 'done' | null {
  let isOfRows = false;
  for (let at = compared.from - 1, steps = 0; at >= 0 && steps < 6; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    if (isFiller(reading, item) || isKeyword(item, 'average', 'total', 'sum', 'median')) continue;
    steps += 1;
    isOfRows ||= item.kind === 'rows';
    if (item.kind === 'comparison' || item.kind === 'number') break;
    const start = chainStart(reading, at);
    const chain = chainAt(reading, start, isNumeric);
    const column = chain && chain.to > at ? preferred(reading, chain.columns) : null;
    if (!chain || !column || isOnlyQualified(reading, chain.items, column)) continue;
    if (havingOfMeasure(reading, compared, column, start, chain)) return 'done';
    return moneyOfRows(reading, compared, { column, isOfRows }) ?? { column, items: chain.items };
  }
  return null;
}

/** «comissão nas vendas abaixo de 200 reais»: the amount of what was sold, which stands between. */
function moneyOfRows(
  { lexicon }: Reading,
  { isMoney }: Compared,
  { column, isOfRows }: { column: string; isOfRows: boolean },
): Bound | null {
  const { money_column } = lexicon.table;
  return isOfRows && isMoney && money_column && column !== money_column
    ? { column: money_column, items: [] }
    : null;
}

/** «voluntários» of the column «idade do voluntário» names people, and no number. */
export function isOnlyQualified({ words, lexicon }: Reading, items: Item[], column: string): boolean {
  const [only, another] = items;
  const head = lexicon.heads.get(column) ?? '';
  const isOther = only !== undefined && words[only.from]?.base !== head;
  return (
    isOther &&
    another === undefined &&
    !AMOUNTS.test(head) &&
    lexicon.columns.get(head)?.has(column) === true &&
    (lexicon.columns.get(words[only.from]?.base ?? '')?.size ?? 1) !== 1
  );
}
