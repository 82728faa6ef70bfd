/** How long things took, of a table with one column of durations: «quanto tempo leva», «quantas horas trabalhou», «tempo total gasto». */

import { DURATION_UNIT } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { candidates, columnsOfKind, formOf, isKeyword, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';

const OF_TIME = /^(?:tempos?|horas?|minutos?)$/;
const SPENT = /^(?:gast[oa]s?|gast(?:ou|aram|a|am)|consumid[oa]s?)$/;

/** Before all rules: the words for time name the column, and what was «gasto» is no money. */
export function nameDurations(reading: Reading): void {
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ unit }) => unit === DURATION_UNIT);
  if (!only) return;
  const at = reading.items.findIndex(
    (item, place) =>
      OF_TIME.test(formOf(reading, item)) &&
      reading.items[place - 1]?.kind !== 'number' &&
      (item.kind === 'word' || candidates(item).includes(only.name)),
  );
  const noun = reading.items[at];
  if (!noun) return;
  const isAsked = isKeyword(reading.items[at - 1], 'how_many', 'how_much');
  const fn = isAsked ? functionOf(reading, noun) : null;
  reading.items = reading.items.map((item, place): Item => {
    const { from, to } = item;
    if (place === at) return { kind: 'column', columns: [only.name], from, to };
    if (fn && place === at - 1) return { kind: 'keyword', keyword: fn, from, to };
    const isSaidBefore =
      (fn === 'sum' && isKeyword(item, 'sum', 'total')) || (fn === 'average' && isKeyword(item, 'average'));
    const isSpent = place > at && place <= at + 3 && SPENT.test(formOf(reading, item));
    return isSaidBefore || isSpent ? { kind: 'word', isFunction: true, from, to } : item;
  });
}

/** Hours are added up; «quanto tempo» is that of one, unless it is added up in words. */
function functionOf(reading: Reading, noun: Item): 'sum' | 'average' | null {
  if (reading.items.some((item) => isKeyword(item, 'average'))) return 'average';
  if (reading.items.some((item) => isKeyword(item, 'median', 'largest', 'smallest', 'more', 'fewer')))
    return null;
  const isAdded =
    reading.items.some((item) => isKeyword(item, 'sum', 'total')) ||
    // «quanto tempo a equipe gastou com impressoras», «…, somando tudo»
    reading.items.some((item) => /^gast(?:ou|aram|amos)$/.test(formOf(reading, item))) ||
    /\b(?:somando tudo|tudo somado|ao todo|no total)\b/.test(reading.words.map(({ form }) => form).join(' '));
  return isAdded || !/^tempo/.test(formOf(reading, noun)) ? 'sum' : 'average';
}
