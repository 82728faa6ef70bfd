/** Words that stand for a place: «a água de lá», «quantas saíram dali», «nesse lugar». */

import type { Item } from '../chunk/items.ts';
import { formAt, formOf, isFiller, type Reading } from '../reading.ts';

/** «quantas vezes a água de lá deu ruim?»: no place is named before the word that stands for one, so that it would be passed over. */
export function pointsAtNoPlace(reading: Reading): boolean {
  const at = reading.items.findIndex((item, place) => standsForPlace(reading, item, place));
  return at >= 0 && !reading.items.slice(0, at).some((item, place) => mayBePlace(reading, item, place));
}

function standsForPlace(reading: Reading, item: Item, at: number): boolean {
  const form = formOf(reading, item);
  if (item.kind === 'word' && item.isTalk) return false;
  if (form === 'dali') return true;
  const before = formAt(reading, at - 1);
  if (/^(?:lugar|local)$/.test(form)) return POINTED.test(before);
  if (!/^(?:la|ali)$/.test(form) || !/^\p{Ll}/u.test(reading.words[item.from]?.text ?? '')) return false;
  // «lá em Recife», «lá na regional»: the place is named after it; «de lá pra cá» and «até lá» are times.
  const next = reading.words[item.to];
  const isNamedAfter = next !== undefined && !/[,.;:!?]/.test(next.before) && PLACING.test(next.form);
  return at > 1 && !isNamedAfter && !TIMING.test(before);
}

const POINTED = /^(?:n?ess[ea]|dess[ea]|n?aquel[ea]|daquel[ea]|mesm[oa])$/;
const PLACING = /^(?:em|n[oa]s?|d[eoa]s?|num|numa|pr[oa]s?|para|por|pel[oa]s?|perto|dentro|fora|pelo|atras)$/;
const TIMING = /^(?:ate|desde|sei|vai|vem|olh[ae]|ve|veja|diz|diga|fala|conta)$/;

/** A name in capitals, or what stands after «em», «na», «do»: the rows, the columns and states are no places. */
function mayBePlace(reading: Reading, item: Item, at: number): boolean {
  if (!(item.kind === 'value' || item.kind === 'word') || (item.kind === 'word' && item.isTalk)) return false;
  if (/^\p{Lu}\p{Ll}/u.test(reading.words[item.from]?.text ?? '') && item.from > 0) return true;
  const before = formAt(reading, at - 1);
  return item.kind === 'value'
    ? /^(?:em|n[oa]s?|d[eoa]s?|pel[oa]s?|a|ao|para|pra)$/.test(before)
    : !isFiller(reading, item) && /^(?:em|n[oa]s?)$/.test(before);
}
