/** An amount that is named apart from the word that asks for it: «os maiores incêndios em hectares», «qual município entregou mais (kg)?». */
import type { Item } from '../chunk/items.ts';
import { chainAt, formAt, formOf, isNumeric, isUsed, preferred, type Reading } from '../reading.ts';
import { unitColumn } from './units.ts';

export type Said = { column: string; items: Item[] };

/** After one of the links, or in brackets, from a place on. */
export function amountSaid(reading: Reading, index: number, links = /^(?:em|por|pel[oa]s?)$/): Said | null {
  for (let at = index + 1; at < reading.items.length; at += 1) {
    const item = reading.items[at] as Item;
    const isBracket = (reading.words[item.from]?.before ?? '').includes('(');
    if (!isBracket && !links.test(formOf(reading, item))) continue;
    const found = amountAt(reading, isBracket ? at : at + 1);
    if (found) return found;
  }
  return null;
}

/** «total em kg», «quanto deu em sacas». */
export const amountInUnit = (reading: Reading, index: number): Said | null =>
  formAt(reading, index + 1) === 'em' ? amountAt(reading, index + 2) : null;

function amountAt(reading: Reading, at: number): Said | null {
  const unit = unitColumn(reading, at - 1);
  const chain = chainAt(reading, at, isNumeric);
  const column = chain ? preferred(reading, chain.columns) : (unit?.columns[0] ?? null);
  const items = chain?.items ?? unit?.items ?? [];
  const isTaken = items.some((item) => isUsed(reading, item) || item.kind === 'value');
  return column && !isTaken ? { column, items } : null;
}
