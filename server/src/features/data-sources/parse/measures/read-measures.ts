/** Figures that the question asks for: counts, sums, averages, medians, extremes, distinct values and shares. */
import type { MeasureFunction } from '#contract/table-plan.ts';
import { consume, formOf, isFiller, isKeyword, isUsed, nextIndex, type Reading } from '../reading.ts';
import { EMPTY_WORDS } from '../words/empty-words.ts';
import { addMeasure } from './add-measure.ts';
import { readHowMany } from './counts.ts';
import { aggregateNextTo, readBothExtremes, readExtremeDay } from './extremes.ts';
import { columnNear, columnOfVerb, only } from './measured-column.ts';
import { isPart, readShare } from './shares.ts';
import { readHowMuch, readTotal } from './sums.ts';

export function readMeasures(reading: Reading): void {
  readAggregates(reading);
  readCountsAndSums(reading);
}

function readAggregates(reading: Reading): void {
  readExtremeDay(reading);
  readBothExtremes(reading);
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (isKeyword(item, 'average', 'median'))
      aggregate(reading, index, isKeyword(item, 'average') ? 'average' : 'median');
    else if (isKeyword(item, 'sum')) aggregate(reading, index, 'sum');
    else if (isKeyword(item, 'largest', 'smallest'))
      aggregateNextTo(reading, index, isKeyword(item, 'largest') ? 'maximum' : 'minimum');
  }
}

function readCountsAndSums(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (isKeyword(item, 'how_many', 'number_of')) readHowMany(reading, index);
    else if (isKeyword(item, 'how_much')) readHowMuch(reading, index);
    else if (isKeyword(item, 'total')) readTotal(reading, index);
    else if (isKeyword(item, 'share') || isPart(reading, index)) readShare(reading, index);
  }
}

/** A sum, average or median of the column near the word, or of the usual money column. */
function aggregate(reading: Reading, index: number, fn: MeasureFunction): void {
  const item = reading.items[index];
  const near = columnNear(reading, index);
  const column = near?.column ?? columnOfVerb(reading, index) ?? only(reading);
  if (!item) return;
  consume(reading, fn, item, ...(near?.items ?? []));
  const next = reading.items[nextIndex(reading, index)];
  if (isKeyword(next, 'total') && next) consume(reading, fn, next);
  if (!column) {
    reading.refusals.push('A tabela não tem uma coluna numérica para este cálculo.');
    return;
  }
  if (!near && isOtherNoun(reading, index)) {
    return;
  }
  if (!near && countsPerGroup(reading, index)) {
    reading.refusals.push('Não sei calcular a média de contagens: pergunte a quantidade em cada grupo.');
    return;
  }
  addMeasure(reading, fn, column);
}

/** «média de chamados por mês» asks for an average of counts, and not of the usual column. */
function countsPerGroup(reading: Reading, index: number): boolean {
  const at = nextIndex(reading, index);
  const isPer = isKeyword(reading.items[nextIndex(reading, at)], 'by', 'each');
  return at >= 0 && reading.items[at]?.kind === 'rows' && isPer;
}

/** A word right after the figure that is no column: «idade média» of a table without ages. */
function isOtherNoun(reading: Reading, index: number): boolean {
  const around = [reading.items[index - 1], reading.items[nextIndex(reading, index)]];
  return around.some(
    (item) => item?.kind === 'word' && !isFiller(reading, item) && !EMPTY_WORDS.has(formOf(reading, item)),
  );
}
