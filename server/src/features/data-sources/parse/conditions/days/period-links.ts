/** Words that stand beside a period and join it to another, bound it or leave it open: «de … a …», «desde», «em diante». */
import { addDays, type Period } from '../../../../../language/values/calendar.ts';
import type { Item } from '../../chunk/items.ts';
import { consume, formAt, formOf, isFiller, isUsed, type Reading } from '../../reading.ts';
import type { Comparison } from '../../words/keywords.ts';

export type PeriodItem = Extract<Item, { kind: 'period' }>;

export type Found = { at: number; item: PeriodItem };

/** The «maio» of «entre março e maio», «de março a maio». */
export function secondPeriod(reading: Reading, { at }: Found, op: Comparison | undefined): Found | null {
  const link = op === 'between' ? /^(e|a|ate)$/ : isFrom(reading, at) ? /^(a|ate|para)$/ : null;
  return link && linked(reading, at, link);
}

/** The next period when nothing but one of the linking words stands between. */
export function linked(reading: Reading, from: number, link: RegExp): Found | null {
  let isLinked = false;
  for (let at = from + 1; at < reading.items.length && at <= from + 6; at += 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (item.kind === 'period') return isLinked && !isUsed(reading, item) ? { at, item } : null;
    if (link.test(formOf(reading, item))) {
      isLinked = true;
      if (item.kind === 'comparison' || item.kind === 'keyword') consume(reading, 'range of days', item);
    } else if (
      item.kind !== 'rows' &&
      !/^(em|o|a|os|as|ao|no|na|de|do|da|dos|das|ano|mes|dia)$/.test(formOf(reading, item))
    )
      return null;
  }
  return null;
}

/** «de março», «do dia 10/03». */
const isFrom = (reading: Reading, index: number): boolean => {
  const isDay = /^dias?$/.test(formAt(reading, index - 1));
  return /^(?:de|do|da|dos)$/.test(formAt(reading, isDay ? index - 2 : index - 1));
};

/** «de 2024 em diante», «de março para cá». */
export function isOnward(reading: Reading, index: number): boolean {
  const after = reading.items.slice(index + 1, index + 3);
  const text = after.map((item) => formOf(reading, item)).join(' ');
  if (!/^(em diante|p(?:a)?ra (?:ca|frente)|ou depois)$/.test(text)) return false;
  consume(reading, 'period', ...after);
  return true;
}

/** The key of a whole year, half year, quarter or month; else its two days with a slash between. */
export function keyOf({ first, last }: Period): string {
  const year = first.slice(0, 4);
  const month = Number(first.slice(5, 7));
  const months = Number(last.slice(5, 7)) - month + 1;
  const isWhole = first.endsWith('-01') && addDays(last, 1).endsWith('-01') && last.startsWith(year);
  if (isWhole && months === 12) return year;
  if (isWhole && months === 6 && month % 6 === 1) return `${year}-S${(month + 5) / 6}`;
  if (isWhole && months === 3 && month % 3 === 1) return `${year}-T${(month + 2) / 3}`;
  if (isWhole && months === 1) return first.slice(0, 7);
  return first === last ? first : `${first}/${last}`;
}

export function comparisonBefore(reading: Reading, index: number): { op: Comparison; item: Item } | null {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (item.kind === 'comparison') return isUsed(reading, item) ? null : { op: item.phrase.op, item };
    if (item.kind === 'keyword' && item.keyword === 'among') return { op: 'between', item };
    if (!isFiller(reading, item)) return null;
  }
  return null;
}

export const ordered = (first: string, last: string): [string, string] =>
  first <= last ? [first, last] : [last, first];
