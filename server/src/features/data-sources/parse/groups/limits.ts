/** How many rows or groups are asked for, and the first of the rows: «top 5», «as 3 maiores», «a primeira compra de 2025». */

import { consume, formOf, isKeyword, isUsed, type Reading } from '../reading.ts';
import { dateColumn, rankedDay, rankedVerb } from './group-keys.ts';

/** «a primeira compra de 2025»: the earliest row. */
export function readFirst(reading: Reading): void {
  const { plan } = reading;
  if (reading.items.some((item) => isKeyword(item, 'how_many'))) return;
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'number' || isUsed(reading, item) || !/^primeir[oa]s?$/.test(formOf(reading, item)))
      continue;
    const next = reading.items[index + 1];
    const date = rankedDay(reading, index) ?? dateColumn(reading);
    const verb = rankedVerb(reading, index);
    const isOne = next?.kind === 'rows' || next?.kind === 'value' || verb !== undefined;
    if (!date || !isOne || plan.order.length > 0) continue;
    consume(reading, 'order', item, rankedDay(reading, index) ? verb : undefined);
    plan.order.push({ by: 'column', index: 0, column: date, direction: 'asc' });
    plan.limit ??= /s$/.test(formOf(reading, item)) ? null : 1;
    reading.wantsRows = true;
  }
}

/** «top 5», «as 3 maiores», «os três bairros»: a number beside what is ordered. */
export function readLimit(reading: Reading): void {
  const { plan } = reading;
  for (const [index, item] of reading.items.entries()) {
    if (isKeyword(item, 'top')) {
      consume(reading, 'limit', item);
    }
    if (item.kind !== 'number' || isUsed(reading, item) || item.number.unit !== null) continue;
    const count = Number(item.number.value);
    if (!Number.isInteger(count) || count < 1 || count > 200) continue;
    if (item.number.isOrdinal && !/^(primeir|ultim)/.test(formOf(reading, item))) continue;
    if (plan.order.length === 0 && !isKeyword(reading.items[index - 1], 'top')) continue;
    const first = reading.items[index + 1];
    const isFirst = /^(?:primeir|ultim)[oa]s$/.test(formOf(reading, first));
    consume(reading, 'limit', item, isFirst ? first : undefined);
    plan.limit = count;
  }
}
