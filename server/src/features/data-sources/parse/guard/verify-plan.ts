/** The last look at a plan, by other means than the rules that made it: each word has its part, and each part its words. */
import { columnNamed, type Reading, textOf } from '../reading.ts';
import { unclaimedWord } from './claimed-words.ts';
import { lostFromBefore } from './kept-from-before.ts';
import {
  isHavingSaid,
  isKeySaid,
  isLimitSaid,
  isMeasureSaid,
  isOrderSaid,
  isShareSaid,
} from './supported-figures.ts';
import { isFilterSaid } from './supported-filters.ts';

/** A plan that says more or less than the question is not answered. */
export function refuseUnverified(reading: Reading): void {
  if (reading.refusals.length > 0 || reading.impossible.length > 0) return;
  const told = doubtOf(reading);
  if (told) reading.refusals.push(told);
}

/** The sentence for the reader; null where question and plan say the same. */
export function doubtOf(reading: Reading): string | null {
  const word = unclaimedWord(reading);
  if (word) return `Não sei o que «${textOf(reading, word)}» pede nesta pergunta.`;
  const part = unsupportedPart(reading);
  if (part) return `Não sei se a pergunta é sobre «${part}»: diga com o nome da coluna o que quer saber.`;
  const lost = lostFromBefore(reading);
  return lost ? `Não sei se «${lost}» da resposta anterior ainda vale: faça a pergunta inteira.` : null;
}

/** The first part that nothing supports, in the words of the table; null where all are. */
function unsupportedPart(reading: Reading): string | null {
  const { filters, measures, group_by, order, having } = reading.plan;
  const missing = [
    ...filters.flatMap((filter, place) => (isFilterSaid(reading, filter, place) ? [] : [filter.column])),
    ...measures.flatMap((measure) => (isMeasureSaid(reading, measure) ? [] : [measure.column])),
    ...group_by.flatMap((key) => (isKeySaid(reading, key) ? [] : [key.column])),
    ...order.flatMap((one) => (isOrderSaid(reading, one) ? [] : [one.column])),
    ...having.flatMap(({ value }) => (isHavingSaid(reading, value) ? [] : [null])),
    ...(isLimitSaid(reading) && isShareSaid(reading) ? [] : [null]),
  ];
  const [first] = missing;
  if (first === undefined) return null;
  return columnNamed(reading, first ?? '')?.label ?? reading.lexicon.table.rows_word.many;
}
