/** «em todas as lojas e anos», «de todos os tipos»: words that say that nothing is left out. */
import type { ColumnKind } from '#contract/table-plan.ts';
import type { QuestionWord } from '../../../../language/question-words.ts';
import { KEYWORDS } from '../words/keywords.ts';
import type { Item } from './items.ts';

const BEFORE = /^(?:em|de|para|pra|com|considerando|somando|juntando|contando|incluindo|entre|por)$/;
const ALL = /^(?:tod[oa]s|ambos|ambas)$/;

/** As words without a meaning of their own, where a preposition makes them a place, a time or a sort. */
export function withoutEverywhere(items: Item[], words: QuestionWord[]): Item[] {
  const formAt = (at: number) => words[items[at]?.from ?? -1]?.form ?? '';
  // «e em todas as lojas?» takes a condition of the answer before away.
  if (/^(?:e|mas|agora|so)$/.test(formAt(0))) return items;
  for (let at = 1; at < items.length; at += 1) {
    if (!ALL.test(formAt(at)) || !BEFORE.test(formAt(at - 1))) continue;
    let end = /^[oa]s$/.test(formAt(at + 1)) ? at + 2 : at + 1;
    const first = end;
    while (end < items.length && isNoun(items[end], formAt(end), end > first)) end += 1;
    // «de todas as vendas de maio»: what the rows are is no place.
    if (end === first || items[first]?.kind === 'rows') continue;
    for (let place = at - 1; place < end; place += 1) {
      const item = items[place];
      if (item) items[place] = { kind: 'word', isFunction: true, from: item.from, to: item.to };
    }
  }
  return items;
}

/** A column, a unit of the calendar, or what joins another of them. */
const isNoun = (item: Item | undefined, form: string, isBegun: boolean): boolean =>
  item?.kind === 'column' ||
  KEYWORDS.get(form) === 'unit' ||
  (isBegun && (/^(?:[oa]s|tod[oa]s)$/.test(form) || form === 'e'));

const NAME = /^nomes?$/;
const HOUR = /^(?:horarios?|horas?|momento)$/;
/** As systems call columns that hold the time of the day too. */
const WITH_HOUR = /(?:^|_)(?:dh|dthr|dth|ts|datahora|datetime|timestamp)(?:_|$)/i;

/**
 * «o nome do técnico», «nome do produto» of a column of words, «o horário da chegada» of a column of days and times: the noun
 * says no more.
 */
export function withoutNounOfColumn(
  items: Item[],
  words: QuestionWord[],
  kindOf: (name: string) => ColumnKind | undefined,
): Item[] {
  const formAt = (at: number) => words[items[at]?.from ?? -1]?.form ?? '';
  const isOfWords = (name: string) => /^(?:category|text)$/.test(kindOf(name) ?? '');
  const isOfTime = (name: string) => kindOf(name) === 'date' && WITH_HOUR.test(name);
  for (const [at, item] of items.entries()) {
    const noun = items[at + 2];
    const holds = NAME.test(formAt(at)) ? isOfWords : HOUR.test(formAt(at)) ? isOfTime : null;
    if (!holds || !/^d[aeo]s?$/.test(formAt(at + 1))) continue;
    if (noun?.kind !== 'column' || !noun.columns.some(holds)) continue;
    const own = item.kind === 'column' ? item.columns : [];
    if (noun.columns.some((name) => own.includes(name))) continue;
    items[at] = { kind: 'word', isFunction: true, from: item.from, to: item.to };
  }
  return items;
}

/** «total da taxa de iluminação» of a column of money: the noun is part of its name, and asks for no share. */
export function withNounOfAmount(
  items: Item[],
  words: QuestionWord[],
  isMoney: (name: string) => boolean,
): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const [share, of] = joined.slice(-2);
    const isNoun = share?.kind === 'keyword' && /^(?:taxa|parcela)s?$/.test(words[share.from]?.form ?? '');
    const isNamed = isNoun && /^d[aeo]s?$/.test(words[of?.from ?? -1]?.form ?? '');
    const isAmount = isNamed && item.kind === 'column' && item.columns.every(isMoney);
    if (isAmount) joined.splice(-2, 2, { ...item, from: share.from });
    else joined.push(item);
  }
  return joined;
}
