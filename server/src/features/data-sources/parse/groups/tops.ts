/** Orders and limits: superlatives, «top 5», «as 3 maiores», «do maior para o menor», «em ordem alfabética». */

import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addMeasure, isRate } from '../measures/add-measure.ts';
import { isInOrder, isUnwanted } from '../measures/extremes.ts';
import {
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  preferred,
  type Reading,
  textOf,
} from '../reading.ts';
import { sharesEvent } from '../words/events.ts';
import { onlyOne } from '../words/only-one.ts';
import { sharesRoot } from '../words/roots.ts';
import { addGroup, dateColumn, keyAt } from './group-keys.ts';
import { groupSubject, groupsOfBefore, isPlural, type Subject, takeSubject } from './group-subject.ts';
import { readFirst, readLimit } from './limits.ts';
import { numericOfOrder, placeOfSpokenOrder } from './put-in-order.ts';
import { amountOfAgents, groupsInOrder, isNearAverage } from './superlatives/group-superlatives.ts';
import { readLongest } from './superlatives/longest.ts';
import { readMostOfGroups } from './superlatives/most-of-groups.ts';
import { nameTop, readGroupsByFigure } from './superlatives/ranked-by-figure.ts';
import { ageColumn, birthColumn, rowsInOrder, usual } from './superlatives/row-superlatives.ts';

/** The groups or rows with the most or the least: «qual município tem mais», «as 3 maiores», «top 5 por valor». */
export function readTops(reading: Reading): void {
  nameTop(reading);
  readLongest(reading);
  const subject = groupSubject(reading) ?? groupsOfBefore(reading);
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (isKeyword(item, 'ranking')) {
      consume(reading, 'ranking', item);
      reading.isRanking = true;
    } else if (isInOrder(reading, index)) readSpokenOrder(reading, index);
    else if (isKeyword(item, 'order')) readOrder(reading, index);
    else if (isKeyword(item, 'more', 'fewer', 'largest', 'smallest', 'expensive', 'cheap', 'recent', 'old'))
      readSuperlative(reading, index, subject);
  }
  if (reading.items.some((item) => isKeyword(item, 'top')) && reading.plan.order.length === 0)
    topByMeasure(reading);
  if (subject) takeSubject(reading, subject);
  readFirst(reading);
  readLimit(reading);
}

function readSuperlative(reading: Reading, index: number, subject: Subject | null): void {
  if (readJudgedAverage(reading, index, subject)) return;
  if (!subject && readMostOfGroups(reading, index, isMost(reading, index) ? 'desc' : 'asc')) return;
  // The oldest person has the highest age, and the oldest row the earliest day.
  const isTurned = ageColumn(reading, index) !== null;
  const direction = isMost(reading, index) !== isTurned ? 'desc' : 'asc';
  const words = reading.items.slice(index, index + 2);
  const isTime = words.some((each) => isKeyword(each, 'recent', 'old'));
  if (subject && subject.bucket !== null && isTime) {
    readTimeOfRow(reading, [...words, ...subject.items], subject);
    return;
  }
  const isOfPerson = subject !== null && subject.bucket === null && isAgeOrdered(reading, index);
  if (subject && !isOfPerson && isGroupMost(reading, index, subject))
    groupsInOrder(reading, index, direction);
  else if (!readGroupsByFigure(reading, index, direction) && !readAgents(reading, index, direction))
    rowsInOrder(reading, index, direction);
}

/** «de que ano é a peça mais antiga?»: no unit of the calendar is the oldest, but a year that each row has. */
function readTimeOfRow(reading: Reading, words: Item[], { items }: Subject): void {
  if (readYearOfOldest(reading, words)) return;
  consume(reading, 'extreme day', ...words);
  reading.refusals.push(
    `Não sei dizer ${textOf(reading, items[0] as Item)} do mais antigo ou do mais recente: peça o registro, que mostra a data.`,
  );
}

/** «os 4 maiores consumidores»: groups by the amount that they are called after. */
function readAgents(reading: Reading, index: number, direction: 'asc' | 'desc'): boolean {
  const item = reading.items[index];
  const agents = isKeyword(item, 'largest', 'smallest') ? keyAt(reading, index + 1) : null;
  const amount = agents && amountOfAgents(reading, index, agents.column);
  if (!agents || !amount) return false;
  consume(reading, 'most', item, ...agents.items);
  addGroup(reading, agents);
  addMeasure(reading, 'sum', amount);
  if (!isPlural(reading, agents.items[0] as Item)) reading.plan.limit = 1;
  reading.plan.order.push({ by: 'measure', index: 0, column: null, direction });
  return true;
}

/** «quem tem a nota média melhor, A ou B?», «o técnico com pior avaliação média»: the average that stands beside orders the groups. */
function readJudgedAverage(reading: Reading, index: number, subject: Subject | null): boolean {
  const item = reading.items[index];
  const before = reading.items[index - 1];
  const { plan } = reading;
  const measure = onlyOne(plan.measures);
  const isBehind = before !== undefined && isTakenBy(reading, before, 'average', 'median');
  if (!item || !isBehind || subject || !measure || !isKeyword(item, 'largest', 'smallest')) return false;
  if (plan.group_by.length === 0 && !reading.items.some((each) => isKeyword(each, 'or', 'versus')))
    return false;
  consume(reading, 'most', item);
  return true;
}

/** «de que ano é a peça mais antiga?» of a table with the year in which each was made: that year of that row. */
function readYearOfOldest(reading: Reading, items: (Item | undefined)[]): boolean {
  const year = columnsOfKind(reading, 'number').filter(({ label }) => /^ano\b/.test(fold(label)));
  const only = onlyOne(year);
  const isAsked = items.some((item) => /^anos?$/.test(formOf(reading, item)));
  // «em que ano venceu o boleto mais antigo?» asks for another day.
  const last = Math.max(
    ...items.map((item) =>
      item && /^anos?$/.test(formOf(reading, item)) ? reading.items.indexOf(item) : -1,
    ),
  );
  const verb = formAt(reading, last + 1);
  const isOfDay = columnsOfKind(reading, 'date').some(
    (column) => sharesRoot(verb, column) || sharesEvent(verb, column),
  );
  if (!only || !isAsked || isOfDay) return false;
  const isOld = items.some((item) => isKeyword(item, 'old'));
  consume(reading, 'extreme day', ...items);
  addMeasure(reading, isOld ? 'minimum' : 'maximum', only.name);
  return true;
}

/** «o aluno mais velho»: by age or day of birth, and not by the number of rows. */
const isAgeOrdered = (reading: Reading, index: number): boolean =>
  (ageColumn(reading, index) ?? birthColumn(reading, index)) !== null;

/** The quickest takes the least time. */
const isQuick = (form: string): boolean => /^(?:rapid|agil|agei|curt|leves?$|magr)/.test(form);

const isMost = (reading: Reading, index: number): boolean => {
  const item = reading.items[index];
  const isJudged = /^(?:pior|piores|melhor|melhores)$/.test(formOf(reading, item));
  if (isJudged && reading.items.slice(index + 1).some((each) => isUnwanted(reading, each)))
    return isKeyword(item, 'smallest');
  if (isKeyword(item, 'fewer', 'smallest', 'cheap')) return false;
  if (isKeyword(item, 'old')) return false;
  const next = reading.items[index + 1];
  if (isKeyword(item, 'more')) return !isKeyword(next, 'cheap', 'old') && !isQuick(formOf(reading, next));
  return true;
};

/** «tem mais compras», «recebeu menos propostas», «com maior valor»: the groups are ordered, not the rows. */
function isGroupMost(reading: Reading, index: number, subject: Subject): boolean {
  const at = reading.items.indexOf(subject.items[0] as Item);
  return at < index || reading.isRanking;
}

/** «do maior para o menor valor estimado», «da mais antiga para a mais nova». */
function readSpokenOrder(reading: Reading, index: number): void {
  const words = reading.items
    .slice(index, index + 8)
    .filter((item) =>
      isKeyword(item, 'largest', 'smallest', 'more', 'fewer', 'old', 'recent', 'expensive', 'cheap'),
    );
  const direction = isMost(reading, index) ? 'desc' : 'asc';
  const isTime = words.some((item) => isKeyword(item, 'old', 'recent'));
  const last = words.at(-1);
  const chain =
    (last && chainAt(reading, reading.items.indexOf(last) + 1, isNumeric)) ??
    chainAt(reading, index + 1, isNumeric) ??
    numericOfOrder(reading, index);
  const column = isTime
    ? dateColumn(reading)
    : chain
      ? preferred(reading, chain.columns)
      : (usual(reading)?.column ?? null);
  const isOfGroups = reading.plan.group_by.length > 0 || isOfGroupsBefore(reading, column);
  consume(
    reading,
    'order',
    ...words,
    ...(chain?.items ?? []),
    ...reading.items
      .slice(index, index + 4)
      .filter((item) => /^(?:para|pra|pro)$/.test(formOf(reading, item))),
  );
  // «alunos por bairro, do maior para o menor» of a table without an amount: by how many there are.
  if (isOfGroups) reading.plan.order.push({ by: 'measure', index: 0, column: null, direction });
  else if (column) orderBy(reading, column, direction);
}

/** «só 2026, da maior para a menor» after groups: they, by the figure that was shown. */
const isOfGroupsBefore = ({ before, items }: Reading, column: string | null): boolean =>
  before !== null &&
  before.group_by.length > 0 &&
  (column === null ||
    before.measures.some((measure) => measure.column === column) ||
    before.measures.every((measure) => measure.column === null)) &&
  !items.some((item) => item.kind === 'rows' || isKeyword(item, 'list'));

function orderBy(reading: Reading, column: string, direction: 'asc' | 'desc'): void {
  const { plan } = reading;
  if (plan.group_by.length > 0) {
    plan.order.push({ by: 'measure', index: 0, column: null, direction });
    return;
  }
  const subject = isNumeric(columnNamed(reading, column)) ? groupSubject(reading) : null;
  if (subject) {
    // «categorias da maior para a menor quantidade»: the groups by their figure, and not the rows.
    consume(reading, 'group', ...subject.items);
    addGroup(reading, subject);
    const isAverage = isNearAverage(reading, 0) || isRate(columnNamed(reading, column));
    if (plan.measures.length === 0) addMeasure(reading, isAverage ? 'average' : 'sum', column);
    plan.order.push({ by: 'measure', index: 0, column: null, direction });
    return;
  }
  plan.order.push({ by: 'column', index: 0, column, direction });
  reading.wantsRows = true;
}

/** «unidades em ordem de número de faltas»: the groups are counted, the largest first unless another order is said. */
function countedGroups(reading: Reading, near: Item[]): boolean {
  const counted = near.find((item) => isKeyword(item, 'number_of', 'how_many'));
  const subject = counted && groupSubject(reading);
  if (!counted || !subject) return false;
  consume(reading, 'group', counted, ...subject.items);
  addGroup(reading, subject);
  addMeasure(reading, 'count', null);
  return true;
}

/** «em ordem alfabética», «ordenadas por valor», «em ordem decrescente de data». */
function readOrder(reading: Reading, index: number): void {
  const near = reading.items.slice(index, index + 5);
  const forms = near.map((item) => formOf(reading, item));
  consume(reading, 'order', ...near.filter((item) => isKeyword(item, 'order')));
  // «ordenados do maior para o menor»: the words after say by what, and in which direction.
  if (placeOfSpokenOrder(reading, index) >= 0) return;
  const isAlphabetic = forms.includes('alfabetica');
  if (!isAlphabetic && countedGroups(reading, near)) return;
  const direction = forms.includes('decrescente') ? 'desc' : 'asc';
  const named = columnOfOrder(reading, index);
  if (named) {
    consume(reading, 'order', ...named.items, ...near.filter((item) => isKeyword(item, 'by')));
    orderBy(reading, named.column, direction);
    return;
  }
  const byFigure = !isAlphabetic && forms.some((form) => /^(?:de)?crescente$/.test(form));
  if (byFigure && (reading.plan.group_by.length > 0 || isOfGroupsBefore(reading, null)))
    reading.plan.order.push({ by: 'measure', index: 0, column: null, direction });
  if (!isAlphabetic) return;
  const isOfGroups = reading.plan.group_by.length > 0 || groupSubject(reading) !== null;
  if (isOfGroups) reading.plan.order.push({ by: 'group', index: 0, column: null, direction });
  else orderBy(reading, reading.lexicon.table.main_column, direction);
}

/** The first column that is named after the word for the order. */
function columnOfOrder(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < Math.min(reading.items.length, index + 6); at += 1) {
    const chain = chainAt(reading, at, (column) => column !== undefined);
    const column = chain && preferred(reading, chain.columns);
    if (chain && column && reading.items[at]?.kind !== 'value') return { column, items: chain.items };
  }
  return null;
}

/** «top 5 municípios por valor estimado»: by the figure that is named, else by their number. */
function topByMeasure(reading: Reading): void {
  const { plan } = reading;
  const by = reading.items.findIndex(
    (item) => (isKeyword(item, 'by') || formOf(reading, item) === 'em') && !isUsed(reading, item),
  );
  const chain = by >= 0 ? chainAt(reading, by + 1, isNumeric) : null;
  const column = chain && preferred(reading, chain.columns);
  const subject = groupSubject(reading);
  if (chain && column) {
    consume(reading, 'order', reading.items[by], ...chain.items);
    if (subject) addMeasure(reading, 'sum', column);
    else {
      plan.order.push({ by: 'column', index: 0, column, direction: 'desc' });
      reading.wantsRows = true;
      return;
    }
  }
  if (!subject) return;
  plan.order.push({ by: 'measure', index: 0, column: null, direction: 'desc' });
  takeSubject(reading, { ...subject, isSingular: false });
}
