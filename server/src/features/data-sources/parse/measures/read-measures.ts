/** Figures that the question asks for: counts, sums, averages, medians, extremes, distinct values and shares. */

import { datesBetween, type MeasureFunction } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { rootVerb } from '../groups/superlatives/group-superlatives.ts';
import { columnOfQuality } from '../groups/superlatives/row-superlatives.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isUsed,
  nextIndex,
  preferred,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { addMeasure } from './add-measure.ts';
import { readHowMany } from './counts.ts';
import { aggregateNextTo, readBothExtremes, readExtremeDay } from './extremes.ts';
import { readHowMuch } from './how-much.ts';
import { columnNear, columnOfVerb, only } from './measured-column.ts';
import { isPart, readShare } from './shares.ts';
import { readTotal } from './sums.ts';

/** «receita menos custo», «valor dividido por área»: no plan computes with two columns. */
function refuseArithmetic(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const isSign =
      isKeyword(item, 'fewer', 'more') ||
      /^(?:dividid[oa]|multiplicad[oa]|vezes)$/.test(formOf(reading, item));
    const isAmount = (each: Item | undefined) =>
      each?.kind === 'column' &&
      // «rodou mais quilômetros»
      !isFiniteVerb(formOf(reading, each)) &&
      // «demora mais para concluir»
      !each.columns.some((name) => datesBetween(name)) &&
      each.columns.some((name) => isNumeric(columnNamed(reading, name)));
    const after = reading.items[index + 1];
    const next = /^(?:o|a|os|as|por|pelo|pela)$/.test(formOf(reading, after))
      ? reading.items[index + 2]
      : after;
    if (!isSign || isUsed(reading, item) || !isAmount(reading.items[index - 1]) || !isAmount(next)) continue;
    consume(reading, 'arithmetic', item);
    reading.refusals.push('Não sei fazer contas entre colunas: peça cada uma.');
  }
}

export function readMeasures(reading: Reading): void {
  refuseArithmetic(reading);
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
    else if (isKeyword(item, 'sum')) readSum(reading, index);
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

/** «somando tudo, quantas consultas…»: what is added up is named by the count after it. */
function readSum(reading: Reading, index: number): void {
  const item = reading.items[index];
  const isAll = formAt(reading, index + 1) === 'tudo';
  const isCounted = reading.items.slice(index).some((each) => isKeyword(each, 'how_many', 'how_much'));
  // «somando Campinas e Ouro Preto, quantos contratos?», «quantos em Campinas e Ouro Preto somados?»
  const isOfValues =
    reading.items[isParticiple(formOf(reading, item)) ? index - 1 : index + 1]?.kind === 'value' &&
    reading.items.some((each) => isKeyword(each, 'how_many', 'number_of'));
  if ((isAll && isCounted) || isOfValues) consume(reading, 'total', item);
  else aggregate(reading, index, 'sum');
}

/** A sum, average or median of the column near the word, or of the usual money column. */
function aggregate(reading: Reading, index: number, fn: MeasureFunction): void {
  const near = columnNear(reading, index) ?? columnCompared(reading);
  if (!near && fn === 'average' && isOfHowMuch(reading, index)) {
    consume(reading, fn, reading.items[index]);
    reading.isHowMuchAveraged = true;
    return;
  }
  const column = near?.column ?? columnOfVerb(reading, index) ?? only(reading) ?? markColumn(reading, fn);
  consume(reading, fn, reading.items[index], ...(near?.items ?? []));
  const next = reading.items[nextIndex(reading, index)];
  if (isKeyword(next, 'total', 'trend')) consume(reading, fn, next);
  if (isKeyword(next, 'trend')) {
    reading.refusals.push(`Não sei calcular a média ${formOf(reading, next)}: peça o total de cada período.`);
    return;
  }
  if (!column) {
    reading.refusals.push('A tabela não tem uma coluna numérica para este cálculo.');
    return;
  }
  if (!near && isOfCounts(reading, index, fn)) return;
  const isMoney = columnNamed(reading, column)?.kind === 'money';
  addMeasure(reading, fn, (isMoney ? null : inMoney(reading, near?.items[0])) ?? column);
}

/** «em média, quanto foi pago», «quanto se pagou em média»: what «quanto» asks for is averaged. */
const isOfHowMuch = (reading: Reading, index: number): boolean =>
  formAt(reading, index - 1) === 'em' &&
  reading.items.some((item) => isKeyword(item, 'how_much') && !isUsed(reading, item));

/** A figure of counts, or of a noun that is no column: neither is that of the usual column. */
function isOfCounts(reading: Reading, index: number, fn: MeasureFunction): boolean {
  if (isOtherNoun(reading, index)) return true;
  const isCount = reading.items.some((each) => isKeyword(each, 'how_many', 'number_of'));
  if (isCount && formAt(reading, index - 1) === 'em') {
    // «quantos passageiros por viagem em média»
    reading.isAveraged = true;
    return true;
  }
  if (fn === 'sum' || !(isCount || countsPerGroup(reading, index))) return false;
  reading.refusals.push('Não sei calcular a média de contagens: pergunte a quantidade em cada grupo.');
  return true;
}

/** «quem é mais rápido em média»: the adjective says what is averaged. */
function columnCompared(reading: Reading): { column: string; items: Item[] } | null {
  const at = reading.items.findIndex((item) => isKeyword(item, 'more', 'fewer'));
  if (at < 0) return null;
  const adjective = reading.items[at + 1];
  const column = adjective ? columnOfQuality(reading, adjective) : null;
  if (adjective && column) return { column, items: [adjective] };
  // «gasta em média mais horas», «quem pesa mais em média»
  const chain = chainAt(reading, at + 1, isNumeric);
  const object = chain && reading.items[at + 1]?.kind === 'column' ? preferred(reading, chain.columns) : null;
  if (chain && object) return { column: object, items: chain.items };
  const done = rootVerb(reading, at);
  return done ? { column: done.column, items: [done.verb] } : null;
}

/** «média por disciplina»: the only mark of a table without money. */
function markColumn(reading: Reading, fn: MeasureFunction): string | null {
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ name }) =>
    /^(?:nota|avaliacao|conceito|media)$/.test(reading.lexicon.heads.get(name) ?? ''),
  );
  const isOther = reading.items.some((item) =>
    candidates(item).some((name) => name !== only?.name && isNumeric(columnNamed(reading, name))),
  );
  return fn !== 'sum' && only && !isOther ? only.name : null;
}

/** «somando os aditivos, quanto dá em dinheiro»: of two columns of that name the one of money. */
function inMoney(reading: Reading, item: Item | undefined): string | undefined {
  const isSaid = reading.items.some(
    (each, at) =>
      /^(?:dinheiro|reais|valor)$/.test(formOf(reading, each)) && formAt(reading, at - 1) === 'em',
  );
  return isSaid ? candidates(item).find((name) => columnNamed(reading, name)?.kind === 'money') : undefined;
}

/** «média de chamados por mês» asks for an average of counts, and not of the usual column. */
function countsPerGroup(reading: Reading, index: number): boolean {
  const at = nextIndex(reading, index);
  const isPer = isKeyword(reading.items[nextIndex(reading, at)], 'by', 'each');
  const item = reading.items[at];
  const isThing =
    item?.kind === 'rows' ||
    (item?.kind === 'column' && item.columns.every((name) => !isNumeric(columnNamed(reading, name))));
  return at >= 0 && isThing && isPer;
}

/** A word right after the figure that is no column: «idade média» of a table without ages. */
function isOtherNoun(reading: Reading, index: number): boolean {
  const around = [reading.items[index - 1], reading.items[nextIndex(reading, index)]];
  return around.some(
    (item) =>
      item?.kind === 'word' &&
      !isFiller(reading, item) &&
      !/^(?:tudo|tod[oa]s|geral|d?isso|ai)$/.test(formOf(reading, item)),
  );
}
