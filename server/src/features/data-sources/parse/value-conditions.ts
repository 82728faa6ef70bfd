/** Values that the question names, what it excludes, and columns that are empty or filled. */
import type { Condition } from '#contract/table-plan.ts';
import { baseForm } from '../../../language/word-forms.ts';
import type { Item } from './chunk/items.ts';
import {
  addFilter,
  candidates,
  chainAt,
  columnNamed,
  consume,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  type Reading,
} from './reading.ts';
import { EMPTY_WORDS } from './words/empty-words.ts';
import { isYesNo, noOf, type ValuePhrase, yesOf } from './words/lexicon.ts';
import { rootsMeet } from './words/roots.ts';
import { PLACE_COLUMN } from './words/thesaurus.ts';
import { isFiniteVerb, isOutcome } from './words/verbs.ts';

type ValueItem = Extract<Item, { kind: 'value' }>;

export function readValueConditions(reading: Reading): void {
  readEmpties(reading);
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'value' || isUsed(reading, item)) continue;
    const chosen = choose(reading, index, item);
    if (!chosen) continue;
    if (isNounOfAnother(reading, index, chosen.phrase)) {
      consume(reading, 'noun', item);
      continue;
    }
    const isExcluded = excludes(reading, index, chosen.phrase.column);
    consume(reading, isExcluded ? 'excluded value' : 'value', item);
    addFilter(
      reading,
      (isExcluded && negatedValue(reading, index, chosen.phrase)) ||
        conditionOf(reading, chosen.phrase, isExcluded),
      item,
    );
    if (chosen.other && !isExcluded) offer(reading, chosen.other, item, chosen.phrase);
  }
  readMentionedFlags(reading);
  for (const { column, values, item } of reading.eventValues)
    offerMore(
      reading,
      `${labelOf(reading, column)}: ${values.join(', ')}`,
      item,
      [{ column, op: 'in', values }],
      null,
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
        formOf(reading, reading.items[at - 1]) === 'com' &&
        item.phrases.some(
          ({ column, strength }) =>
            column === phrase.column && (strength === 'whole' || strength === 'short'),
        )
      );
    if (!item || !isFiller(reading, item)) return false;
  }
  return false;
}

/** A boolean that is excluded asks for its other value, so that empty cells stay out. */
function conditionOf(reading: Reading, { column, values }: ValuePhrase, isExcluded: boolean): Condition {
  const found = columnNamed(reading, column);
  if (isExcluded && found && (found.kind === 'boolean' || isYesNo(found.values))) {
    const others = found.values.filter((value) => !values.includes(value));
    return { column, op: 'in', values: others.length ? others : ['false'] };
  }
  return { column, op: isExcluded ? 'not_in' : 'in', values };
}

/** «não foram cumpridas» of the value «Não cumprida», which says less than «all but those that are». */
function negatedValue(reading: Reading, index: number, { column, values }: ValuePhrase): Condition | null {
  const isNegated = reading.items.slice(Math.max(0, index - 4), index).some((item) => isKeyword(item, 'not'));
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
    const base = reading.words[item.from]?.base ?? '';
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
  const beside = columnsBeside(reading, index);
  const named = item.phrases.find(({ column }) => beside.includes(column));
  if (named) {
    consumeBeside(reading, index, named.column);
    return { phrase: named, other: null };
  }
  const joined = joinedColumn(reading, index);
  const same = item.phrases.find(({ column }) => column === joined);
  if (same) return { phrase: same, other: null };
  const place = chosenPlace(reading, index, item);
  if (place) return place;
  const [first, second] = item.phrases;
  if (!first) return null;
  const sure = item.phrases.filter(({ strength }) => strength === 'whole' || strength === 'short');
  const [best = first, next = null] = sure.length ? sure : [first, second ?? null];
  return { phrase: best, other: sure.length > 1 ? next : otherPlace(reading, index, item, best) };
}

/** «no Porto» is the district, or the library that is named after it. */
function otherPlace(
  reading: Reading,
  index: number,
  { phrases }: ValueItem,
  { strength, column }: ValuePhrase,
): ValuePhrase | null {
  const isPlace = /^(?:no|na|do|da|em)$/.test(formOf(reading, reading.items[index - 1]));
  const other = phrases.find((phrase) => phrase.column !== column && phrase.strength === 'part');
  return isPlace && strength === 'whole' && other?.values.length === 1 ? other : null;
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
  const before = reading.items.slice(Math.max(0, index - 3), index).map((each) => formOf(reading, each));
  const after = reading.items[index + 1];
  if (before.some((form) => /^(estado|uf|governo)$/.test(form))) return { phrase: state, other: null };
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

const labelOf = (reading: Reading, column: string): string => columnNamed(reading, column)?.label ?? column;

function offer(reading: Reading, other: ValuePhrase, item: Item, taken: ValuePhrase): void {
  const text = `${labelOf(reading, other.column)} ${other.values.join(', ')}`;
  offerMore(reading, text, item, [{ column: other.column, op: 'in', values: other.values }], taken.column);
}

/** The other reading of an ambiguity: the filters of this one, with `instead` in place of the column that was taken. */
function offerMore(
  reading: Reading,
  text: string,
  _item: Item,
  instead: Condition[],
  taken: string | null,
): void {
  reading.offers.push({ text, instead, taken });
}

/** «não recebem», «não usam»: a verb that says nothing of its own. */
const isEmptyWord = (reading: Reading, item: Item): boolean =>
  item.kind === 'word' && EMPTY_WORDS.has(formOf(reading, item));

const COPULAS =
  /^(sao|e|esta|estao|foi|foram|tem|ter|seja|sejam|possui|possuem|ainda|sendo|ficou|ficaram|teve|tiveram|era|eram|fica|ficam|fizeram|feitas|feitos)$/;

/** Words between the exclusion and what it excludes. */
const isPassedByExclusion = (reading: Reading, item: Item): boolean =>
  isFiller(reading, item) ||
  isEmptyWord(reading, item) ||
  (item.kind === 'word' && isFiniteVerb(formOf(reading, item))) ||
  COPULAS.test(formOf(reading, item)) ||
  isKeyword(item, 'and', 'or', 'by') ||
  item.kind === 'rows' ||
  item.kind === 'column' ||
  (item.kind === 'word' && /^(curso|nivel|tipo|status|excecao|ser)$/.test(formOf(reading, item)));

/** «não concluídos», «exceto as homologadas», «fora da Secretaria de Obras», «não têm curso superior nem pós». */
function excludes(reading: Reading, index: number, column: string): boolean {
  for (let at = index - 1; at >= 0 && at >= index - 7; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    if (isKeyword(item, 'not', 'except', 'nor', 'without')) {
      // «sem convênio na Unidade Sul»: it has excluded what stands right after it.
      if (isUsed(reading, item) && reading.used.get(item) !== 'exclusion') return false;
      if (item.kind === 'keyword' && item.keyword === 'not' && !reaches(reading, at, index)) return false;
      consume(reading, 'exclusion', item);
      return true;
    }
    if (isMinus(reading, at)) {
      consume(reading, 'exclusion', item);
      return true;
    }
    if (continuesExclusion(reading, item, column)) return !isApposed(reading, index);
    if (!isPassedByExclusion(reading, item)) break;
  }
  return false;
}

/** Nothing but verbs and little words stand between «não» and the value. */
const reaches = (reading: Reading, from: number, to: number): boolean =>
  reading.items
    .slice(from + 1, to)
    .every(
      (item) =>
        isFiller(reading, item) ||
        item.kind === 'word' ||
        item.kind === 'column' ||
        isKeyword(item, 'and', 'or', 'nor', 'by'),
    );

/** «todas menos as canceladas», «de todos os turnos menos noite». */
const isMinus = (reading: Reading, at: number): boolean =>
  isKeyword(reading.items[at], 'fewer') &&
  (/^(o|a|os|as)$/.test(formOf(reading, reading.items[at + 1])) ||
    // «de todos os públicos menos turista»
    (reading.items[at + 1]?.kind === 'value' &&
      reading.items.slice(0, at).some((item) => /^tod[oa]s?$/.test(formOf(reading, item)))));

/** «exceto as homologadas e as canceladas»: the list goes on. */
const continuesExclusion = (reading: Reading, item: Item, column: string): boolean =>
  item.kind === 'value' &&
  reading.used.get(item) === 'excluded value' &&
  item.phrases.some((phrase) => phrase.column === column);

/** «ainda não pagas, pendentes»: after a comma that begins no list, the same is said again in other words. */
function isApposed(reading: Reading, index: number): boolean {
  const item = reading.items[index];
  if (!item || !reading.words[item.from]?.before.includes(',')) return false;
  return !reading.items
    .slice(index + 1, index + 5)
    .some(
      (each, step) =>
        isKeyword(each, 'and', 'or', 'nor') && reading.items[index + 2 + step]?.kind === 'value',
    );
}

const LACKS =
  /^(tem|possui|possuem|informa|informam|informou|informaram|consta|constam|preencheu|preencheram|traz|trazem|registra|registram|tiveram|teve|ha|declaram|declarou|apresentam)$/;

/** «sem informação de faltas», «não informam a modalidade», «já têm data de homologação». */
function readEmpties(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    const isWithout = isKeyword(item, 'without');
    const isNot =
      isKeyword(item, 'not') &&
      reading.items.slice(index + 1, index + 3).some((each) => LACKS.test(formOf(reading, each)));
    const isHad = isKeyword(item, 'already') && formOf(reading, item) === 'ja';
    if (
      isWithout &&
      reading.items.slice(index + 1, index + 4).some((each) => reading.used.get(each) === 'number')
    ) {
      consume(reading, 'number', item);
      continue;
    }
    if (isWithout || isNot || isHad) readColumnState(reading, index, isHad ? 'filled' : 'empty');
  }
  readStateAfter(reading);
  readFilledParticiple(reading);
  readHad(reading);
}

/** «entre os avaliados»: rows that have something in the column of that root. */
function readFilledParticiple(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'word' || isUsed(reading, item) || !/(ad|id)[oa]s?$/.test(formOf(reading, item)))
      continue;
    if (
      !reading.items.slice(Math.max(0, index - 3), index).some((each) => isKeyword(each, 'among', 'already'))
    )
      continue;
    const column = reading.lexicon.table.columns.find(
      ({ kind, name }) =>
        kind !== 'category' &&
        [...reading.lexicon.columns].some(
          ([word, names]) => names.has(name) && rootsMeet(formOf(reading, item), word),
        ),
    );
    if (!column) continue;
    consume(reading, 'filled', item);
    addFilter(reading, { column: column.name, op: 'filled', values: [] }, item);
  }
}

const HAD = /^(tem|tiveram|teve|possuem|possui|houve|recebeu|receberam)$/;

/** «deixaram comentário», «sofreram multa»: a verb with the column as its object. */
const isHaving = (form: string): boolean =>
  HAD.test(form) || (isFiniteVerb(form) && !isOutcome(form) && !COPULAS.test(form));

/** «quantos têm alguma deficiência», «pedidos com desconto», «quantos tiveram multa»: the column is filled, or its number is above zero. */
function readHad(reading: Reading): void {
  if (!reading.items.some((item) => isKeyword(item, 'how_many', 'list', 'which', 'share'))) return;
  for (const [index, item] of reading.items.entries()) {
    const isWith = formOf(reading, item) === 'com';
    if (isUsed(reading, item) || !(isWith || isHaving(formOf(reading, item)))) continue;
    const chain = hadColumn(reading, index);
    const [column] = chain?.columns ?? [];
    if (!chain || !column) continue;
    consume(reading, 'filled', item, ...chain.items);
    const isNumber = isNumeric(columnNamed(reading, column));
    addFilter(
      reading,
      isNumber ? { column, op: '>', values: ['0'] } : { column, op: 'filled', values: [] },
      ...chain.items,
    );
  }
}

/** The column that is named right after «têm» or «têm alguma», with nothing more to come. */
function hadColumn(reading: Reading, index: number): ReturnType<typeof chainAt> {
  const isSome = /^algu(m|ma|ns|mas)$/.test(formOf(reading, reading.items[index + 1]));
  const at = index + (isSome ? 2 : 1);
  const chain = chainAt(reading, at, (column) => column !== undefined);
  const isFree = chain !== null && !chain.items.some((each) => isUsed(reading, each));
  const isAlone =
    chain !== null &&
    !saysWhich(reading, chain) &&
    (chain.to > lastContent(reading) || isAnotherPart(reading, chain.to));
  return isFree && reading.items[at]?.kind === 'column' && isAlone ? chain : null;
}

/** «com formação técnica», «com ano de fabricação de 2020»: the value or the year after it says what is in the column. */
function saysWhich(reading: Reading, { columns, to }: { columns: string[]; to: number }): boolean {
  const next = reading.items[to];
  if (next?.kind === 'value') return next.phrases.some(({ column }) => columns.includes(column));
  const after = /^(?:de|em|a)$/.test(formOf(reading, next)) ? reading.items[to + 1] : next;
  const isYear = columns.some((column) => /^ano\b/.test(namesOf(reading, column).replaceAll('_', ' ')));
  return isYear && (after?.kind === 'period' || after?.kind === 'comparison');
}

/** «com multa no depósito sul»: after a preposition of place or time something else is said. */
const isAnotherPart = (reading: Reading, at: number): boolean =>
  /^(em|no|na|nos|nas)$/.test(formOf(reading, reading.items[at])) &&
  !/^(branco|aberto|dia)$/.test(formOf(reading, reading.items[at + 1]));

/** The place of the last item but periods and words that say nothing. */
const lastContent = (reading: Reading): number =>
  reading.items.findLastIndex(
    (item) => !isUsed(reading, item) && !isFiller(reading, item) && item.kind !== 'period',
  );

const BEFORE_COLUMN =
  /^(informacao|informacoes|registro|dado|dados|valor|preenchimento|nenhuma|nenhum|qualquer|campo|o|a|os|as|de|do|da|que|com)$/;

function readColumnState(reading: Reading, index: number, op: 'empty' | 'filled'): void {
  const passed: Item[] = [];
  for (let at = index + 1; at < reading.items.length && at <= index + 6; at += 1) {
    const item = reading.items[at];
    if (!item) return;
    const form = formOf(reading, item);
    const chain = chainAt(reading, at, (column) => column !== undefined);
    const isColumn = item.kind !== 'value' || isColumnFirst(reading, at, item);
    if (chain && isColumn) {
      const [column] = chain.columns;
      const next = reading.items[chain.to]?.kind ?? 'word';
      if (!column || ['value', 'comparison', 'number'].includes(next)) return;
      consume(reading, op, reading.items[index], ...passed, ...chain.items);
      addFilter(reading, { column, op, values: [] }, ...chain.items);
      return;
    }
    if (!BEFORE_COLUMN.test(form) && !LACKS.test(form) && !isFiller(reading, item)) return;
    passed.push(item);
  }
}

/** A word that is a column and a value too is the column where the words before it make it one. */
const isColumnFirst = (reading: Reading, at: number, item: ValueItem): boolean =>
  item.columns.length > 0 &&
  (candidates(reading.items[at - 2]).length > 0 ||
    // «não tiveram alta» of a table with the day of it.
    (LACKS.test(formOf(reading, reading.items[at - 1])) &&
      item.columns.some((name) => columnNamed(reading, name)?.kind === 'date')));

/** The column that the words up to an item name, fillers aside. */
function columnEndingAt(reading: Reading, index: number): ReturnType<typeof chainAt> {
  let start = index;
  while (start >= 0 && isFiller(reading, reading.items[start] as Item)) start -= 1;
  if (start < 0) return null;
  const first = start > 0 && candidates(reading.items[start - 1]).length > 0 ? start - 1 : start;
  return chainAt(reading, first, (column) => column !== undefined);
}

/** «com a modalidade vazia», «valor homologado em branco», «nota não informada». */
function readStateAfter(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (!isKeyword(item, 'empty', 'already') || isUsed(reading, item) || formOf(reading, item) === 'ja')
      continue;
    const isNegated = isKeyword(reading.items[index - 1], 'not');
    const chain = columnEndingAt(reading, index - (isNegated ? 2 : 1));
    const [column] = chain?.columns ?? [];
    if (!chain || !column) continue;
    if (chain.items.some((each) => isUsed(reading, each))) {
      consume(reading, 'state of a column', item);
      continue;
    }
    const isEmpty = isKeyword(item, 'empty') !== isNegated;
    consume(
      reading,
      'state of a column',
      item,
      isNegated ? reading.items[index - 1] : undefined,
      ...chain.items,
    );
    addFilter(reading, { column, op: isEmpty ? 'empty' : 'filled', values: [] }, item);
  }
}
