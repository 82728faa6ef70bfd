import { MEASURES_MAX } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { DAY_OF_PAYMENT, onlyDay } from '../conditions/days/money-days.ts';
import { addFilter } from '../filters.ts';
import { movedMoney } from '../groups/superlatives/group-superlatives.ts';
import { isOnlyQualified } from '../numbers/compared-column.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  nextIndex,
  preferred,
  type Reading,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet, sharesRoot } from '../words/roots.ts';
import { contentOf } from '../words/table-column.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isParticiple, SPENDING } from '../words/verbs.ts';
import { addMeasure, isPriceOfOne, stuffColumns } from './add-measure.ts';
import { isNoCost, measuredBefore, only } from './measured-column.ts';
import { narrowToStuff, sumStock, weighed } from './quantities.ts';

/** «quanto foi homologado», «quanto deu em valor estimado», «quanto custou». */
export function readHowMuch(reading: Reading, index: number): void {
  // «quanto isso deu em reais?»
  const money = reading.items.filter(
    (each) => /^(reais|dinheiro)$/.test(formOf(reading, each)) && each.kind === 'word',
  );
  consume(reading, 'sum', reading.items[index], ...money);
  if (sumStock(reading, index)) return;
  const named = moneyNamed(reading, index);
  if (!named && sumStuff(reading, index)) return;
  const refusal = refusalOf(reading, index, named?.column);
  const column = refusal ? null : amountMeant(reading, index, named?.column);
  if (!column || isNoCost(reading, column)) {
    reading.refusals.push(refusal ?? 'A tabela não tem uma coluna de valor para somar.');
    return;
  }
  consume(reading, 'sum', ...(named?.items ?? []), ...paidVerbs(reading, index, index + 4));
  narrowToStuff(reading, index);
  const isOnly = reading.plan.measures.every(({ fn }) => fn === 'count');
  if (isOnly || isFurther(reading, index, column))
    addMeasure(reading, asksForOne(reading, index) || reading.isHowMuchAveraged ? 'average' : 'sum', column);
}

/** The named column, or that of its money; else what was paid, and the usual amount. */
const amountMeant = (reading: Reading, index: number, named: string | undefined): string | null =>
  named === undefined ? (paidColumn(reading) ?? only(reading)) : (moneyOf(reading, index, named) ?? named);

/** «quantas diárias teve e quanto gastou»: a figure of its own after another. */
function isFurther(reading: Reading, index: number, name: string): boolean {
  const isJoined =
    isKeyword(reading.items[index - 1], 'and') ||
    (reading.words[reading.items[index]?.from ?? 0]?.before ?? '').includes(',');
  // «em média, quanto paga»
  const { measures } = reading.plan;
  return isJoined && measures.length < MEASURES_MAX && !measures.some(({ column }) => column === name);
}

/** «quanto de trigo foi entregue?»: stuff is weighed or measured, and where it is both, the other is offered. */
function sumStuff(reading: Reading, index: number): boolean {
  const [link, noun] = reading.items.slice(index + 1, index + 3);
  const isOfStuff =
    formOf(reading, link) === 'de' &&
    (noun?.kind === 'value' || noun?.kind === 'word') &&
    !isUsed(reading, noun);
  const done = otherVerb(reading, index);
  const [taken, other] = stuffColumns(reading);
  if (!taken || !(isOfStuff && (done || !asksForMoney(reading, index)))) return false;
  consume(reading, 'amount of stuff', link, done);
  addMeasure(reading, 'sum', taken.name);
  if (other) reading.eitherColumn = { taken: taken.name, other: other.name };
  return true;
}

/** Some word after «quanto» speaks of money. */
const asksForMoney = (reading: Reading, index: number): boolean =>
  reading.items.slice(index + 1).some((item) => {
    const form = formOf(reading, item);
    const isVerb = isParticiple(form) || isFiniteVerb(form);
    return (
      /^(?:reais|dinheiro|valor|rs)$/.test(form) ||
      SPENDING.test(form) ||
      (isVerb && isOfMoney(form) && !EMPTY_WORDS.has(form))
    );
  });

/** «quanto pagamos de hora extra» of a table with their number and their value: what is paid is money. */
function moneyOf(reading: Reading, index: number, name: string): string | null {
  const verb = formAt(reading, nextIndex(reading, index));
  const own = contentOf(columnNamed(reading, name)?.label ?? '');
  if (
    columnNamed(reading, name)?.kind === 'money' ||
    !(SPENDING.test(verb) || /^(?:val|cust|rend)(?:eu|eram|ou|aram|e|em|a|am)$/.test(verb)) ||
    own.length === 0
  )
    return null;
  const only = onlyOne(columnsOfKind(reading, 'money'), ({ label }) => {
    const words = contentOf(label);
    return own.every((word) => words.includes(word));
  });
  return only?.name ?? null;
}

/** «quanto desembolsamos»: what was paid, and not what was agreed on. */
const paidColumn = (reading: Reading): string | undefined =>
  reading.items.flatMap((item) =>
    /r$/.test(formOf(reading, item)) ? [] : (movedMoney(reading, item) ?? []),
  )[0];

/** A verb that asks for something else than money, or for what is still to be paid, is not answered with the usual amount. */
function refusalOf(reading: Reading, index: number, name: string | undefined): string | null {
  const verb = verbOfAsking(reading, index);
  if (verb?.kind === 'word' && !isLight(reading, verb) && asksForOther(reading, verb, name))
    return `A tabela não tem uma coluna que diga quanto «${formOf(reading, verb)}».`;
  const owed = reading.items.find((each) =>
    /^(?:deve|devem|devia|deviam|devemos|falta|faltam)$/.test(formOf(reading, each)),
  );
  if (owed && !isOwedColumn(reading, name) && !readUnpaid(reading, owed))
    return `Não sei quanto se «${formOf(reading, owed)}»: a tabela não tem uma coluna do que falta pagar.`;
  const done = name === undefined ? otherVerb(reading, index) : undefined;
  return done ? `A tabela não tem uma coluna que diga quanto foi «${formOf(reading, done)}».` : null;
}

/** «quanto deixaram de multa», «quanto deu de frete»: the amount right after it says of what. */
function isLight(reading: Reading, verb: Item): boolean {
  const at = reading.items.indexOf(verb);
  const noun = reading.items[at + 2];
  return (
    /^(?:deixaram|deixou|deram|deu|fizeram|fez|tiveram|teve|somaram|juntaram)$/.test(formOf(reading, verb)) &&
    formAt(reading, at + 1) === 'de' &&
    noun?.kind === 'column' &&
    noun.columns.every((name) => columnNamed(reading, name)?.kind === 'money')
  );
}

/** The verb after «quanto», or after its auxiliary: «quanto estamos gastando». */
function verbOfAsking(reading: Reading, index: number): Item | undefined {
  const first = nextIndex(reading, index);
  const isAuxiliary =
    /^(?:estamos|estao|esta|vem|vimos|vamos|temos)$/.test(formAt(reading, first)) &&
    /(?:ndo|r|[ai]do)$/.test(formAt(reading, first + 1));
  return reading.items[isAuxiliary ? first + 1 : first];
}

function asksForOther(reading: Reading, verb: Item, name: string | undefined): boolean {
  const form = formOf(reading, verb);
  if (/^ganham?$/.test(form)) return true;
  return isFiniteVerb(form) && !isOfMoney(form) && !isVerbOf(reading, verb, name);
}

/** «quanto ainda devemos aos produtores» of a table with the day of payment: what has none is still owed. */
function readUnpaid(reading: Reading, owed: Item): boolean {
  const day = onlyDay(reading, DAY_OF_PAYMENT);
  if (!day || isUsed(reading, owed) || reading.plan.filters.some(({ column }) => column === day))
    return false;
  consume(reading, 'unpaid', owed);
  addFilter(reading, { column: day, op: 'empty', values: [] }, owed);
  return true;
}

/** «quanto de soja foi colhido»: what was done is none of money, so that the usual amount is no answer. */
function otherVerb(reading: Reading, index: number): Item | undefined {
  if (columnsOfKind(reading, 'number', 'money').length < 2 || measuredBefore(reading)) return undefined;
  const isDone = (item: Item): boolean => {
    const form = formOf(reading, item);
    return item.kind === 'word' && !item.isFunction && isParticiple(form) && !isOfMoney(form);
  };
  return reading.items.find(
    (item, at) => at > index && isDone(item) && /^(?:foi|foram|sido|ser|sera)$/.test(formAt(reading, at - 1)),
  );
}

/** «quanto choveu» of the column «chuva», and not «quanto economizamos com o desconto» of that of the discount. */
const isVerbOf = (reading: Reading, verb: Item, name: string | undefined): boolean =>
  name !== undefined &&
  (candidates(verb).includes(name) ||
    namesOf(reading, name)
      .split(/[ _]/)
      .some(
        (word) =>
          word.length >= 4 &&
          (rootsMeet(formOf(reading, verb), word) || (word === 'peso' && /^pes/.test(formOf(reading, verb)))),
      ));

/** «quanto custa uma multa grave?» */
const asksForOne = (reading: Reading, index: number): boolean => {
  const [verb, article] = [reading.items[index + 1], reading.items[index + 2]];
  return (
    /^(?:custa|vale|sai|cobram)$/.test(formOf(reading, verb)) &&
    /^(?:uma?|cada)$/.test(formOf(reading, article))
  );
};

/** Verbs of money: what they ask for is the usual amount, whatever it is called. */
export const isOfMoney = (form: string): boolean =>
  EMPTY_WORDS.has(form) ||
  /^(gast|pag|receb|arrecad|vend|compr|ganh(?!am?$)|invest|movimentou|fatur|cust|val|som|total|deu|dar|deram|rend|repass|desembols|entrou|entraram|saiu|sairam|cobr|licit|contrat|empenh|liquid|execut|emprest|do(ou|aram)|orc)/.test(
    form,
  );

/** «quanto foi gasto com técnico» of a table with a «custo técnico»: what stands after says which of the amounts. */
function isSpentOnColumn(reading: Reading, to: number, taken: string[]): boolean {
  const verb = reading.items[to - 1];
  const isSpending = /^(?:gast|pag)[oa]?s?$/.test(formOf(reading, verb));
  const next = formAt(reading, to) === 'com' ? chainAt(reading, to + 1, isNumeric) : null;
  return isSpending && next !== null && !next.columns.some((name) => taken.includes(name));
}

/** «foi pago de multa»: the noun says which amount, sooner than the verb. */
const isVerbOfAmount = (reading: Reading, item: Item | undefined): boolean =>
  columnsOfVerb(formOf(reading, item)).length > 0 &&
  !reading.lexicon.columns.has(reading.words[item?.from ?? 0]?.base ?? '');

function moneyNamed(reading: Reading, index: number): { column: string; items: Item[] } | null {
  return (
    moneyChain(
      reading,
      index,
      (item) =>
        !isVerbOfAmount(reading, item) &&
        candidates(item).some((name) => columnNamed(reading, name)?.kind === 'money'),
    ) ??
    moneyChain(reading, index, () => true) ??
    moneyOfAnyVerb(reading, index) ??
    weighed(reading, index)
  );
}

function moneyChain(
  reading: Reading,
  index: number,
  isTried: (item: Item | undefined) => boolean,
): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length; at += 1) {
    if (!isTried(reading.items[at])) continue;
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, addable(reading, moneyFirst(reading, chain)));
    if (chain && column && isOnlyQualified(reading, chain.items, column)) continue;
    if (chain && isSpentOnColumn(reading, chain.to, chain.columns)) continue;
    if (chain && column && !chain.items.some((item) => isUsed(reading, item)))
      return { column, items: [...extended(reading, chain, column), ...paidVerbs(reading, index, at)] };
  }
  return null;
}

/** «quanto se paga de gratificação», «quanto foi pago de multa»: the verbs between say no more. */
const paidVerbs = (reading: Reading, from: number, to: number): Item[] =>
  reading.items
    .slice(from + 1, to)
    .filter(
      (item) =>
        (item.kind === 'word' || isVerbOfAmount(reading, item)) &&
        /^(?:pag|gast|receb|arrecad|desembols|cobr|ganh|perd|fatur)/.test(formOf(reading, item)),
    );

function moneyOfAnyVerb(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const verb = reading.items
    .slice(index + 1)
    .find(
      (item) =>
        item.kind === 'word' && !item.isFunction && !isOwed(reading, item) && moneyOfVerb(reading, item),
    );
  const column = verb && moneyOfVerb(reading, verb);
  return verb && column ? { column, items: [verb] } : null;
}

/** «quanto o bloco A deve?» needs a column of what is still owed. */
const isOwedColumn = (reading: Reading, name: string | undefined): boolean =>
  name !== undefined &&
  /saldo|divida|debito|devid|devedor|aberto|pendente|restante|falta/.test(namesOf(reading, name));

/** «a receber» is what has not been received. */
const isOwed = (reading: Reading, item: Item): boolean =>
  /r$/.test(formOf(reading, item)) && reading.words[item.from - 1]?.form === 'a';

/** «quanto pagamos de horas extras» of a table with their number and their value. */
function moneyFirst(reading: Reading, { columns, items }: { columns: string[]; items: Item[] }): string[] {
  const named = candidates(items[0]).filter((name) => items.every((item) => candidates(item).includes(name)));
  const money = named.filter((name) => columnNamed(reading, name)?.kind === 'money');
  return columns.some((name) => money.includes(name)) || money.length !== 1 ? columns : money;
}

/** «quanto somam em valor» of a table with the «valor da diária» and the «valor total»: what one costs is not added up. */
function addable(reading: Reading, columns: string[]): string[] {
  const amounts = columns.filter((name) => {
    const column = columnNamed(reading, name);
    return column && !isPriceOfOne(column);
  });
  return amounts.length ? amounts : columns;
}

/** Later words of the same column: «quanto foi homologado em valor». */
const extended = (reading: Reading, chain: { items: Item[]; to: number }, column: string): Item[] => [
  ...chain.items,
  ...reading.items
    .slice(chain.to, chain.to + 8)
    .filter((item) => item.kind === 'column' && item.columns.includes(column)),
];

const moneyOfVerb = (reading: Reading, item: Item): string | undefined =>
  columnsOfKind(reading, 'money').find((column) => sharesRoot(formOf(reading, item), column))?.name;
