/** Words for what was done that name an amount: «valor reembolsado», «quanto estornamos», «os maiores repasses». */

import { baseForm } from '../../../../language/word-forms.ts';
import { columnItem, type Item } from '../chunk/items.ts';
import { movedMoney } from '../groups/superlatives/group-superlatives.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  columnsOfKind,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  itemsBefore,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet, sharesRoot } from '../words/roots.ts';
import { type TableColumn, wordsOfName } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';

/**
 * Before all rules: beside a word that asks for an amount, the word for what was done means the only column of money with
 * its root, although a value of another column has that root too: «quanto foi reembolsado» of «valor de reembolso» and of
 * the status «Reembolsada».
 */
export function nameAmounts(reading: Reading): void {
  nameMovedAmount(reading);
  for (const [index, item] of reading.items.entries()) {
    if (isVerbOfPaying(reading, index) || isMoneyMade(reading, index)) {
      reading.items[index] = { kind: 'word', isFunction: false, from: item.from, to: item.to };
      continue;
    }
    const name = tellsDeed(reading, item) ? amountOfDeed(reading, index) : undefined;
    if (name) reading.items[index] = columnItem(name, item);
    if (name) nameNoAmount(reading, spendingBefore(reading, index));
  }
}

/** One word that may say what was done; «a receber» is still to come, and no amount of what has been received. */
function tellsDeed(reading: Reading, item: Item): boolean {
  const form = formOf(reading, item);
  const isLong = form.length >= LETTERS || /^pag[oa]s?$/.test(form);
  return (
    (item.kind === 'rows' ? isNoUsualNoun(reading, item) : /^(?:value|word|column)$/.test(item.kind)) &&
    item.to === item.from + 1 &&
    isLong &&
    !/[aei]r$/.test(form)
  );
}

/** «custas» and «custo»: only the noun that follows «valor», «custo» and the like says what an amount is for. */
const isGeneral = (reading: Reading, item: Item, column: TableColumn): boolean =>
  !wordsOfName(column)
    .slice(1)
    .some((word) => rootsMeet(formOf(reading, item), word));

/** «a maior indenização» of a table of claims, in the description of which the word stands. */
const isNoUsualNoun = (reading: Reading, item: Item): boolean =>
  baseOf(reading, item) !== baseForm(reading.lexicon.table.rows_word.one);

/** «quanto o museu gastou em restauros»: the place of the verb, where an amount is asked for; -1 where there is none. */
function spendingBefore(reading: Reading, index: number): number {
  const isLink = /^(?:com|de|em)$/.test(formAt(reading, index - 1));
  const verb = index - (isLink ? 2 : 1);
  const isAsked = reading.items.slice(0, Math.max(0, verb)).some((item) => isKeyword(item, 'how_much'));
  return isLink && isAsked && SPENDING.test(formAt(reading, verb)) ? verb : -1;
}

const SPENDING =
  /^(?:(?:gast|custe|desembols|pag)(?:ou|aram|amos|a|am|o|os|ad[oa]s?)|invest(?:iu|iram|imos|id[oa]s?)|deu|deram|foi|foram|saiu|sairam)$/;

/** The verb of spending becomes a plain word: it names no amount where another word says which. */
function nameNoAmount(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (item) reading.items[index] = { kind: 'word', isFunction: true, from: item.from, to: item.to };
}

function amountOfDeed(reading: Reading, index: number): string | undefined {
  const item = reading.items[index];
  if (!item || !isAmountPlace(reading, index) || isOfOtherAmount(reading, index)) return undefined;
  const isSpentOn = spendingBefore(reading, index) >= 0;
  const found = columnsOfKind(reading, 'money').filter(
    (column) => sharesRoot(formOf(reading, item), column) && !(isSpentOn && isGeneral(reading, item, column)),
  );
  // «valor recebido» of a table with the «valor pago»
  const name = found.length === 0 ? movedMoney(reading, item) : onlyOne(found)?.name;
  return name && item.kind === 'column' && !item.columns.includes(name) ? undefined : name;
}

/** «valor que entrou», «valor médio que os alunos pagaram»: the amount that was paid, and the clause says no more. */
function nameMovedAmount(reading: Reading): void {
  const amount = reading.items.findIndex(
    (item) => item.kind === 'column' && AMOUNT.test(formOf(reading, item)),
  );
  const that = reading.items.findIndex((item, at) => at > amount && formOf(reading, item) === 'que');
  const verb = reading.items.findIndex((item, at) => at > that && movedMoney(reading, item) !== undefined);
  const isNear =
    amount >= 0 && that > amount && that <= amount + 2 && verb > that && verb <= that + CLAUSE_REACH;
  const [item, done] = [reading.items[amount], reading.items[verb]];
  const name = isNear && done && isFiniteVerb(formOf(reading, done)) ? movedMoney(reading, done) : undefined;
  const isClause = reading.items
    .slice(that + 1, verb)
    .every((each) => isFiller(reading, each) || each.kind === 'column' || each.kind === 'rows');
  if (!item || !name || !isClause) return;
  const { from, to } = item;
  reading.items[amount] = { kind: 'column', columns: [name], from, to };
  for (let at = that; at <= verb; at += 1) {
    const each = reading.items[at] as Item;
    reading.items[at] = { kind: 'word', isFunction: true, from: each.from, to: each.to };
  }
}

const CLAUSE_REACH = 4;

/** «quanto foi faturado» of a table of invoices: the verb is of money, and names no column of the invoice. */
function isMoneyMade(reading: Reading, index: number): boolean {
  const item = reading.items[index];
  return (
    item?.kind === 'column' &&
    /^(?:faturad|arrecadad|recebid|repassad)[oa]s?$/.test(formOf(reading, item)) &&
    itemsBefore(reading, index, 3).some((each) => isKeyword(each, 'how_much')) &&
    item.columns.every((name) => !isNumeric(columnNamed(reading, name)))
  );
}

/** «quanto paga a categoria comercial?», «quem paga mais»: a verb in the present, and not the value «Paga». */
const isVerbOfPaying = (reading: Reading, index: number): boolean =>
  isVerbAfterHowMuch(reading, index) || (reading.items[index]?.kind === 'value' && isPaying(reading, index));

/** «quanto faturamos» of a table with the value «Faturado». */
const isVerbAfterHowMuch = (reading: Reading, index: number): boolean =>
  reading.items[index]?.kind === 'value' &&
  isKeyword(reading.items[index - 1], 'how_much') &&
  isFiniteVerb(formAt(reading, index));

const isPaying = (reading: Reading, index: number): boolean =>
  /^pag(?:a|am|amos|ou|aram)$/.test(formAt(reading, index)) &&
  (isKeyword(reading.items[index - 1], 'how_much', 'more', 'fewer') ||
    isKeyword(reading.items[index + 1], 'more', 'fewer') ||
    /^(?:quem|se)$/.test(formAt(reading, index - 1)));

/** «valor reembolsado em 2026»: money has the day on which the same was done. Null where no column of days has that root, or several. */
export function dayOfAmount(reading: Reading): string | null {
  const money = new Set(columnsOfKind(reading, 'money').map(({ name }) => name));
  for (const item of reading.items) {
    if (item.kind !== 'column' || !item.columns.every((name) => money.has(name))) continue;
    const only = onlyOne(columnsOfKind(reading, 'date'), (column) =>
      sharesRoot(formOf(reading, item), column),
    );
    if (only && !GENERAL.test(formOf(reading, item))) return only.name;
  }
  return null;
}

/** «quanto pagamos de multa»: the noun after the verb says which amount. */
const isOfOtherAmount = (reading: Reading, index: number): boolean => {
  const [verb, link, noun] = reading.items.slice(index, index + 3);
  return (
    isFiniteVerb(formOf(reading, verb)) &&
    /^(?:de|com|em)$/.test(formOf(reading, link)) &&
    candidates(noun).some((name) => columnNamed(reading, name)?.kind === 'money')
  );
};

const GENERAL = /^(?:valor|valores|total|preco|custo)$/;

/** Shorter words share their root with others by chance. */
const LETTERS = 6;

const AMOUNT = /^(?:valor|valores|total|montante|quantia|soma)$/;

/** «quanto foi …», «valor …», «os maiores …», «o total de …». */
function isAmountPlace(reading: Reading, index: number): boolean {
  if (spendingBefore(reading, index) >= 0) return true;
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) return false;
    if (isKeyword(item, 'how_much', 'largest', 'smallest') || AMOUNT.test(formOf(reading, item))) return true;
    if (!isLittle(reading, item)) return false;
  }
  return false;
}

const isLittle = (reading: Reading, item: Item): boolean =>
  isFiller(reading, item) || /^(?:foi|foram|fomos|ja|nos)$/.test(formOf(reading, item));
