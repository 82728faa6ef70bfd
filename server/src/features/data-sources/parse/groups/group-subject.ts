/** The category whose values a question asks for: «qual município», «os 3 bairros», «quem mais doou». */

import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addMeasure, isRate } from '../measures/add-measure.ts';
import {
  baseOf,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  preferred,
  type Reading,
} from '../reading.ts';
import { isComplement } from '../words/columns/complements.ts';
import { PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { SPENDING } from '../words/verbs.ts';
import { BUCKET_WORDS, type Key, keyAt, rankedVerb } from './group-keys.ts';
import { isFrequentWord } from './superlatives/group-superlatives.ts';

export type Subject = Key & { isSingular: boolean };

/** The category whose values are asked for: «qual município», «quais secretarias», «os 3 bairros», «ranking das áreas». */
export function groupSubject(reading: Reading): Subject | null {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) && !isTakenBy(reading, item, 'column of a value')) continue;
    if (!isSubjectPlace(reading, index) || isWholeOfShare(reading, index)) continue;
    if (rankedVerb(reading, index - 2) === item) continue;
    const key = keyAt(reading, index) ?? ownColumnOfRows(reading, index);
    // «e na safra 2023/2024?»: the value after it says which one.
    if (key && isBesideOwnValue(reading, key.to, key.column)) continue;
    if (key && isSubjectKey(reading, item, key)) return { ...key, isSingular: !isPlural(reading, item) };
  }
  return personSubject(reading);
}

/** «dos livros que voltaram, que porcentagem …?»: the whole is named first, and no groups. */
const isWholeOfShare = (reading: Reading, index: number): boolean =>
  reading.plan.share &&
  reading.shareAt > index &&
  /^(?:d[oa]s?|de|entre)$/.test(formAt(reading, 0)) &&
  !reading.items.slice(0, index).some((item) => isKeyword(item, 'each', 'which'));

/** «os 4 exames mais pedidos» of a table of exams with the name of each. */
function ownColumnOfRows(reading: Reading, index: number): Key | null {
  const item = reading.items[index];
  if (!item) return null;
  // «hóspedes com mais de 5 reservas», «qual hóspede gastou mais»
  const isCompared = reading.plan.having.length > 0 || hasDoneMore(reading, index);
  const isFrequent =
    isKeyword(reading.items[index + 1], 'more', 'fewer') && isFrequentWord(formAt(reading, index + 2));
  const column = isCompared
    ? (namesColumn(reading, item) ?? columnOfNamedRows(reading, index))
    : item.kind === 'rows' && isFrequent
      ? columnCalled(reading, baseOf(reading, item))
      : null;
  return column ? { column, bucket: null, items: [item], to: index + 1 } : null;
}

const columnCalled = (reading: Reading, base: string): string | null =>
  reading.lexicon.table.columns.find(
    (column) => column.kind !== 'date' && isGroupable(column) && baseForm(column.label) === base,
  )?.name ?? null;

/** «qual hóspede já gastou mais», «qual hóspede mais gastou»: what somebody did adds up over their rows. */
function hasDoneMore(reading: Reading, index: number): boolean {
  const after = reading.items
    .slice(index + 1)
    .filter((item) => !isFiller(reading, item) && !isKeyword(item, 'already'));
  const [one, other] = after;
  const isDone = (item: Item | undefined) => SPENDING.test(formOf(reading, item));
  const isMore = (item: Item | undefined) => isKeyword(item, 'more', 'fewer');
  return (isDone(one) && isMore(other)) || (isMore(one) && isDone(other));
}

/** The only column of texts that a noun names, and that holds no remarks: «partes contrárias». */
export function namesColumn(reading: Reading, item: Item): string | null {
  const only = onlyOne(item.kind === 'column' ? item.columns : []);
  const column = only ? columnNamed(reading, only) : undefined;
  const isNames = column?.kind === 'text' && !reading.lexicon.remarks.includes(column.name);
  return isNames ? column.name : null;
}

/** The column of several rows each that a word for the rows names as well: «hóspede», «nome do hóspede». */
export function columnOfNamedRows(reading: Reading, index: number): string | null {
  const item = reading.items[index];
  const base = (item && reading.words[item.from]?.base) ?? '';
  const only = onlyOne(
    reading.lexicon.table.columns,
    (column) =>
      (column.kind === 'category' || column.kind === 'text') &&
      isGroupable(column) &&
      reading.lexicon.heads.get(column.name) === base &&
      !isComplement(column, base),
  );
  return item?.kind === 'rows' ? (only?.name ?? null) : null;
}

/** «e qual deles tem mais?» after groups: one of those. */
export function groupsOfBefore(reading: Reading): Subject | null {
  const key = onlyOne(reading.before?.group_by ?? []);
  const item = reading.items.find((each) =>
    /^(?:deles|delas|desses|dessas|destes|destas)$/.test(formOf(reading, each)),
  );
  const which = reading.items.find((each) => isKeyword(each, 'which'));
  if (!key || !item || !which) return null;
  const isSingular = /^(?:qual|quem)$/.test(formOf(reading, which));
  return { ...key, items: [item], to: reading.items.indexOf(item) + 1, isSingular };
}

const isBesideOwnValue = (reading: Reading, at: number, column: string): boolean => {
  const next = reading.items[at];
  return (
    next?.kind === 'value' &&
    next.phrases.some((phrase) => phrase.column === column && phrase.strength === 'whole')
  );
};

function isSubjectKey(reading: Reading, item: Item, { column, bucket }: Key): boolean {
  const kind = columnNamed(reading, column)?.kind;
  // «inscrições por unidade»: the event of a day is what is counted, where other groups are named.
  const isEvent = kind === 'date' && !BUCKET_WORDS[formOf(reading, item)];
  const isCompared = reading.items.some((each) =>
    isKeyword(each, 'which', 'ranking', 'top', 'more', 'fewer', 'largest', 'smallest', 'list'),
  );
  // «aplicações que não foram reforço»: neither their days nor their months are asked for.
  if (isEvent && (reading.plan.group_by.length > 0 || !isCompared || isRowsWord(reading, item))) return false;
  return kind === 'category' || kind === 'text' || bucket !== null;
}

/** «qual foi a reserva mais cara» of a table with the «data da reserva» asks for a row. */
const isRowsWord = (reading: Reading, item: Item): boolean =>
  baseForm(reading.lexicon.table.rows_word.one) === baseOf(reading, item);

const PEOPLE =
  /servidor|funcionari|profissional|instrutor|operador|enfermeir|agente|entregador|estagiari|bolsista|candidat|inquilin|proprietari|devedor|tecnic|motorista|medic|professor|vendedor|responsavel|atendente|cliente|consumidor|comprador|cooperad|segurad|filiad|assinante|produtor|doador|aluno|paciente|hospede|leitor|morador|solicitante|requerente|contribuinte|beneficiari|usuario|fiscal|voluntari|parlamentar|juiz|associad/;

/** Nouns of who does something, by their ending alone. */
const AGENT = /(?:dor|tor|sor|ista|ante)$/;

const NO_PEOPLE = /^(?:valor|setor|motor|fator|restaurante|lista|pista|vista|revista|tipo)$/;

/** «quem doou mais de 3 vezes?», «tem alguém com mais de 3 doações?». */
export const SOMEBODY = /^(?:quem|alguem)$/;

/** «quem mais doou?»: the people that a column names; of several, those whom the verb is about. */
function personSubject(reading: Reading): Subject | null {
  const at = reading.items.findIndex((item) => SOMEBODY.test(formOf(reading, item)));
  const item = reading.items[at];
  // «quem tem mais de 4 boletos em aberto?»
  const isMostAsked =
    reading.plan.having.length > 0 || reading.items.some((each) => isKeyword(each, 'more', 'fewer'));
  // «quem vendeu mais, Ana ou Beto?»: the groups are those that are named; «3 ou mais» names none.
  const isChosen = reading.items.some(
    (each) => isKeyword(each, 'or', 'versus') && !isTakenBy(reading, each, 'group condition'),
  );
  // «quem são os 5 funcionários mais bem pagos?»: the rows are people.
  if (reading.items.slice(at).some((each) => each.kind === 'rows' && PERSON.test(formOf(reading, each))))
    return null;
  if (!item || isUsed(reading, item) || !isMostAsked || isChosen) return null;
  const name = somebody(reading);
  return name ? { column: name, bucket: null, items: [item], to: at + 1, isSingular: true } : null;
}

/** The only column of people, or the one that the question or the description speaks of; null where several are as likely. */
export function somebody(reading: Reading): string | null {
  const named = (pattern: RegExp) =>
    reading.lexicon.table.columns.filter(({ kind, name, label }) => {
      const head = reading.lexicon.heads.get(name) ?? '';
      return (
        (kind === 'category' || kind === 'text') &&
        pattern.test(head) &&
        !NO_PEOPLE.test(fold(label).split(' ')[0] ?? '')
      );
    });
  const known = named(PEOPLE);
  const agents = known.length > 0 ? known : named(AGENT);
  const people = agents.length > 0 ? agents : ofSomebody(reading);
  const meant = people.filter(({ label }) =>
    reading.items.some((each) => wordsOf(label).some((word) => rootsMeet(formOf(reading, each), word))),
  );
  const mentioned = new Set([...reading.lexicon.mentioned].map(baseForm));
  const headIn = (words: ReadonlySet<string>) =>
    people.filter(({ name }) => words.has(reading.lexicon.heads.get(name) ?? ''));
  const told = [meant, headIn(reading.lexicon.described), headIn(mentioned)];
  const only = onlyOne(people.length > 1 ? (told.find(({ length }) => length === 1) ?? []) : people);
  return only?.name ?? null;
}

/** «nome do cooperado», «nome assoc»: the only column of names that come again and again. */
const ofSomebody = (reading: Reading): TableColumn[] =>
  reading.lexicon.table.columns.filter(
    (column) =>
      !column.hidden &&
      (column.kind === 'category' || column.kind === 'text') &&
      isGroupable(column) &&
      /^nome\b/.test(fold(column.label)) &&
      !/empresa|fantasia|produto|curso|evento|escola|unidade|cidade|municipio|bairro|projeto|arquivo|mae|pai/.test(
        fold(column.label),
      ),
  );

/** Before a subject stand «qual», «quais», «os 3», «top 5», «ranking das», or nothing at all. */
function isSubjectPlace(reading: Reading, index: number): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const item = reading.items[at];
    if (!item) return false;
    if (isKeyword(item, 'which', 'top', 'ranking', 'list', 'part') || item.kind === 'number') return true;
    if (/^(que|em)$/.test(formOf(reading, item)) && (at <= 1 || isAskedAfterBreak(reading, at))) return true;
    if (!isFiller(reading, item) && !isKeyword(item, 'and')) return false;
  }
  return true;
}

/** «é a Ana Prado, em que quarto ela está?»: behind a comma «em que» asks, and behind a noun it only goes on. */
const isAskedAfterBreak = (reading: Reading, at: number): boolean =>
  formAt(reading, at) === 'que' &&
  /^(?:em|de|por|para|com|a)$/.test(formAt(reading, at - 1)) &&
  /[,.;:!?]/.test(reading.words[reading.items[at - 1]?.from ?? 0]?.before ?? '');

export function takeSubject(reading: Reading, subject: Subject): void {
  const { plan } = reading;
  // «em que dia da semana …? mostre por dia da semana»: the same groups, said twice.
  if (plan.group_by.some(({ column, bucket }) => column === subject.column && bucket === subject.bucket))
    consume(reading, 'group', ...subject.items);
  if (!isSubjectAsked(reading, subject)) return;
  consume(reading, 'group', ...subject.items);
  plan.group_by.unshift({ column: subject.column, bucket: subject.bucket });
  plan.group_by.splice(2);
  if (plan.measures.length === 0 && !(reading.isRanking && rankByFigure(reading, subject.to)))
    addMeasure(reading, 'count', null);
  if (reading.isRanking && plan.order.length === 0)
    plan.order.push({ by: 'measure', index: 0, column: null, direction: 'desc' });
  const isOne = subject.isSingular && plan.having.length === 0 && !reading.isRanking;
  if (isOne && plan.order.length > 0) plan.limit ??= 1;
}

function isSubjectAsked({ plan, isRanking, wantsRows }: Reading, subject: Subject): boolean {
  if (wantsRows || plan.group_by.some(({ column }) => column === subject.column)) return false;
  return (
    plan.having.length > 0 || plan.order.length > 0 || isRanking || plan.measures.length === 0 || plan.share
  );
}

const UNIT = /^(?:litros?|quilos?|km|quilometros?|hectares?|toneladas?|metros?|horas?|minutos?|dias?)$/;

/** «ranking dos postos por valor total»: the figure that is named after the groups. */
function rankByFigure(reading: Reading, from: number): boolean {
  for (let at = from; at < reading.items.length; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (!chain || !column || chain.items.some((item) => isUsed(reading, item) || item.kind === 'value'))
      continue;
    // «por litros de água»
    const lead = reading.items
      .slice(from, at)
      .filter((item) => isKeyword(item, 'by') || UNIT.test(formOf(reading, item)));
    consume(reading, 'ranking', ...lead, ...chain.items);
    addMeasure(reading, isRate(columnNamed(reading, column)) ? 'average' : 'sum', column);
    return true;
  }
  return false;
}

/** «OS» is an acronym, and «ônibus» and «mês» have no plural ending. */
export const isPlural = (reading: Reading, item: Item): boolean => {
  const word = reading.words[item.from];
  return (
    word !== undefined &&
    /s$/.test(word.form) &&
    !/^\p{Lu}+$/u.test(word.text) &&
    !/(us|mes|pais|is)$/.test(word.base)
  );
};
