/** The phrases that compare with a number: «acima de 100 mil», «de 3 a 5 mil», «3 ou mais». */

import { compareDecimals, movePoint } from '../../../../language/values/decimal.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isNumeric,
  isUsed,
  type Reading,
} from '../reading.ts';
import type { Comparison } from '../words/keywords.ts';
import { onlyOne } from '../words/only-one.ts';
import { isParticiple } from '../words/verbs.ts';
import { resized, stuffOf } from './stuff-units.ts';
import {
  type Bound,
  type Compared,
  consumeUnit,
  isUnitWord,
  named,
  numericColumns,
  unitColumn,
} from './units.ts';

/** A phrase of comparison with its number or, for a range, its two numbers. */
export function comparedAt(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (item?.kind !== 'comparison') return null;
  const first = numberAfter(reading, index);
  if (!first) return null;
  if (item.phrase.op !== 'between')
    return {
      op: item.phrase.op,
      values: [first.value],
      items: [item, first.item],
      from: index,
      to: first.at + 1,
      isMoney: first.isMoney,
    };
  const second = numberAfter(reading, first.at, /^(e|a|ate)$/);
  if (!second) return null;
  const value = inUnitOfNext(reading, first, second);
  return value === null ? null : range(reading, index, item, { ...first, value }, second);
}

/** «entre 800 quilos e 1,2 tonelada»: the first number in the unit of the second; null where the two measure different things. */
function inUnitOfNext(reading: Reading, first: NumberSaid, second: NumberSaid): string | null {
  const [one, other] = [first, second].map(({ at }) => stuffOf(formAt(reading, at + 1)));
  if (!one) return first.value;
  if (!other || one.of !== other.of) return null;
  consumeUnit(reading, first.at);
  return resized([first.value], one.size, other.size)[0] ?? null;
}

export type NumberSaid = { at: number; item: Item; value: string; isMoney: boolean };

/** The number after an item, with nothing but little words between; `link` must then be among them. */
function numberAfter(reading: Reading, index: number, link?: RegExp): NumberSaid | null {
  let isLinked = !link;
  for (let at = index + 1; at < reading.items.length && at <= index + 4; at += 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (item.kind === 'number')
      return isLinked && !isUsed(reading, item)
        ? { at, item, value: item.number.value, isMoney: item.number.unit === 'money' }
        : null;
    if (link?.test(formOf(reading, item))) {
      isLinked = true;
      if (item.kind === 'comparison') consume(reading, 'range', item);
    } else if (!isFiller(reading, item) && !isNumericColumn(reading, item) && !isUnitAt(reading, at))
      return null;
  }
  return null;
}

/** «1 metro e 1,5 metro» */
const isUnitAt = (reading: Reading, at: number): boolean =>
  reading.items[at - 1]?.kind === 'number' && stuffOf(formAt(reading, at)) !== null;

export const isNumericColumn = (reading: Reading, item: Item): boolean =>
  candidates(item).some((name) => isNumeric(columnNamed(reading, name)));

/** «de 3 mil a 5 mil»; in «entre 3 e 5 mil» the multiplier of the second number is that of both. */
function range(reading: Reading, from: number, lead: Item, first: NumberSaid, second: NumberSaid): Compared {
  const moved = movePoint(first.value, sharedScale(reading, first, second));
  // «entre 100 e 2 mil» goes from a hundred on.
  const low = compareDecimals(moved, second.value) > 0 ? first.value : moved;
  const isReversed = compareDecimals(low, second.value) > 0;
  if (isReversed) reading.remarks.push('Os limites estavam invertidos e foram trocados.');
  return {
    op: 'between',
    values: isReversed ? [second.value, low] : [low, second.value],
    items: [lead, first.item, second.item],
    from,
    to: second.at + 1,
    isMoney: first.isMoney || second.isMoney,
  };
}

function sharedScale({ words }: Reading, first: NumberSaid, second: NumberSaid): number {
  if (first.item.kind !== 'number' || compareDecimals(first.value, '1000') >= 0) return 0;
  const { isBare, unit } = first.item.number;
  // «entre dois e cinco milhões»
  const isInWords = unit === null && /^\p{L}/u.test(words[first.item.from]?.form ?? '');
  if (!isBare && !isInWords) return 0;
  const last = words[second.item.to - 1]?.form ?? '';
  // «entre 500 e mil»: a multiplier without a number is a number of its own.
  if (words[second.item.from]?.form === 'mil') return 0;
  const before = words[second.item.to - 2]?.form ?? '';
  if (last === 'mil' || before === 'mil') return 3;
  return /^mi(lhao|lhoes)?$/.test(last) || /^mi(lhao|lhoes)?$/.test(before) ? 6 : 0;
}

export function plainRange(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (item?.kind === 'number') return bareRange(reading, index, item);
  if (!item || formOf(reading, item) !== 'de') return null;
  const first = numberAfter(reading, index);
  if (!first || first.at !== index + 1) return null;
  const second = numberAfter(reading, first.at, /^(a|ate)$/);
  return second && second.at <= first.at + 3 ? range(reading, index, item, first, second) : null;
}

/** «50 a 60 passageiros»: two numbers, and what they count right after them. */
function bareRange(reading: Reading, index: number, item: NumberItem): Compared | null {
  const { value, unit } = item.number;
  const first = { at: index, item, value, isMoney: unit === 'money' };
  const second = numberAfter(reading, index, /^(?:a|ate)$/);
  const next = reading.items[index + 3];
  const isCounted = next !== undefined && (isNumericColumn(reading, next) || isUnitWord(reading, next));
  return second?.at === index + 2 && isCounted ? range(reading, index, item, first, second) : null;
}

type NumberItem = Extract<Item, { kind: 'number' }>;

const MORE: [RegExp, Comparison][] = [
  [/^(ou|e) (mais|acima)\b/, '>='],
  [/^(ou|e) (menos|abaixo)\b/, '<='],
  [/^(para|pra) cima\b/, '>='],
  [/^(para|pra) baixo\b/, '<='],
  [/^em diante\b/, '>='],
];

/** «500 mil pra cima», «3 ou mais». */
export function numberThenMore(reading: Reading, index: number): Compared | null {
  const item = reading.items[index];
  if (item?.kind !== 'number') return null;
  for (const skipped of [0, 1]) {
    const at = index + 1 + skipped;
    const next = reading.items[at];
    const [one, two] = [next, reading.items[at + 1]];
    const text = `${formOf(reading, one)} ${formOf(reading, two)}`;
    const found = MORE.find(([pattern]) => pattern.test(text));
    if (!found || !one || !two) continue;
    const between = skipped === 1 ? columnUpTo(reading, index, at) : null;
    const rows = skipped === 1 && !between ? reading.items[index + 1] : undefined;
    if (skipped === 1 && !between && rows?.kind !== 'rows') continue;
    return {
      ...(between && { between }),
      ...(rows && { counted: rows }),
      op: found[1],
      values: [item.number.value],
      items: [item, one, two],
      from: index,
      to: at + 2,
      isMoney: item.number.unit === 'money',
    };
  }
  return null;
}

/** «5 pontos ou mais»: the column that stands between a number and its comparison, and nothing else. */
function columnUpTo(reading: Reading, index: number, at: number): Bound | null {
  const chain = chainAt(reading, index + 1, isNumeric);
  if (chain) return chain.to === at ? named(reading, chain) : null;
  // «reabertos 2 vezes ou mais»
  const times = /^vez(?:es)?$/.test(formAt(reading, index + 1)) ? timesOf(reading, index) : null;
  const counted = times ?? unitColumn(reading, index) ?? amountOf(reading, index + 1);
  return counted && named(reading, counted);
}

/** The only number of how often what the participle before says was done. */
function timesOf(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  const done = reading.items[index - 1];
  const only = onlyOne(candidates(done), (name) => isNumeric(columnNamed(reading, name)));
  return done && only && isParticiple(formOf(reading, done))
    ? { columns: [only], items: [done, reading.items[index + 1] as Item] }
    : null;
}

/** «4 pessoas ou mais» of «pessoas_familia»: the only number whose name begins with the word, although the rows may be called so. */
function amountOf(reading: Reading, at: number): { columns: string[]; items: Item[] } | null {
  const item = reading.items[at];
  const base = item && reading.words[item.from]?.base;
  if (!item || !base || item.to !== item.from + 1) return null;
  const found = numericColumns(reading).filter(({ label }) => baseForm(label).split(' ').includes(base));
  const [only] = found;
  return only && found.length === 1 ? { columns: [only.name], items: [item] } : null;
}

/** «4 pessoas ou mais»: the number is one end of a range, also where no rule has found of what. */
export const isAtLeast = (reading: Reading, index: number): boolean =>
  MORE.some(([pattern]) => pattern.test([2, 3].map((step) => formAt(reading, index + step)).join(' ')));
