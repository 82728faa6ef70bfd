/** «coloca os técnicos em ordem, da melhor para a pior média», «ordene os bairros pela área»: what is put in order is listed, in the order that is said after it. */
import { isInOrder } from '../measures/extremes.ts';
import { chainAt, formAt, formOf, isKeyword, isNumeric, type Reading } from '../reading.ts';

/** Verbs of putting, which say so only with «em ordem». Folded. */
const PUTS = /^(?:coloc|organiz|bot|deix|arrum)(?:a|e|ar|que|ue|em|uem)$|^(?:poe|por|ponha|ponham)$/;
const ORDERS = /^orden(?:a|e|ar|em)$/;

/** Before all rules, for «por» beside such a verb makes no groups. */
export function namePutInOrder(reading: Reading): void {
  const [verb] = reading.items;
  if (!verb || isKeyword(reading.items[1], 'by')) return;
  const order = reading.items.findIndex(
    (item, at) => isKeyword(item, 'order') && formAt(reading, at - 1) === 'em' && at > 1,
  );
  const by = reading.items.findIndex(
    (item, at) => at > 1 && (isKeyword(item, 'by') || /^pel[oa]s?$/.test(formOf(reading, item))),
  );
  const isOrdered = ORDERS.test(formOf(reading, verb));
  const isSpoken = reading.items.some((_, at) => isInOrder(reading, at));
  if (!(isOrdered && (by > 0 || isSpoken)) && !(PUTS.test(formOf(reading, verb)) && order > 0)) return;
  reading.items[0] = { kind: 'keyword', keyword: 'list', from: verb.from, to: verb.to };
  const link = reading.items[by];
  if (isOrdered && order < 0 && link)
    reading.items[by] = { kind: 'keyword', keyword: 'order', from: link.from, to: link.to };
}

/** The place of «do maior para o menor» after a word for an order; -1 where none follows. */
export const placeOfSpokenOrder = (reading: Reading, index: number): number =>
  reading.items.findIndex((_, at) => at > index && isInOrder(reading, at));

/** «ordenadas pela altura, da maior para a menor»: the amount that is named before. */
export function numericOfOrder(reading: Reading, index: number): ReturnType<typeof chainAt> {
  const order = reading.items.findLastIndex((item, at) => at < index && isKeyword(item, 'order'));
  for (let at = order + 1; order >= 0 && at < index; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    if (chain) return chain;
  }
  return null;
}
