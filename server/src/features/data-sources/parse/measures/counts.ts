/** «quantos», «número de»: a count of rows, the different values of a column, or the sum of a column of numbers. */

import type { ColumnKind, Measure } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { countAmounts, countEvents, countThings, isEventOfThing } from '../conditions/counted-events.ts';
import { somebody } from '../groups/group-subject.ts';
import { isUnitWord } from '../numbers/units.ts';
import {
  baseOf,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isFlag,
  isKeyword,
  isTakenBy,
  isUsed,
  type Reading,
} from '../reading.ts';
import { isHarmless } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';
import { columnSynonyms, columnsOfVerb } from '../words/thesaurus.ts';
import { isParticiple } from '../words/verbs.ts';
import { addMeasure, isRate } from './add-measure.ts';
import { countDone, countHeads, countUnits, offerPeople } from './quantities.ts';
import { isParticipleAlone, isQualifier } from './sums.ts';

export function readHowMany(reading: Reading, index: number): void {
  countNoun(reading, index);
  offerPeople(reading, reading.items[nounAfter(reading, index)]);
}

type Said = { columns: string[]; items: Item[] };

function countNoun(reading: Reading, index: number): void {
  consume(reading, 'count', reading.items[index]);
  const at = nounAfter(reading, index);
  const noun = reading.items[at];
  const chain = at >= 0 ? chainAt(reading, at, (column) => column !== undefined) : null;
  if (chain?.items.every((each) => isUsed(reading, each) && !isTakenBy(reading, each, 'column of days'))) {
    // «quantas têm peças acima de 5 mil»: the column is only compared, and rows are counted.
    if (reading.plan.measures.length === 0) addMeasure(reading, 'count', null);
    return;
  }
  const isCounted =
    countDifferentThings(reading, at) ||
    countPeople(reading, noun) ||
    countHeads(reading, noun) ||
    countDone(reading, at) ||
    countUnits(reading, at) ||
    (chain !== null && countColumn(reading, at, numberFirst(reading, noun, chain)));
  if (!isCounted) countRows(reading, noun);
}

/** «quantas moções diferentes»: the things that the main column names, each once. */
function countDifferentThings(reading: Reading, at: number): boolean {
  const distinct = reading.items[at + 1];
  const main = columnNamed(reading, reading.lexicon.table.main_column);
  if (reading.items[at]?.kind !== 'value' || !isKeyword(distinct, 'distinct') || main?.repeats !== true)
    return false;
  consume(reading, 'distinct values', distinct);
  addMeasure(reading, 'count_distinct', main.name);
  return true;
}

function countRows(reading: Reading, noun: Item | undefined): void {
  if (noun?.kind === 'rows') consume(reading, 'rows', noun);
  addMeasure(reading, 'count', null);
  const main = columnNamed(reading, reading.lexicon.table.main_column);
  if (main?.repeats === true && main.kind === 'text' && isSortOfThing(reading, noun))
    reading.eitherFigures.push({ taken: ROWS, other: { fn: 'count_distinct', column: main.name } });
}

const ROWS: Measure = { fn: 'count', column: null };

/** «quantas pessoas diferentes abriram chamado»: the only column of people, or the one that the verb is about. */
function countPeople(reading: Reading, noun: Item | undefined): boolean {
  const distinct = reading.items.find((item) => isKeyword(item, 'distinct'));
  const name = distinct && (noun?.kind === 'word' || noun?.kind === 'rows') ? somebody(reading) : null;
  if (!name || !noun || !/^(?:pessoas|gente)$/.test(formOf(reading, noun))) return false;
  consume(reading, 'distinct values', noun, distinct);
  addMeasure(reading, 'count_distinct', name);
  return true;
}

/** «quantos projetos foram aprovados» of a table of votes with the sort of each proposal: a thing of that sort has several rows. */
const isSortOfThing = (reading: Reading, noun: Item | undefined): boolean =>
  noun?.kind === 'value' &&
  noun.phrases.every(({ column }) => column !== reading.lexicon.table.main_column) &&
  !isParticiple(formOf(reading, noun)) &&
  noun.phrases.every(({ column }) =>
    SORT_OF_THING.test(wordsOf(fold(columnNamed(reading, column)?.label ?? ''))[0] ?? ''),
  );

/** «quantos hóspedes» of a table with the «hóspede» and the number of «hóspedes» of each row. */
function numberFirst<T extends { columns: string[] }>(reading: Reading, noun: Item | undefined, chain: T): T {
  const own = chain.columns.find((name) => {
    const column = columnNamed(reading, name);
    return column?.kind === 'number' && fold(column.label) === formOf(reading, noun);
  });
  return own ? { ...chain, columns: [own] } : chain;
}

/** «quantos dias de falta», «quantas modalidades»: the sum or the different values of a column. */
function countColumn(reading: Reading, at: number, { columns, items }: Said): boolean {
  const noun = reading.items[at];
  if (countThings(reading, at, { columns: columns.slice(0, 1), items })) return true;
  if (refuseMisspelt(reading, noun)) return true;
  const column = columnNamed(reading, columns[0] ?? '');
  if (!column || isFlag(column) || !namesWhatIsCounted(reading, noun, items)) return false;
  if (column.kind === 'date') return countEvents(reading, column.name, items);
  const isDistinct = reading.items.some((item) => isKeyword(item, 'distinct'));
  const fn = countedBy(column.kind, {
    hasValue: hasOwnValue(reading, at, column.name),
    isDistinct: isDistinct || isThingOfSeveralRows(reading, at, column.name),
  });
  if (fn === 'sum') return addUp(reading, noun, column, items);
  return fn === 'count_distinct' && countDifferent(reading, at, { column: column.name, items, isDistinct });
}

/** «casais» is no slip for «canais»: what is counted would be another thing. */
function refuseMisspelt(reading: Reading, noun: Item | undefined): boolean {
  const written = noun && reading.words[noun.from];
  if (!written || noun.kind !== 'column' || isUnitWord(reading, noun)) return false;
  if (written.base === baseForm(written.form)) return false;
  reading.refusals.push(`Não sei contar «${written.text}» nesta tabela.`);
  return true;
}

/** A noun, and no verb, value or participle that names the column as well. */
const namesWhatIsCounted = (reading: Reading, noun: Item | undefined, items: Item[]): boolean =>
  noun?.kind !== 'value' &&
  columnsOfVerb(formOf(reading, noun)).length === 0 &&
  !isParticipleAlone(reading, items);

/** «quantos dias de falta»: the sum of a column of numbers, where the noun says what it holds. */
function addUp(reading: Reading, noun: Item | undefined, column: TableColumn, items: Item[]): boolean {
  if (noun && isQualifier(reading, noun, column.name)) {
    // «quantos pacientes» of the «idade do paciente»
    if (column.kind === 'number' && isRate(column) && !isUnitWord(reading, noun)) return false;
    if (column.kind === 'money') {
      if (countAmounts(reading, column, items)) return true;
      reading.refusals.push(`Não sei contar «${formOf(reading, noun)}» nesta tabela.`);
      return true;
    }
  }
  consume(reading, 'sum of a column', ...items);
  addMeasure(reading, 'sum', column.name);
  return true;
}

function countDifferent(
  reading: Reading,
  at: number,
  { column, items, isDistinct }: { column: string; items: Item[]; isDistinct: boolean },
): boolean {
  if (!isDistinct && isEventOfThing(reading, at, column)) {
    consume(reading, 'rows', ...items);
    addMeasure(reading, 'count', null);
    reading.eitherFigures.push({ taken: ROWS, other: { fn: 'count_distinct', column } });
    return true;
  }
  const noun = reading.items[at];
  if (!isSortOf(reading, noun, column)) return addDifferent(reading, column, items);
  // «quantos pedidos» of «situação do pedido» counts rows, which are the pedidos.
  if (!isDistinct && (isOfRows(reading, noun) || !isAlone(reading, at))) return false;
  const own = identifying(reading, noun);
  if (own) return addDifferent(reading, own.column, [...items, ...own.items]);
  reading.refusals.push(`Não sei contar «${formOf(reading, noun)}»: a tabela só diz de que tipo são.`);
  return true;
}

function addDifferent(reading: Reading, column: string, items: Item[]): true {
  consume(reading, 'distinct values', ...items);
  addMeasure(reading, 'count_distinct', column);
  return true;
}

/** «quantos quartos temos?»: the question says nothing more of them. */
const isAlone = (reading: Reading, at: number): boolean =>
  reading.items
    .slice(at + 1)
    .every((item) => isFiller(reading, item) || (item.kind === 'word' && isHarmless(formOf(reading, item))));

/** A word for the rows, and not «quartos» of reservations with the «tipo de quarto». */
function isOfRows({ lexicon, words }: Reading, noun: Item | undefined): boolean {
  const base = noun ? (words[noun.from]?.base ?? '') : '';
  return lexicon.rows.has(base) || (lexicon.table.row_nouns ?? []).some((one) => baseForm(one) === base);
}

/** «quantas proposições» of a table of votes: what its main column names has several rows, and is not what they are called. */
function isThingOfSeveralRows(reading: Reading, at: number, name: string): boolean {
  const column = columnNamed(reading, name);
  const noun = reading.items[at];
  const base = baseOf(reading, noun);
  if (column?.kind !== 'text' || column.repeats !== true || base === formOf(reading, noun)) return false;
  const own = [column.label, ...column.synonyms].map(baseForm);
  const rows = (reading.lexicon.table.row_nouns ?? []).map(baseForm);
  if (!own.includes(base) || rows.includes(base) || hasOwnValue(reading, at, name)) return false;
  reading.eitherFigures.push({ taken: { fn: 'count_distinct', column: name }, other: ROWS });
  return true;
}

/** «quantos dias de falta» adds up, «quantas modalidades» counts the different ones; null where rows are counted. */
function countedBy(
  kind: ColumnKind | undefined,
  { hasValue, isDistinct }: { hasValue: boolean; isDistinct: boolean },
): 'sum' | 'count_distinct' | null {
  if (isDistinct && kind !== 'money') return 'count_distinct';
  if (kind === 'number' || kind === 'money') return 'sum';
  return kind === 'category' && !hasValue ? 'count_distinct' : null;
}

/** «quantos veículos diferentes» of «tipo de veículo»: the sorts are not the things. */
function isSortOf(reading: Reading, noun: Item | undefined, name: string): boolean {
  const [first = ''] = wordsOf(columnNamed(reading, name)?.label ?? '');
  return SORTS.test(first) && !formOf(reading, noun).startsWith(first.slice(0, 4));
}

const SORT_OF_THING = /^(?:tipo|classe|categoria|especie|natureza|modalidade|genero)$/;

const SORTS = /^(tipo|classe|categoria|grupo|modelo|marca|situacao|status|cor|ano|faixa|porte)$/;

/** A column that the question names as what tells one from the other: «pela placa», «por prefixo». */
function identifying(reading: Reading, noun: Item | undefined): { column: string; items: Item[] } | null {
  for (const [at, item] of reading.items.entries()) {
    const isBy = isKeyword(item, 'by') || /^(pelo|pela|pelos|pelas)$/.test(formOf(reading, item));
    const chain = isBy ? chainAt(reading, at + 1, (column) => column !== undefined) : null;
    const [column] = chain?.columns ?? [];
    if (chain && column) return { column, items: [item, ...chain.items] };
  }
  return ownName(reading, noun);
}

/** «veículos diferentes» by the «placa», «pessoas» by the «nome»: the only column that is another word for them. */
function ownName(reading: Reading, noun: Item | undefined): { column: string; items: Item[] } | null {
  const others = columnSynonyms(baseOf(reading, noun));
  const only = onlyOne(
    columnsOfKind(reading, 'identifier', 'text', 'category'),
    ({ label }) => !SORTS.test(wordsOf(label)[0] ?? '') && others.includes(baseForm(label)),
  );
  return only ? { column: only.name, items: [] } : null;
}

/** «quantos têm ensino médio»: the column is named with a value of its own, so rows are counted. */
const hasOwnValue = (reading: Reading, at: number, column: string): boolean => {
  const next = reading.items[at + 1];
  const isNext = next?.kind === 'value' && next.phrases.some((phrase) => phrase.column === column);
  // «quantos comentários falam de banheiro»: one value of them is asked for, and not how many there are.
  // «quantos com status D» of a table with the codes and their words.
  const isCode =
    next?.kind === 'value' &&
    next.to === next.from + 1 &&
    /^[\p{Lu}\d]+$/u.test(reading.words[next.from]?.text ?? '');
  return (
    isNext ||
    isCode ||
    reading.items.some((item) => item.kind === 'value' && item.phrases[0]?.column === column)
  );
};

/** The noun that «quantas» counts. */
function nounAfter(reading: Reading, index: number): number {
  for (let at = index + 1; at < reading.items.length && at <= index + 4; at += 1) {
    const item = reading.items[at];
    // «quantos com valor a combinar»: the noun says which of the rows.
    if (!item || (at === index + 1 && formOf(reading, item) === 'com')) return -1;
    if (isKeyword(item, 'distinct', 'total') || isFiller(reading, item)) continue;
    return at;
  }
  return -1;
}
