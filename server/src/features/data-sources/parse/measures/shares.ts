/** Shares of a total: «que percentual», «a fatia do Pregão Eletrônico no valor estimado». */
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  preferred,
  type Reading,
  textOf,
} from '../reading.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { addMeasure, isMoneyNoun } from './add-measure.ts';
import { columnAfter } from './measured-column.ts';

/** «que parte da folha», «qual parte dos chamados». */
export const isPart = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'part') && /^(que|qual)$/.test(formAt(reading, index - 1));

/** A share compares the rows of some filters with all rows of the others; which ones is decided after they are read. */
export function readShare(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  consume(reading, 'share', item, isPart(reading, index) ? reading.items[index - 1] : undefined);
  reading.plan.share = true;
  reading.shareAt = index;
  const after = columnAfter(reading, index);
  const isTaken = after?.items.some((each) => isUsed(reading, each) || isWith(reading, each));
  const total = (isTaken ? null : after) ?? numericAnywhere(reading, index) ?? moneyOfRows(reading, index);
  if (total) {
    consume(reading, 'share', ...total.items);
    addMeasure(reading, 'sum', total.column);
  } else if (reading.plan.measures.length === 0 && !asksOfBefore(reading)) addMeasure(reading, 'count', null);
}

/** «da despesa toda», «do faturamento» */
function moneyOfRows(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const { money_column } = reading.lexicon.table;
  const noun = reading.items[index + 2];
  const isOf = /^d[oa]$/.test(formAt(reading, index + 1));
  const isMoney = noun?.kind === 'rows' && isMoneyNoun(formOf(reading, noun));
  return money_column && isOf && isMoney ? { column: money_column, items: [noun] } : null;
}

/** «quanto isso representa do total?» shares out the figure of the answer before. */
const asksOfBefore = ({ before, items }: Reading): boolean =>
  (before?.measures.length ?? 0) > 0 && items.every(({ kind }) => kind !== 'rows');

/** «episódios com patrocínio»: the column is a condition, and not what is shared out. */
export const isWith = (reading: Reading, item: Item): boolean =>
  formAt(reading, reading.items.indexOf(item) - 1) === 'com';

/** «a fatia do Pregão Eletrônico no valor estimado total». */
function numericAnywhere(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length; at += 1) {
    const item = reading.items[at];
    if (!item || isUsed(reading, item) || isWith(reading, item)) continue;
    if (candidates(item).some((name) => isNumeric(columnNamed(reading, name))) && item.kind === 'column') {
      const chain = chainAt(reading, at, isNumeric);
      const column = chain && preferred(reading, chain.columns);
      if (chain && column) return { column, items: chain.items };
    }
  }
  return null;
}

/** After all filters are read: those named after «que» or first after the word for the share are compared with the rest. */
export function settleShare(reading: Reading): void {
  if (!reading.plan.share) return;
  const places = reading.plan.filters.map((filter, place) => ({
    place,
    filter,
    at: Math.min(...(reading.filterItems[place] ?? []).map((item) => reading.items.indexOf(item))),
  }));
  const usual = places.filter(
    ({ filter }) => filter.op === 'filled' || filter.op === 'empty' || isCompared(reading, filter.column),
  );
  const chosen = narrowedPart(reading, usual);
  const first = chosen.toSorted((one, other) => one.at - other.at);
  reading.plan.share_of = (chosen === usual ? first.slice(0, 1) : first).map(({ place }) => place);
  if (chosen === usual && usual.length === 0 && places.length > 0 && reading.plan.group_by.length === 0)
    reading.plan.share_of = places.slice(0, 1).map(({ place }) => place);
  splitShares(reading);
  const hasWhole = reading.plan.group_by.length > 0 || reading.plan.share_of.length > 0 || reading.isFollowUp;
  if (!hasWhole) reading.refusals.push('Não entendi de que parte se pergunta a proporção.');
}

/** The filters after «que» or before «entre», where the question says which ones make the part. */
type Placed = { at: number };

/** The filters after «que» or before «entre», where the question says which ones make the part. */
function narrowedPart<T extends Placed>(reading: Reading, usual: T[]): T[] {
  const { shareAt } = reading;
  const placeAfterShare = (is: (item: Item) => boolean): number =>
    reading.items.findIndex((item, at) => at > shareAt && is(item));
  const after = (place: number): T[] => (place < 0 ? [] : usual.filter(({ at }) => at > place));
  // «o percentual de alterados entre os que têm laudo»: what stands after «entre» is the whole.
  const among = placeAfterShare((item) => isKeyword(item, 'among'));
  const beforeAmong = usual.filter(({ at }) => at < among);
  const that = placeAfterShare((item) => formOf(reading, item) === 'que');
  const copula = placeAfterShare((item) =>
    /^(?:é|É|são|sao|foi|foram|está|estão|estao)$/.test(textOf(reading, item)),
  );
  // «que fatia dos efetivos tem mestrado?»: what stands before the verb is the whole.
  const isOfWhole = /^d[eoa]s?$/.test(formAt(reading, shareAt + 1));
  const verb = isOfWhole ? placeAfterShare((item) => isVerbOfPart(reading, item)) : -1;
  // «dos processos de família, quantos por cento correm em segredo?»: first the whole is named, and then its part.
  const isWholeFirst = /^(?:d[eoa]s?|entre|n[oa]s?|em)$/.test(formAt(reading, 0));
  const parts = [
    beforeAmong,
    after(that),
    after(copula),
    after(verb),
    isWholeFirst ? usual.filter(({ at }) => at > shareAt) : [],
  ];
  const told = parts.find(({ length }) => length > 0 && length < usual.length);
  return told ?? (beforeAmong.length > 0 ? beforeAmong : usual);
}

const isVerbOfPart = (reading: Reading, item: Item): boolean => {
  const form = formOf(reading, item);
  const isHaving = /^(?:tem|teve|tiveram|possui|possuem|usa|usam|fez|fizeram)$/.test(form);
  return item.kind !== 'value' && (isHaving || isFiniteVerb(form));
};

/** «proporção de homens e mulheres»: a share for each of the values that are named. */
function splitShares(reading: Reading): void {
  const { plan } = reading;
  const [only, another] = plan.share_of;
  const part = plan.filters[only ?? -1];
  if (
    !part ||
    another !== undefined ||
    plan.group_by.length > 0 ||
    part.op !== 'in' ||
    part.values.length !== 2 ||
    isChoice(reading, only ?? -1)
  )
    return;
  plan.group_by = [{ column: part.column, bucket: null }];
  plan.share_of = [];
}

/** «a porcentagem de nota 1 ou 2»: both together are the part. */
const isChoice = ({ items, filterItems }: Reading, place: number): boolean =>
  items.some(
    (item, at) =>
      isKeyword(item, 'or') &&
      (filterItems[place] ?? []).some((each) => Math.abs(items.indexOf(each) - at) <= CHOICE_REACH),
  );

const CHOICE_REACH = 3;

/** «isso é quanto por cento?» after a count: the only condition that can be compared with the whole; without one nothing is shared. */
export function settleSharedBefore(reading: Reading): void {
  const { plan } = reading;
  if (!plan.share || plan.share_of.length > 0 || plan.group_by.length > 0) return;
  const parts = plan.filters.flatMap(({ column }, place) => (isCompared(reading, column) ? [place] : []));
  if (parts.length === 1) plan.share_of = parts;
  else if (reading.refusals.length === 0)
    reading.refusals.push('Não entendi de que parte se pergunta a proporção.');
}

/** Places and days delimit the whole more often than they are compared with it. */
function isCompared(reading: Reading, column: string): boolean {
  const kind = columnNamed(reading, column)?.kind;
  const isPlace =
    column === reading.lexicon.states || /municipio|cidade|bairro|regiao/.test(namesOf(reading, column));
  return kind !== 'date' && !isPlace;
}
