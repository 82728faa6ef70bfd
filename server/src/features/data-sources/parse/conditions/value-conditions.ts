/** Values that the question names. */
import type { Condition } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter, asksForGap } from '../filters.ts';
import { placeOfPeople } from '../plan/who-and-where.ts';
import {
  baseOf,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isFlag,
  isKeyword,
  isTakenBy,
  isUsed,
  itemsBefore,
  namesOf,
  type Reading,
} from '../reading.ts';
import { isYesNo, noOf, yesOf } from '../words/flags.ts';
import { hasSameRoot } from '../words/roots.ts';
import type { ValuePhrase } from '../words/table-column.ts';
import { PLACE_COLUMN } from '../words/thesaurus.ts';
import { isParticiple } from '../words/verbs.ts';
import { takesEventOfGroup } from './days/events-in-time.ts';
import { readEmpties } from './empties.ts';
import { excludes } from './exclusions.ts';
import { readFemaleNouns } from './female-nouns.ts';
import { offer, offerOtherNames, offerState, offerValues, oneOfNames } from './other-names.ts';

type ValueItem = Extract<Item, { kind: 'value' }>;

export function readValueConditions(reading: Reading): void {
  readEmpties(reading);
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'value' || isUsed(reading, item) || takesEventOfGroup(reading, index, item)) continue;
    const chosen = choose(reading, index, item);
    if (chosen) readValue(reading, index, item, chosen);
  }
  readFemaleNouns(reading);
  readMentionedFlags(reading);
  for (const phrase of reading.eventValues) offerState(reading, phrase);
}

/** One value of the column that was chosen: a noun, what happened to all rows, an exclusion or a condition. */
function readValue(reading: Reading, index: number, item: ValueItem, { phrase, other }: Chosen): void {
  if (isNounOfAnother(reading, index, phrase) || isOfKey(reading, index, phrase)) {
    consume(reading, 'noun', item);
    return;
  }
  if (isDoneToAll(reading, index)) {
    consume(reading, 'event', item);
    offerValues(reading, phrase);
    return;
  }
  if (excludes(reading, index, phrase.column)) {
    consume(reading, 'excluded value', item);
    addFilter(reading, negatedValue(reading, index, phrase) ?? conditionOf(reading, phrase, true), item);
    return;
  }
  const meant = oneOfNames(reading, item, ofGender(reading, item, phrase));
  consume(reading, 'value', item);
  addFilter(reading, conditionOf(reading, meant, false), item);
  if (other) offer(reading, other, meant);
  else offerOtherNames(reading, item, meant);
}

/** «quantos livros foram emprestados» of a table of «empréstimos»: it happened to all rows, and the state of that name is the other reading. */
function isDoneToAll(reading: Reading, index: number): boolean {
  const form = formAt(reading, index);
  const isOfOther = reading.items[index - 2]?.kind === 'column';
  return (
    isOfOther &&
    /^(?:foi|foram)$/.test(formAt(reading, index - 1)) &&
    isParticiple(form) &&
    wordsOf(reading.lexicon.table.rows_word.one).some((word) => word.length >= 5 && hasSameRoot(form, word))
  );
}

/**
 * «hidrômetros com suspeita de fraude»: one word of a value before another value of the same column, with no «e» or «ou» between,
 * names a thing and no second value.
 */
function isNounOfAnother(reading: Reading, index: number, phrase: ValuePhrase): boolean {
  if (phrase.strength !== 'part' && phrase.strength !== 'head') return false;
  for (let at = index + 1; at <= index + 3; at += 1) {
    const item = reading.items[at];
    if (item?.kind === 'value')
      return (
        formAt(reading, at - 1) === 'com' &&
        item.phrases.some(
          ({ column, strength }) =>
            column === phrase.column && (strength === 'whole' || strength === 'short'),
        )
      );
    if (!item || !isFiller(reading, item)) return false;
  }
  return false;
}

/** «as origens de currículo» of the column «origem»: the noun only says of what, although one origin begins with it. */
function isOfKey(reading: Reading, index: number, { column, strength }: ValuePhrase): boolean {
  const key = reading.items[index - 2];
  return (
    (strength === 'head' || strength === 'part') &&
    /^d[eoa]s?$/.test(formAt(reading, index - 1)) &&
    key?.kind === 'column' &&
    key.columns.includes(column) &&
    isTakenBy(reading, key, 'group')
  );
}

/** «meninas» of the codes M and F: both nouns have one base, and their gender tells which is meant. */
function ofGender(reading: Reading, item: ValueItem, phrase: ValuePhrase): ValuePhrase {
  if (phrase.values.length !== 2 || !/\b(?:sexo|genero|gender)\b/.test(namesOf(reading, phrase.column)))
    return phrase;
  const end = /([ao])s?$/.exec(formOf(reading, item))?.[1];
  const letter = end === 'a' ? 'f' : 'm';
  const meant = phrase.values.filter((value) => fold(value).startsWith(letter));
  return end && meant.length === 1 ? { ...phrase, values: meant } : phrase;
}

/** A boolean that is excluded asks for its other value, so that empty cells stay out. */
function conditionOf(reading: Reading, { column, values }: ValuePhrase, isExcluded: boolean): Condition {
  const found = columnNamed(reading, column);
  if (isExcluded && found && isFlag(found) && asksForGap(reading)) return { column, op: 'empty', values: [] };
  if (isExcluded && found && (found.kind === 'boolean' || isYesNo(found.values))) {
    const others = found.values.filter((value) => !values.includes(value));
    return { column, op: 'in', values: others.length ? others : ['false'] };
  }
  return { column, op: isExcluded ? 'not_in' : 'in', values };
}

/** «não foram cumpridas» of the value «Não cumprida», which says less than «all but those that are». */
function negatedValue(reading: Reading, index: number, { column, values }: ValuePhrase): Condition | null {
  const isNegated = itemsBefore(reading, index, 4).some((item) => isKeyword(item, 'not'));
  const wanted = new Set(values.map((value) => `nao ${baseForm(value)}`));
  const found = columnNamed(reading, column)?.values.filter((value) => wanted.has(baseForm(value))) ?? [];
  return isNegated && found.length > 0 ? { column, op: 'in', values: found } : null;
}

type Chosen = { phrase: ValuePhrase; other: ValuePhrase | null };

/** The column of the value before, where «e», «ou» or a comma joins the two: «americanos ou franceses». */
function joinedColumn(reading: Reading, index: number): string | null {
  for (let at = index - 1, isJoined = false; at >= 0 && at >= index - 4; at -= 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (item.kind === 'value') {
      const place = reading.filterItems.findIndex((items) => items.includes(item));
      return isJoined ? (reading.plan.filters[place]?.column ?? null) : null;
    }
    if (isKeyword(item, 'and', 'or')) isJoined = true;
    else if (!isFiller(reading, item)) return null;
  }
  return null;
}

/** «quantos proprietários são idosos» of the column «proprietário idoso», of which the last word says what is asked. */
function readMentionedFlags(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'column' || isUsed(reading, item) || isGroupMark(reading, item)) continue;
    const base = baseOf(reading, item);
    const flag = reading.lexicon.table.columns.find(
      (column) =>
        item.columns.includes(column.name) &&
        (column.kind === 'boolean' || isYesNo(column.values)) &&
        baseForm(column.label).split(' ').at(-1) === base,
    );
    if (!flag) continue;
    const isExcluded = excludes(reading, index, flag.name);
    consume(reading, 'flag', item);
    addFilter(
      reading,
      { column: flag.name, op: 'in', values: [isExcluded ? noOf(flag) : yesOf(flag)] },
      item,
    );
  }
}

/** One of the columns that have the value; the column that is named beside it, the surer phrase, else the first. */
function choose(reading: Reading, index: number, item: ValueItem): Chosen | null {
  const ofPeople = placeOfPeople(reading, index, item);
  // «pacientes do Rio de Janeiro»: of that city or of that state.
  const either = ofPeople ? chosenPlace(reading, index, item) : null;
  if (ofPeople) return either?.phrase === ofPeople ? either : { phrase: ofPeople, other: null };
  const beside = columnsBeside(reading, index);
  const named = item.phrases.find(({ column }) => beside.includes(column));
  if (named) {
    consumeBeside(reading, index, named.column);
    return { phrase: named, other: null };
  }
  const grouped = reading.plan.group_by[0]?.column;
  const isCompared = reading.items.some((each) => isKeyword(each, 'or', 'versus'));
  // «qual unidade admitiu mais, Jundiaí ou Sorocaba?» of a table with the cities too
  const ofGroup = isCompared ? item.phrases.find(({ column }) => column === grouped) : undefined;
  if (ofGroup) return { phrase: ofGroup, other: null };
  const joined = joinedColumn(reading, index);
  const same = item.phrases.find(({ column }) => column === joined);
  if (same) return { phrase: same, other: null };
  const place = chosenPlace(reading, index, item);
  if (place) return place;
  const [first, second] = item.phrases;
  if (!first) return null;
  const sure = item.phrases.filter(({ strength }) => strength === 'whole' || strength === 'short');
  const [best = first, next = null] = sure.length ? sure : [first, second ?? null];
  // A word of people's that two columns may mean has two readings.
  const isEither = sure.length > 1 || (best.strength === 'synonym' && next?.strength === 'synonym');
  return { phrase: best, other: isEither ? next : otherPlace(reading, index, item, best) };
}

/** «no Porto» is the district, or the library that is named after it. */
function otherPlace(
  reading: Reading,
  index: number,
  { phrases }: ValueItem,
  { strength, column }: ValuePhrase,
): ValuePhrase | null {
  const isPlace = /^(?:no|na|do|da|em|de|com|pelo|pela|para)$/.test(formAt(reading, index - 1));
  const other = phrases.find((phrase) => phrase.column !== column && phrase.strength === 'part');
  const isSure = strength === 'whole' || strength === 'short';
  return isPlace && isSure && other?.values.length === 1 ? other : null;
}

/** «São Paulo» is a city and a state: the words beside it decide, else the city is taken and the state is offered. */
function chosenPlace(reading: Reading, index: number, item: ValueItem): Chosen | null {
  const { states } = reading.lexicon;
  const state = item.phrases.find(({ column }) => column === states);
  const city = item.phrases.find(
    ({ column, strength }) =>
      column !== states && strength === 'whole' && PLACE_COLUMN.test(namesOf(reading, column)),
  );
  if (!state || !city) return null;
  const before = itemsBefore(reading, index, 3).map((each) => formOf(reading, each));
  const after = reading.items[index + 1];
  const apposed = reading.items
    .slice(index + 1, index + 3)
    .find((each) => formOf(reading, each) === 'estado');
  if (apposed) consume(reading, 'place', apposed);
  if (apposed || before.some((form) => /^(estado|uf|governo)$/.test(form)))
    return { phrase: state, other: null };
  const isCode = after?.kind === 'value' && after.phrases.some(({ column }) => column === states);
  if (isCode) return { phrase: city, other: null };
  const isCity = before.some((form) => /^(municipio|cidade|capital|prefeitura)$/.test(form));
  if (isCity || formOf(reading, after) === 'capital') {
    consume(reading, 'place', after && formOf(reading, after) === 'capital' ? after : undefined);
    return { phrase: city, other: null };
  }
  return { phrase: city, other: state };
}

/** The columns that the words directly before or after name: «Secretaria de Obras», «alta prioridade». */
function columnsBeside(reading: Reading, index: number): string[] {
  return [...besideItems(reading, index)].flatMap((item) => (item.kind === 'column' ? item.columns : []));
}

function* besideItems(reading: Reading, index: number): Generator<Item> {
  for (const step of [-1, 1] as const)
    for (let at = index + step; Math.abs(at - index) <= 3; at += step) {
      const item = reading.items[at];
      if (!item) break;
      if (item.kind === 'column') yield item;
      const isLink = /^(de|do|da|dos|das|e|com|a|o|igual|na|no|em)$/.test(formOf(reading, item));
      if (!isLink || step === 1) break;
    }
}

function consumeBeside(reading: Reading, index: number, column: string): void {
  for (const item of besideItems(reading, index))
    if (item.kind === 'column' && item.columns.includes(column) && !isGroupMark(reading, item))
      consume(reading, 'column of a value', item);
}

const isGroupMark = (reading: Reading, item: Item): boolean => {
  const at = reading.items.indexOf(item);
  return isKeyword(reading.items[at - 1], 'by', 'each');
};
