/** Which columns the words of a question name, by whatever rule: evidence that is independent of the rules that made the plan. */

import { numbersCompared } from '#contract/table-plan.ts';
import type { QuestionWord } from '../../../../language/question-words.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import type { Item } from '../chunk/items.ts';
import { columnOfQuality } from '../groups/superlatives/row-superlatives.ts';
import { isOfMoney } from '../measures/how-much.ts';
import { isUnitValue, quantityColumn } from '../measures/quantities.ts';
import { unitColumn } from '../numbers/units.ts';
import {
  candidates,
  columnNamed,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  type Reading,
} from '../reading.ts';
import { isMarkName } from '../words/columns/complements.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { sharesEvent } from '../words/events.ts';
import type { Keyword } from '../words/keywords.ts';
import { sharesRoot } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { columnSynonyms, columnsOfVerb } from '../words/thesaurus.ts';

export const hasKeyword = (reading: Reading, ...keywords: Keyword[]): boolean =>
  reading.items.some((item) => isKeyword(item, ...keywords));

export const hasForm = (reading: Reading, pattern: RegExp): boolean =>
  reading.words.some(({ form }) => pattern.test(form));

/** The items that name a column: by its words, its values, its unit, its quality, its event or a word of its root. */
export const itemsNaming = (reading: Reading, name: string): Item[] =>
  reading.items.filter((item) => names(reading, item, name));

function names(reading: Reading, item: Item, name: string): boolean {
  if (candidates(item).includes(name) || isValueOf(item, name)) return true;
  if (isUnitValue(reading, item) && quantityColumn(reading) === name) return true;
  const column = columnNamed(reading, name);
  if (!column || (item.kind === 'word' && item.isTalk)) return false;
  if (isNumeric(column) && measures(reading, item, column)) return true;
  return reading.words.slice(item.from, item.to).some((word) => tells(reading, word, column));
}

const isValueOf = (item: Item, name: string): boolean =>
  item.kind === 'value' && item.phrases.some(({ column }) => column === name);

/** By the unit of a column of numbers, or by an adjective: «mais pesados», «a mais alta». */
const measures = (reading: Reading, item: Item, column: TableColumn): boolean =>
  (/^(?:melhor|pior)/.test(formOf(reading, item)) && isMarkName(column)) ||
  isMeasuredBy(reading, item, column);

const isMeasuredBy = (reading: Reading, item: Item, { name, label }: TableColumn): boolean =>
  unitColumn(reading, reading.items.indexOf(item) - 1)?.columns.includes(name) ||
  columnOfQuality(reading, item) === name ||
  (HEIGHT.test(formOf(reading, item)) && /^altura\b/i.test(label));

/** By a word of its name, its root, its event, a synonym or a verb. */
const tells = ({ lexicon }: Reading, { form, base }: QuestionWord, column: TableColumn): boolean =>
  lexicon.columns.get(base)?.has(column.name) ||
  sharesRoot(form, column) ||
  (column.kind === 'date' && sharesEvent(form, column)) ||
  columnSynonyms(base).includes(baseForm(column.label)) ||
  columnsOfVerb(form).some((word) => lexicon.columns.get(word)?.has(column.name));

/** «a mais alta». */
const HEIGHT = /^(?:alt|baix)[oa]s?$/;

/** Words that ask for the usual amount without its name: «quanto», «gastou», «mais caro», «maiores», «R$». */
export const asksForMoney = (reading: Reading): boolean =>
  reading.items.some(
    (item) =>
      isKeyword(item, 'how_much', 'expensive', 'cheap', 'largest', 'smallest') ||
      (item.kind === 'number' && item.number.unit === 'money') ||
      reading.words.slice(item.from, item.to).some(({ form }) => MONEY.test(form)) ||
      (!isFiller(reading, item) &&
        reading.words
          .slice(item.from, item.to)
          .some(({ form }) => isOfMoney(form) && !EMPTY_WORDS.has(form) && !/^som/.test(form))),
  );

const MONEY =
  /^(?:gast|pag|valor|cust|preco|reais|real|dinheiro|fatur|arrecad|caro|barato|total|receb|vend|compr|ganh|invest|cobr|repass|desembols)/;

/** How many of the words name a column by a word of its name or by a synonym that an administrator gave. */
function wordsNaming(reading: Reading, name: string): number {
  const forms = new Set<string>();
  for (const item of reading.items)
    if (item.kind === 'column' || (item.kind === 'value' && !isTakenBy(reading, item, 'value')))
      for (const { base } of reading.words.slice(item.from, item.to))
        if (reading.lexicon.columns.get(base)?.has(name)) forms.add(base);
  return forms.size;
}

/** Another column of the same sort that the question names by more words: «valor pago» of a plan with the «valor estimado». */
export function betterNamed(reading: Reading, name: string, planned: Set<string>): string | null {
  // «diferença entre o bruto e o líquido» has the words of both.
  if (numbersCompared(name)) return null;
  const column = columnNamed(reading, name);
  const own = Math.max(wordsNaming(reading, name), Math.min(1, itemsNaming(reading, name).length));
  const other = reading.lexicon.table.columns.find(
    (each) =>
      !each.hidden &&
      !planned.has(each.name) &&
      (isNumeric(each) ? isNumeric(column) : each.kind === column?.kind) &&
      wordsNaming(reading, each.name) > own,
  );
  return other?.name ?? null;
}
