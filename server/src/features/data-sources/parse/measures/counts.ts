/** «quantos», «número de»: a count of rows, the different values of a column, or the sum of a column of numbers. */

import type { ColumnKind, Measure } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { countEvents, countThings, isEventOfThing } from '../conditions/counted-events.ts';
import { somebody } from '../groups/group-subject.ts';
import { isUnitWord } from '../numbers/units.ts';
import {
  baseOf,
  candidates,
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
import { isHarmless, PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { columnSynonyms, columnsOfVerb } from '../words/thesaurus.ts';
import { isParticiple } from '../words/verbs.ts';
import { addMeasure, isRate } from './add-measure.ts';
import { countDone, countUnits } from './quantities.ts';
import { isParticipleAlone, isQualifier } from './sums.ts';

export function readHowMany(reading: Reading, index: number): void {
  countNoun(reading, index);
  offerPeople(reading, reading.items[nounAfter(reading, index)]);
}

/** «quantos hóspedes» of a table of stays with the name of one and the number of all: the heads are counted, or the names. */
function offerPeople(reading: Reading, noun: Item | undefined): void {
  const taken = onlyOne(reading.plan.measures);
  const form = formOf(reading, noun);
  if (!taken || !(PERSON.test(form) || /^(?:passageir|visitante)/.test(form))) return;
  const heads = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => HEADS.test(fold(label)));
  if (!heads || noun?.kind === 'value') return;
  const sum: Measure = { fn: 'sum', column: heads.name };
  const name = candidates(noun).find((one) => columnNamed(reading, one)?.kind === 'text');
  if (taken.column !== heads.name) reading.eitherFigures.unshift({ taken, other: sum });
  else if (name) reading.eitherFigures.push({ taken, other: { fn: 'count_distinct', column: name } });
}

/** «quantas pessoas» of a table of stays with the number of guests of each: all of them, and not the stays. */
function countHeads(reading: Reading, noun: Item | undefined): boolean {
  const heads = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => HEADS.test(fold(label)));
  const isAsked = noun !== undefined && formOf(reading, noun) === 'pessoas' && candidates(noun).length === 0;
  if (!isAsked || !heads || PERSON.test(reading.lexicon.table.rows_word.many)) return false;
  consume(reading, 'sum of a column', noun);
  addMeasure(reading, 'sum', heads.name);
  return true;
}

const HEADS =
  /^(?:n|numero de |n[o.º]* (?:de )?|quantidade de |qtd[e.]* (?:de )?)?(?:pessoas|pess|hospedes|hosp|passageiros|passag|visitantes|participantes|ocupantes|acompanhantes|integrantes|moradores)$/;

function countNoun(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (!item) return;
  consume(reading, 'count', item);
  const at = nounAfter(reading, index);
  const noun = reading.items[at];
  const chain = at >= 0 ? chainAt(reading, at, (column) => column !== undefined) : null;
  if (chain?.items.every((each) => isUsed(reading, each) && !isTakenBy(reading, each, 'column of days'))) {
    // «quantas têm peças acima de 5 mil»: the column is only compared, and rows are counted.
    if (reading.plan.measures.length === 0) addMeasure(reading, 'count', null);
    return;
  }
  // «quantas moções diferentes»: the things that the main column names, each once
  const distinct = reading.items[at + 1];
  const main = columnNamed(reading, reading.lexicon.table.main_column ?? '');
  if (noun?.kind === 'value' && isKeyword(distinct, 'distinct') && main?.repeats === true) {
    consume(reading, 'distinct values', distinct);
    addMeasure(reading, 'count_distinct', main.name);
    return;
  }
  if (countPeople(reading, noun) || countHeads(reading, noun)) return;
  if (countDone(reading, at)) return;
  if (countUnits(reading, at) || (chain && countColumn(reading, at, numberFirst(reading, noun, chain))))
    return;
  if (noun?.kind === 'rows') consume(reading, 'rows', noun);
  addMeasure(reading, 'count', null);
  if (main?.repeats === true && main.kind === 'text' && isSortOfThing(reading, noun))
    reading.eitherFigures.push({
      taken: { fn: 'count', column: null },
      other: { fn: 'count_distinct', column: main.name },
    });
}

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
function countColumn(
  reading: Reading,
  at: number,
  { columns: [column], items }: { columns: string[]; items: Item[] },
): boolean {
  if (countThings(reading, at, { columns: column ? [column] : [], items })) return true;
  const noun = reading.items[at];
  const written = noun && reading.words[noun.from];
  // «casais» is no slip for «canais»: what is counted would be another thing.
  if (
    written &&
    noun.kind === 'column' &&
    !isUnitWord(reading, noun) &&
    written.base !== baseForm(written.form)
  ) {
    reading.refusals.push(`Não sei contar «${written.text}» nesta tabela.`);
    return true;
  }
  if (isParticipleAlone(reading, items)) return false;
  const isVerb = columnsOfVerb(formOf(reading, noun)).length > 0;
  if (!column || isVerb || noun?.kind === 'value') return false;
  const isDistinct = reading.items.some((item) => isKeyword(item, 'distinct'));
  const counted = columnNamed(reading, column);
  if (!counted || isFlag(counted)) return false;
  if (counted.kind === 'date') return countEvents(reading, column, items);
  const fn = countedBy(counted.kind, {
    hasValue: hasOwnValue(reading, at, column),
    isDistinct: isDistinct || isThingOfSeveralRows(reading, at, column),
  });
  if (!fn) return false;
  // «quantos pacientes» of the «idade do paciente»
  if (
    fn === 'sum' &&
    counted.kind === 'number' &&
    isRate(counted) &&
    noun &&
    !isUnitWord(reading, noun) &&
    isQualifier(reading, noun, column)
  )
    return false;
  if (fn === 'sum' && counted.kind === 'money' && noun && isQualifier(reading, noun, column)) {
    reading.refusals.push(`Não sei contar «${formOf(reading, noun)}» nesta tabela.`);
    return true;
  }
  if (fn === 'count_distinct' && !isDistinct && isEventOfThing(reading, at, column)) {
    consume(reading, 'rows', ...items);
    addMeasure(reading, 'count', null);
    reading.eitherFigures.push({ taken: { fn: 'count', column: null }, other: { fn, column } });
    return true;
  }
  if (fn === 'count_distinct' && isSortOf(reading, noun, column)) {
    // «quantos pedidos» of «situação do pedido» counts rows, which are the pedidos.
    if (!isDistinct && (isOfRows(reading, noun) || !isAlone(reading, at))) return false;
    const own = identifying(reading, noun);
    if (!own) {
      reading.refusals.push(`Não sei contar «${formOf(reading, noun)}»: a tabela só diz de que tipo são.`);
      return true;
    }
    consume(reading, 'distinct values', ...items, ...own.items);
    addMeasure(reading, fn, own.column);
    return true;
  }
  consume(reading, fn === 'sum' ? 'sum of a column' : 'distinct values', ...items);
  addMeasure(reading, fn, column);
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
  const own = [column?.label ?? '', ...(column?.synonyms ?? [])].map(baseForm);
  const isMany = base !== formOf(reading, noun);
  const nouns = (reading.lexicon.table.row_nouns ?? []).map(baseForm);
  const isOfThing =
    column?.kind === 'text' &&
    column.repeats === true &&
    isMany &&
    own.includes(base) &&
    !nouns.includes(base) &&
    !hasOwnValue(reading, at, name);
  if (isOfThing)
    reading.eitherFigures.push({
      taken: { fn: 'count_distinct', column: name },
      other: { fn: 'count', column: null },
    });
  return isOfThing;
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
