/** A question while it is read: its items, which of them a rule has used, and the plan so far. */
import type { Condition, Measure, Plan } from '#contract/table-plan.ts';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import type { QuestionWord } from '../../../language/question-words.ts';
import { isContentWord, isFunctionWord } from '../../../language/stop-words.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { singular, withoutGender } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Chunked, Item } from './chunk/items.ts';
import type { Rule } from './roles.ts';
import { isAside } from './words/columns/telling-names.ts';
import { isYesNo } from './words/flags.ts';
import type { Keyword } from './words/keywords.ts';
import type { Lexicon } from './words/lexicon.ts';
import type { TableColumn } from './words/table-column.ts';

export type Reading = {
  question: string;
  words: QuestionWord[];
  items: Item[];
  lexicon: Lexicon;
  today: Day;
  plan: Plan;
  /** Item → the rule that used it. */
  used: Map<Item, Rule>;
  /** The items that each filter was read from, in the order of `plan.filters`. */
  filterItems: Item[][];
  /** Sentences for the reader about what cannot be done. With one of them no figure is shown. */
  refusals: string[];
  /** Sentences about what no plan can hold, however the question is read: a day that no calendar has. */
  impossible: string[];
  /** Sentences about how something was understood. */
  remarks: string[];
  isRanking: boolean;
  /** A word names two numeric columns alike. */
  eitherColumn: { taken: string; other: string } | null;
  /** Nothing says which of two columns of days is meant. */
  eitherDay: { taken: string; other: string } | null;
  /** Another figure could be meant as well: rows that are counted and not their different values, what they add up to and not how many there are. */
  eitherFigures: { taken: Measure; other: Measure }[];
  /** Two periods are compared: «de 2025 para 2026». */
  isChange: boolean;
  isFollowUp: boolean;
  /** «em média» beside a word that counts. */
  isAveraged: boolean;
  /** «quanto … em média»: the amount is averaged and not added up. */
  isHowMuchAveraged: boolean;
  /** The plan that this question edits; null for a question of its own. */
  before: Plan | null;
  /** Words to look for in the main column, or in `text_column` where a column of remarks is said to mention them. */
  texts: { item: Item; text: string }[];
  text_column: string | null;
  /** One of the texts is enough. */
  isEitherText: boolean;
  /** The words that a remark is said to mention. */
  mentioned: Item[];
  /** The rows themselves are asked for, in an order. */
  wantsRows: boolean;
  /** The place of the word that asks for a share; -1 where there is none. */
  shareAt: number;
  /** Other readings of an ambiguity: `instead` stands for the filters on the columns `taken`, or beside all where there are none. */
  offers: { text: string; instead: Condition[]; taken: string[] }[];
  /** Words that name the day of an event and are values too: the other reading of an ambiguity. */
  eventValues: { column: string; values: string[] }[];
};

export function beginReading(
  question: string,
  { words, items }: Chunked,
  lexicon: Lexicon,
  today: Day,
): Reading {
  return {
    question,
    words,
    items,
    lexicon,
    today,
    plan: structuredClone(EMPTY_PLAN),
    used: new Map(),
    filterItems: [],
    refusals: [],
    impossible: [],
    remarks: [],
    eventValues: [],
    shareAt: -1,
    isRanking: false,
    eitherColumn: null,
    eitherDay: null,
    eitherFigures: [],
    isChange: false,
    isFollowUp: false,
    isAveraged: false,
    isHowMuchAveraged: false,
    before: null,
    texts: [],
    text_column: null,
    isEitherText: false,
    mentioned: [],
    wantsRows: false,
    offers: [],
  };
}

export function consume(reading: Reading, rule: Rule, ...items: (Item | undefined)[]): void {
  for (const item of items) if (item && !reading.used.has(item)) reading.used.set(item, rule);
}

export const isUsed = (reading: Reading, item: Item): boolean => reading.used.has(item);

export const isTakenBy = ({ used }: Reading, item: Item | undefined, ...rules: Rule[]): boolean => {
  const rule = item && used.get(item);
  return rule !== undefined && rules.includes(rule);
};

export const textOf = (
  { question, words }: Pick<Reading, 'question' | 'words'>,
  { from, to }: Item,
): string => question.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0);

const isTalk = (item: Item): boolean => item.kind === 'word' && item.isTalk === true;

/** The form of its first word; empty for talk, whose words mean nothing to the rules. */
export const formOf = ({ words }: Pick<Reading, 'words'>, item: Item | undefined): string =>
  item && !isTalk(item) ? (words[item.from]?.form ?? '') : '';

export const formAt = (reading: Pick<Reading, 'words' | 'items'>, at: number): string =>
  formOf(reading, reading.items[at]);

/** The base form of its first word; empty for talk, and where there is no item. */
export const baseOf = ({ words }: Pick<Reading, 'words'>, item: Item | undefined): string =>
  item && !isTalk(item) ? (words[item.from]?.base ?? '') : '';

/** At most so many items right before a place. */
export const itemsBefore = ({ items }: Reading, at: number, count: number): Item[] =>
  items.slice(Math.max(0, at - count), at);

export const isKeyword = (item: Item | undefined, ...keywords: Keyword[]): boolean =>
  item?.kind === 'keyword' && keywords.includes(item.keyword);

/** A word that only holds the sentence together, or a verb or courtesy that any question may have. */
export const isFiller = (reading: Pick<Reading, 'words'>, item: Item): boolean =>
  item.kind === 'word' &&
  (item.isFunction || !(isContentWord(formOf(reading, item)) || isTimeOfDay(reading, item)));

/** «boa noite» is a courtesy, and «à noite» narrows the question. */
const isTimeOfDay = ({ words }: Pick<Reading, 'words'>, { from }: Item): boolean =>
  /^(tarde|noite)$/.test(words[from]?.form ?? '') && words[from - 1]?.form !== 'boa';

/** The place of the next item after `index` that is more than filler; -1 where there is none. */
export function nextIndex(reading: Reading, index: number, step: 1 | -1 = 1): number {
  for (let at = index + step; at >= 0 && at < reading.items.length; at += step) {
    const item = reading.items[at];
    if (item && !isFiller(reading, item)) return at;
  }
  return -1;
}

export const columnNamed = ({ lexicon }: Reading, name: string): TableColumn | undefined =>
  lexicon.table.columns.find((column) => column.name === name);

/** The name and the label of a column, folded: a name alone may be in capitals, shortened or in English. */
export const namesOf = (reading: Reading, name: string): string =>
  fold(`${name} ${columnNamed(reading, name)?.label ?? ''}`);

export const isNumeric = (column: TableColumn | undefined): boolean =>
  column?.kind === 'number' || column?.kind === 'money';

/** Numbers that tell one group from the next, and that nobody adds up: «exercício», «ano do modelo», «rodada». */
const COUNTED_IN_STEPS =
  /^(?:ano|exercicio|safra|temporada|mes|semestre|trimestre|bimestre|rodada|serie|andar|turma|nivel|lote|sala|edicao|ciclo|estrelas)\b/;

export const isGroupable = (column: TableColumn | undefined): boolean =>
  column?.kind === 'category' ||
  column?.kind === 'boolean' ||
  column?.kind === 'date' ||
  (column?.kind === 'number' && COUNTED_IN_STEPS.test(fold(column.label))) ||
  (column?.kind === 'text' && (column.values.length > 0 || column.repeats === true));

export function columnsOfKind(reading: Reading, ...kinds: TableColumn['kind'][]): TableColumn[] {
  return reading.lexicon.table.columns.filter(({ kind, hidden }) => !hidden && kinds.includes(kind));
}

/** A column of yes and no. */
export const isFlag = ({ kind, values }: TableColumn): boolean => kind === 'boolean' || isYesNo(values);

/** The column that a run of neighbouring column items names, from the item on: «valor estimado», «data de homologação». */
export function chainAt(
  reading: Reading,
  index: number,
  fits: (column: TableColumn | undefined) => boolean,
): { columns: string[]; items: Item[]; to: number } | null {
  const items: Item[] = [];
  let columns: string[] | null = null;
  let to = index;
  for (let at = index; at < reading.items.length; at += 1) {
    const item = reading.items[at];
    if (!item) break;
    const isGap =
      items.length > 0 && (isLink(reading, item) || isKeyword(item, 'average', 'median', 'total'));
    if (isGap) continue;
    const own: string[] = candidates(item).filter((name) => fits(columnNamed(reading, name)));
    const both: string[] = columns === null ? own : columns.filter((name) => own.includes(name));
    // «valor do desconto», «tipo de combustível»: the noun says which column, and the word before it only of which sort.
    const isNarrowed =
      both.length === 0 && own.length > 0 && items.length === 1 && isGeneralNoun(reading, at);
    if (both.length === 0 && !isNarrowed) break;
    columns = isNarrowed ? own : both;
    items.push(item);
    to = at + 1;
  }
  return columns ? { columns: exactFirst(reading, columns, items), items, to } : null;
}

/** «valor de», «tipo de», «nome do», directly before an item. */
const isGeneralNoun = (reading: Reading, at: number): boolean =>
  /^(de|do|da|dos|das)$/.test(formAt(reading, at - 1)) &&
  (GENERAL_NOUNS.test(formAt(reading, at - 2)) ||
    // «tempo médio de espera»
    (isKeyword(reading.items[at - 2], 'average', 'median', 'total') &&
      GENERAL_NOUNS.test(formAt(reading, at - 3))));

const GENERAL_NOUNS =
  /^(valor(es)?|tempo|tipos?|nomes?|codigos?|numeros?|datas?|quantidades?|classes?|especies?|custos?|precos?)$/;

/** The column of exactly these words is meant, and not those that have others too: «infração» is not «data da infração». */
function exactFirst(reading: Reading, columns: string[], items: Item[]): string[] {
  if (columns.length < 2) return columns;
  const said = items.map((item) => reading.words[item.from]?.base ?? '').join(' ');
  const exact = columns.filter((name) =>
    [
      name.replaceAll('_', ' '),
      columnNamed(reading, name)?.label ?? '',
      ...(columnNamed(reading, name)?.synonyms ?? []),
    ].some((text) => contentBases(text) === said || contentBases(text) === `data ${said}`),
  );
  if (exact.length === 1) return exact;
  // «toneladas» are what is counted in them, and not the price of one.
  const amounts = UNIT_NOUNS.test(said)
    ? columns.filter((name) => columnNamed(reading, name)?.kind === 'number')
    : [];
  if (amounts.length === 1) return amounts;
  // «litros» are the quantity of them sooner than their price.
  const counted = columns.filter(
    (name) => contentBases(columnNamed(reading, name)?.label ?? '') === `quantidade ${said}`,
  );
  return counted.length === 1 ? counted : columns;
}

/** In the base form. */
const UNIT_NOUNS = /^(tonelad|quilo|litro|metro|hora|hectare|km|quilometro|unidade|peca|caixa)$/;

const contentBases = (text: string): string =>
  wordsOf(text)
    .filter((word) => !isFunctionWord(word))
    .map((word) => withoutGender(singular(word)))
    .join(' ');

const isLink = (reading: Reading, item: Item): boolean =>
  /^(de|do|da|dos|das|em|no|na)$/.test(formOf(reading, item));

/** The columns that an item may name: as a word for them, or as a word that is one of their values too. */
export const candidates = (item: Item | undefined): string[] =>
  item?.kind === 'column' || item?.kind === 'value' ? item.columns : [];

/** One of several columns: the one that a person would mean first. */
export function preferred(reading: Reading, columns: string[]): string | null {
  const { date_column, money_column } = reading.lexicon.table;
  if (columns.length <= 1) return columns[0] ?? null;
  // «quantidade» is the one that there is, and not the least that there should be.
  const plain = columns.filter((name) => !/minim|maxim|\bmin\b|\bmax\b/.test(namesOf(reading, name)));
  const usual =
    columns.find((name) => name === money_column || name === date_column) ?? plain[0] ?? columns[0] ?? null;
  // «valor» means no discount or fee beside the amount.
  const other = columns.find((name) => name !== usual && !isAside(columnNamed(reading, name)));
  if (usual && other && isNumeric(columnNamed(reading, usual)))
    reading.eitherColumn = { taken: usual, other };
  return usual;
}
