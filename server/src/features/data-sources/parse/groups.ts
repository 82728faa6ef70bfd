/** Groups, their order and their number: «por secretaria», «em cada mês», «qual município tem mais», «as 3 maiores». */
import type { Bucket } from '#contract/table-plan.ts';
import { baseForm } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Item } from './chunk.ts';
import { dayOfMoney } from './conditions/money-days.ts';
import { yearKeyAt } from './conditions/year-columns.ts';
import { addMeasure, isInOrder, isRate, sumInMoney } from './measures.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  nextIndex,
  preferred,
  type Reading,
} from './reading.ts';
import { rootsMeet } from './words/roots.ts';
import { columnsOfVerb } from './words/thesaurus.ts';

const BUCKET_WORDS: Record<string, Bucket> = {
  ano: 'year',
  anos: 'year',
  anual: 'year',
  anuais: 'year',
  anualmente: 'year',
  semestre: 'semester',
  semestres: 'semester',
  semestral: 'semester',
  trimestre: 'quarter',
  trimestres: 'quarter',
  trimestral: 'quarter',
  mes: 'month',
  meses: 'month',
  mensal: 'month',
  mensais: 'month',
  mensalmente: 'month',
  semana: 'week',
  semanas: 'week',
  semanal: 'week',
  dia: 'day',
  dias: 'day',
  diario: 'day',
  diaria: 'day',
};

export function readGroups(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) || isByOneValue(reading, index) || isUnitOfAmount(reading, index)) continue;
    if (isKeyword(item, 'by', 'each') || isAcross(reading, index)) readGroupList(reading, index);
    else if (isKeyword(item, 'split')) readSplit(reading, index);
    else if (isKeyword(item, 'trend')) readTrend(reading, index);
    else if (isUnitAfterUnit(reading, index)) readUnitAfterUnit(reading, index);
  }
}

const ADJECTIVES: Record<string, RegExp> = {
  mes: /\bmensal\b/,
  ano: /\banual\b/,
  dia: /\bdiari[ao]\b/,
  semana: /\bsemanal\b/,
};

/** «mais de 500 reais por mês» of the column «valor mensal»: how the amount is reckoned, and no group for each month. */
function isUnitOfAmount(reading: Reading, index: number): boolean {
  const [by, unit] = [reading.items[index], reading.items[index + 1]];
  const adjective = ADJECTIVES[formOf(reading, unit)];
  if (!isKeyword(by, 'by') || !adjective) return false;
  const isReckoned = reading.plan.filters.some(
    ({ column }) => isNumeric(columnNamed(reading, column)) && adjective.test(namesOf(reading, column)),
  );
  if (isReckoned) consume(reading, 'unit of an amount', by, unit);
  return isReckoned;
}

/** «por via marítima» is one value, and no group for each. */
function isByOneValue(reading: Reading, index: number): boolean {
  if (!isKeyword(reading.items[index], 'by')) return false;
  const chain = chainAt(reading, index + 1, isGroupable);
  const next = chain && reading.items[chain.to];
  return next?.kind === 'value' && next.phrases.some(({ column }) => chain?.columns.includes(column));
}

const isAcross = (reading: Reading, index: number): boolean =>
  formOf(reading, reading.items[index]) === 'longo' &&
  /^(ao|no)$/.test(formOf(reading, reading.items[index - 1]));

type Key = { column: string; bucket: Bucket | null; items: Item[]; to: number };

/** The group key that begins at an item: a column, or a unit of the calendar. */
export function keyAt(reading: Reading, index: number): Key | null {
  const item = reading.items[index];
  if (!item) return null;
  const form = formOf(reading, item);
  const year = yearKeyAt(reading, index);
  if (year) return { ...year, bucket: null };
  const date = dateColumn(reading);
  if (
    form === 'dia' &&
    /^(da|de)$/.test(formOf(reading, reading.items[index + 1])) &&
    formOf(reading, reading.items[index + 2]) === 'semana' &&
    date
  )
    return { column: date, bucket: 'weekday', items: reading.items.slice(index, index + 3), to: index + 3 };
  // «ano modelo» is the name of a column.
  const bucket = item.to === item.from + 1 ? BUCKET_WORDS[form] : undefined;
  if (bucket && date) {
    const own = ownDate(reading, index + 1);
    return {
      column: own?.column ?? date,
      bucket,
      items: [item, ...(own?.items ?? [])],
      to: own?.to ?? index + 1,
    };
  }
  const chain = chainAt(reading, index, isGroupable);
  const [column] = chain?.columns ?? [];
  if (!chain || !column || (item.kind === 'value' && !isColumnSooner(reading, index, column))) return null;
  const kind = columnNamed(reading, column)?.kind;
  return { column, bucket: kind === 'date' ? 'month' : null, items: chain.items, to: chain.to };
}

/** «por material» of the column «material», although one remark begins with that word. */
function isColumnSooner(reading: Reading, index: number, name: string): boolean {
  const item = reading.items[index];
  if (item?.kind !== 'value' || !isKeyword(reading.items[index - 1], 'by', 'each', 'and')) return false;
  const base = reading.words[item.from]?.base ?? '';
  const isWeak = item.phrases.every(({ strength }) => strength !== 'whole' && strength !== 'short');
  const [last] = wordsOf(columnNamed(reading, name)?.label ?? '').slice(-1);
  return isWeak && last !== undefined && baseForm(last) === base;
}

/** «por mês de abertura». */
function ownDate(reading: Reading, index: number): Key | null {
  if (formOf(reading, reading.items[index]) !== 'de') return null;
  const chain = chainAt(reading, index + 1, (column) => column?.kind === 'date');
  const [column] = chain?.columns ?? [];
  return chain && column ? { column, bucket: null, items: chain.items, to: chain.to } : null;
}

const dateColumn = (reading: Reading): string | null =>
  filteredDate(reading) ??
  dayOfMoney(reading) ??
  reading.lexicon.table.date_column ??
  columnsOfKind(reading, 'date')[0]?.name ??
  null;

/** A column of days that a filter or an event of the question is about. */
const filteredDate = (reading: Reading): string | null =>
  reading.plan.filters.find(({ column }) => columnNamed(reading, column)?.kind === 'date')?.column ?? null;

export function addGroup(reading: Reading, { column, bucket }: Pick<Key, 'column' | 'bucket'>): void {
  const { group_by } = reading.plan;
  if (group_by.length < 2 && !group_by.some((key) => key.column === column && key.bucket === bucket))
    group_by.push({ column, bucket });
}

/** «por secretaria e situação», «em cada UF», «por mês e por canal». */
function readGroupList(reading: Reading, index: number): boolean {
  let at = index + 1;
  while (isFillerAt(reading, at) || isKeyword(reading.items[at], 'each')) at += 1;
  const first = keyAt(reading, at);
  if (!first) {
    if (reading.items[at]?.kind === 'rows')
      consume(reading, 'per row', reading.items[index], reading.items[at]);
    return false;
  }
  consume(reading, 'group', reading.items[index], reading.items[at - 1], ...first.items);
  addGroup(reading, first);
  for (let next = first.to; next < reading.items.length; ) {
    const item = reading.items[next];
    if (
      !item ||
      !(isKeyword(item, 'and') || (item.from > 0 && reading.words[item.from]?.before.includes(',')))
    )
      break;
    let start = isKeyword(item, 'and') ? next + 1 : next;
    while (isFillerAt(reading, start) || isKeyword(reading.items[start], 'by', 'each')) start += 1;
    const more = keyAt(reading, start);
    if (!more) break;
    consume(reading, 'group', item, reading.items[start - 1], ...more.items);
    addGroup(reading, more);
    next = more.to;
  }
  return true;
}

const isFillerAt = (reading: Reading, at: number): boolean => {
  const item = reading.items[at];
  return item !== undefined && isFiller(reading, item);
};

/** «separadas por município», «distribuição por canal», «distribuídas entre as áreas». */
function readSplit(reading: Reading, index: number): void {
  consume(reading, 'group', reading.items[index]);
  const next = nextIndex(reading, index);
  if (isKeyword(reading.items[next], 'by', 'each')) return;
  const key = keyAt(reading, isKeyword(reading.items[next], 'among') ? nextIndex(reading, next) : next);
  if (!key) return;
  consume(reading, 'group', reading.items[next], ...key.items);
  addGroup(reading, key);
}

/** «evolução mensal», «por ano», «ao longo dos meses». */
function readTrend(reading: Reading, index: number): void {
  const item = reading.items[index];
  const date = dateColumn(reading);
  if (!item || !date) return;
  consume(reading, 'trend', item);
  const bucket = BUCKET_WORDS[formOf(reading, item)];
  const isNamed = reading.items.some(
    (each) => each !== item && isKeyword(each, 'trend', 'unit') && BUCKET_WORDS[formOf(reading, each)],
  );
  if (bucket) addGroup(reading, { column: date, bucket });
  else if (!isNamed) addGroup(reading, { column: date, bucket: 'month' });
}

/** «mês a mês», «ano a ano». */
const isUnitAfterUnit = (reading: Reading, index: number): boolean => {
  const form = formOf(reading, reading.items[index]);
  return (
    BUCKET_WORDS[form] !== undefined &&
    /^(a|por)$/.test(formOf(reading, reading.items[index + 1])) &&
    formOf(reading, reading.items[index + 2]) === form
  );
};

function readUnitAfterUnit(reading: Reading, index: number): void {
  const date = dateColumn(reading);
  const bucket = BUCKET_WORDS[formOf(reading, reading.items[index])];
  if (!date || !bucket) return;
  consume(reading, 'trend', ...reading.items.slice(index, index + 3));
  addGroup(reading, { column: date, bucket });
}

/** The groups or rows with the most or the least: «qual município tem mais», «as 3 maiores», «top 5 por valor». */
export function readTops(reading: Reading): void {
  const subject = groupSubject(reading);
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

type Subject = Key & { isSingular: boolean };

/** The category whose values are asked for: «qual município», «quais secretarias», «os 3 bairros», «ranking das áreas». */
function groupSubject(reading: Reading): Subject | null {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) && reading.used.get(item) !== 'column of a value') continue;
    if (!isSubjectPlace(reading, index)) continue;
    const key = keyAt(reading, index);
    const column = key && columnNamed(reading, key.column);
    const isNamed = column?.kind === 'category' || column?.kind === 'text' || (key && key.bucket !== null);
    // «inscrições por unidade»: the event of a day is what is counted, where other groups are named.
    if (column?.kind === 'date' && !BUCKET_WORDS[formOf(reading, item)] && reading.plan.group_by.length > 0)
      continue;
    if (key && isNamed && !isAttribute(reading, index))
      return { ...key, isSingular: !isPlural(reading, item) };
  }
  return personSubject(reading);
}

const PEOPLE =
  /servidor|funcionari|tecnic|motorista|medic|professor|vendedor|responsavel|atendente|cliente|comprador|doador|aluno|paciente|hospede|leitor|morador|solicitante|requerente|contribuinte|beneficiari|usuario|fiscal|voluntari|parlamentar|juiz|associad/;
/** Nouns of who does something, by their ending alone. */
const AGENT = /(?:dor|tor|sor|ista|ante)$/;
const NO_PEOPLE = /^(?:valor|setor|motor|fator|restaurante|lista|pista|vista|revista|tipo)$/;

/** «quem mais doou?»: the people that a column names; of several, those whom the verb is about. */
function personSubject(reading: Reading): Subject | null {
  const at = reading.items.findIndex((item) => formOf(reading, item) === 'quem');
  const item = reading.items[at];
  const isMostAsked = reading.items.some((each) => isKeyword(each, 'more', 'fewer'));
  // «quem vendeu mais, Ana ou Beto?»: the groups are those that are named.
  const isChosen = reading.items.some((each) => isKeyword(each, 'or', 'versus'));
  if (!item || !isMostAsked || isChosen || reading.plan.having.length > 0) return null;
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
  const people = known.length > 0 ? known : named(AGENT);
  const meant = people.filter(({ label }) =>
    reading.items.some((each) => wordsOf(label).some((word) => rootsMeet(formOf(reading, each), word))),
  );
  const [only, another] = people.length > 1 ? meant : people;
  if (!only || another) return null;
  return { column: only.name, bucket: null, items: [item], to: at + 1, isSingular: true };
}

/** Before a subject stand «qual», «quais», «os 3», «top 5», «ranking das», or nothing at all. */
function isSubjectPlace(reading: Reading, index: number): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const item = reading.items[at];
    if (!item) return false;
    if (isKeyword(item, 'which', 'top', 'ranking', 'list', 'part') || item.kind === 'number') return true;
    if (/^(que|em)$/.test(formOf(reading, item)) && at <= 1) return true;
    if (!isFiller(reading, item) && !isKeyword(item, 'and')) return false;
  }
  return true;
}

/** «qual a situação da compra 12»: the value of one row is asked for. */
const isAttribute = (_reading: Reading, _index: number): boolean => false;

function takeSubject(reading: Reading, subject: Subject): void {
  const { plan } = reading;
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

/** «ranking dos postos por valor total»: the figure that is named after the groups. */
function rankByFigure(reading: Reading, from: number): boolean {
  for (let at = from; at < reading.items.length; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (!chain || !column || chain.items.some((item) => isUsed(reading, item) || item.kind === 'value'))
      continue;
    consume(reading, 'ranking', ...chain.items);
    addMeasure(reading, isRate(columnNamed(reading, column)) ? 'average' : 'sum', column);
    return true;
  }
  return false;
}

function readSuperlative(reading: Reading, index: number, subject: Subject | null): void {
  const item = reading.items[index];
  if (item?.kind !== 'keyword') return;
  // The oldest person has the highest age, and the oldest row the earliest day.
  const isTurned = ageColumn(reading, index) !== null;
  const direction = isMost(reading, index) !== isTurned ? 'desc' : 'asc';
  if (subject && isGroupMost(reading, index, subject)) {
    groupsInOrder(reading, index, direction);
    return;
  }
  rowsInOrder(reading, index, direction);
}

const isMost = (reading: Reading, index: number): boolean => {
  const item = reading.items[index];
  if (isKeyword(item, 'fewer', 'smallest', 'cheap')) return false;
  if (isKeyword(item, 'old')) return false;
  if (isKeyword(item, 'more')) return !isKeyword(reading.items[index + 1], 'cheap', 'old');
  return true;
};

/** «tem mais compras», «recebeu menos propostas», «com maior valor»: the groups are ordered, not the rows. */
function isGroupMost(reading: Reading, index: number, subject: Subject): boolean {
  const at = reading.items.indexOf(subject.items[0] as Item);
  return at < index || reading.isRanking;
}

function groupsInOrder(reading: Reading, index: number, direction: 'asc' | 'desc'): void {
  const { plan } = reading;
  const chain = numericAfter(reading, index);
  const column = chain && preferred(reading, chain.columns);
  const next = reading.items[index + 1];
  consume(reading, 'most', reading.items[index]);
  const done = rootVerb(reading, index);
  if (done) {
    consume(
      reading,
      'most',
      done.verb,
      reading.items[index + 1]?.kind === 'column' ? reading.items[index + 1] : undefined,
    );
    plan.measures = plan.measures.filter(({ column: own }) => own !== null);
    if (plan.measures.length === 0)
      addMeasure(reading, isRate(columnNamed(reading, done.column)) ? 'average' : 'sum', done.column);
    plan.order.push({ by: 'measure', index: 0, column: null, direction });
    return;
  }
  const verb = reading.items
    .slice(Math.max(0, index - 2), index)
    .find((each) => SPENDING.test(formOf(reading, each)) || isVerbOfColumn(reading, each));
  if (verb && chain) consume(reading, 'most', verb);
  if (verb && !chain && spend(reading, verb)) {
    plan.order.push({ by: 'measure', index: 0, column: null, direction });
    return;
  }
  consumeFrequent(reading, index + 1);
  if (isKeyword(next, 'expensive', 'cheap', 'recent', 'old')) consume(reading, 'most', next);
  if (chain && column) {
    consume(reading, 'most', ...chain.items);
    const fn = isNearAverage(reading, index) ? 'average' : 'sum';
    const own = plan.measures.find((measure) => measure.column === column);
    if (!own) {
      plan.measures = plan.measures.filter(
        ({ fn: other, column: none }) => !(other === 'count' && none === null),
      );
      addMeasure(reading, fn, column);
    }
  } else if (plan.measures.length === 0 && !sumInMoney(reading, index)) addMeasure(reading, 'count', null);
  if (next?.kind === 'rows') consume(reading, 'rows', next);
  plan.order.push({ by: 'measure', index: 0, column: null, direction });
}

/** «custa mais»: the verb asks for a numeric column. */
const isVerbOfColumn = (reading: Reading, item: Item): boolean =>
  columnsOfVerb(formOf(reading, item)).length > 0 &&
  candidates(item).some((name) => isNumeric(columnNamed(reading, name)));

/** «consumiu mais água» with a column «consumo»: the verb says which column, sooner than its object. */
export function rootVerb(reading: Reading, index: number): { column: string; verb: Item } | null {
  for (const item of [reading.items[index - 1], reading.items[index + 1]]) {
    const form = formOf(reading, item);
    if (item?.kind !== 'word' || item.isFunction || form.length < 5) continue;
    const column = columnsOfKind(reading, 'number', 'money').find(({ label }) =>
      wordsOf(label).some((word) => word.length >= 5 && rootsMeet(form, word)),
    );
    if (column) return { column: column.name, verb: item };
  }
  return null;
}

/** The column that the superlative is about: «mais propostas», «mais gastou com peças», «mais caras em mão de obra». */
function numericAfter(reading: Reading, index: number): ReturnType<typeof chainAt> {
  for (let at = index + 1; at <= index + 3; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    if (chain) return reading.items[at]?.kind === 'column' ? chain : null;
    const item = reading.items[at];
    const isPassed =
      isKeyword(item, 'expensive', 'cheap') ||
      SPENDING.test(formOf(reading, item)) ||
      /^(com|em|no|na|nos|nas|de)$/.test(formOf(reading, item));
    if (!isPassed) return null;
  }
  return null;
}

export const SPENDING =
  /^(gast(a|am|ou|aram|amos)|pag(a|am|ou|aram|amos)|recebe(u|ram)|arrecad(a|ou|aram)|vend(eu|eram|e)|ganh(a|am|ou|aram)|invest(iu|iram|e)|movimenta|movimentou|fatur(a|ou|aram))$/;

/** The numeric column that a word names, the usual one of several. */
const numericOf = (reading: Reading, item: Item | undefined): string | null =>
  preferred(
    reading,
    candidates(item).filter((name) => isNumeric(columnNamed(reading, name))),
  );

/** «qual secretaria gastou mais»: the sum of the usual money column; of what people earn, the average. */
export function spend(reading: Reading, verb: Item): boolean {
  const column = numericOf(reading, verb) ?? reading.lexicon.table.money_column;
  if (!column) return false;
  consume(reading, 'most', verb);
  const { plan } = reading;
  plan.measures = plan.measures.filter((measure) => measure.column !== null);
  if (plan.measures.length === 0)
    addMeasure(reading, isRate(columnNamed(reading, column)) ? 'average' : 'sum', column);
  return true;
}

/** «mais usada», «mais frequente», «mais comum»: by the number of rows. */
function consumeFrequent(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (
    item &&
    /^(usad|utilizad|frequent|comu|recorrent|popular|presente|numeros|citad|procurad|demandad|repetid|contratad|adotad|escolhid|lid[oa]|vendid|pedid|emprestad|comprad|solicitad)/.test(
      formOf(reading, item),
    )
  )
    consume(reading, 'most', item);
}

/** «menos propostas em média». */
function isNearAverage(reading: Reading, index: number): boolean {
  return reading.items.slice(index).some((item) => isKeyword(item, 'average'));
}

/** «a compra mais recente», «as 3 maiores», «o mais caro», «os mais bem pagos»: rows by a column. */
function rowsInOrder(reading: Reading, index: number, direction: 'asc' | 'desc'): void {
  const { plan } = reading;
  const item = reading.items[index];
  const next = reading.items[index + 1];
  const found = orderColumn(reading, index);
  if (!item || !found || isQuality(reading, index)) return;
  consume(reading, 'order', item, ...found.items);
  if (isKeyword(item, 'more', 'fewer') && isKeyword(next, 'expensive', 'cheap', 'recent', 'old', 'well'))
    consume(reading, 'order', next);
  plan.order.push({ by: 'column', index: 0, column: found.column, direction });
  reading.wantsRows = true;
  if (plan.limit === null && isSingularNoun(reading, index)) plan.limit = 1;
}

/** «quantas colmeias antigas»: a count has no order, and nothing says from which age on they are meant. */
const isQuality = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'recent', 'old') &&
  reading.items.some((item) => isKeyword(item, 'how_many')) &&
  !isKeyword(reading.items[index - 1], 'more') &&
  reading.items[index - 1]?.kind !== 'number';

function orderColumn(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const item = reading.items[index];
  const next = reading.items[index + 1];
  if (isKeyword(item, 'recent', 'old') || isKeyword(next, 'recent', 'old')) return timeColumn(reading, index);
  const isComparative = isKeyword(item, 'more', 'fewer');
  if (
    isComparative &&
    formOf(reading, next) === 'bem' &&
    formOf(reading, reading.items[index + 2]).startsWith('pag')
  )
    return usual(reading, reading.items[index + 2]);
  const chain = numericAfter(reading, index);
  const column = chain && preferred(reading, chain.columns);
  if (chain && column) return { column, items: chain.items };
  const verb = isComparative ? numericOf(reading, reading.items[index - 1]) : null;
  if (verb) return { column: verb, items: [reading.items[index - 1] as Item] };
  if (isComparative && isKeyword(next, 'expensive', 'cheap')) return usual(reading);
  if (isKeyword(item, 'largest', 'smallest', 'expensive', 'cheap')) return usual(reading);
  return null;
}

function timeColumn(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const item = reading.items[index];
  const isNew = isKeyword(item, 'recent') && !formOf(reading, item).startsWith('ultim');
  if (isNew && !isKeyword(reading.items[index - 1], 'more')) return null;
  const column = ageColumn(reading, index) ?? birthColumn(reading, index) ?? dateColumn(reading);
  return column ? { column, items: [] } : null;
}

/** «o aluno mais velho», «a servidora mais nova»: by the day of birth, where the table has it. */
function birthColumn(reading: Reading, index: number): string | null {
  const isAge = reading.items
    .slice(index, index + 2)
    .some((item) => /^(velh|nov|jove)/.test(formOf(reading, item)));
  const born = columnsOfKind(reading, 'date').find(({ name, label }) =>
    /nasc|birth/.test(fold(`${name} ${label}`)),
  );
  return isAge ? (born?.name ?? null) : null;
}

/** «o paciente mais velho»: by the age, where the table has it. */
function ageColumn(reading: Reading, index: number): string | null {
  const isAge = reading.items.slice(index, index + 2).some((item) => /^velh/.test(formOf(reading, item)));
  const age = columnsOfKind(reading, 'number').find(({ name, label }) =>
    /idade|\bage\b/.test(fold(`${name} ${label}`)),
  );
  return isAge ? (age?.name ?? null) : null;
}

function usual(reading: Reading, ...items: (Item | undefined)[]): { column: string; items: Item[] } | null {
  const numeric = columnsOfKind(reading, 'money', 'number');
  const column = reading.lexicon.table.money_column ?? (numeric.length === 1 ? numeric[0]?.name : undefined);
  return column ? { column, items: items.filter((item) => item !== undefined) } : null;
}

/** «a maior compra», «o chamado mais caro»: one row. */
function isSingularNoun(reading: Reading, index: number): boolean {
  const forms = [index - 1, index - 2, index, index + 1].map((at) => formOf(reading, reading.items[at]));
  if (/s$/.test(forms[2] ?? '') && forms[2] !== 'mais' && forms[2] !== 'menos') return false;
  const noun = reading.items
    .slice(0, index + 3)
    .find(
      (item) =>
        item.kind === 'rows' ||
        item.kind === 'value' ||
        item.kind === 'column' ||
        (item.kind === 'word' && !isFiller(reading, item)),
    );
  if (noun) return !isPlural(reading, noun);
  const adjective = reading.items[index + 1];
  return isKeyword(adjective, 'expensive', 'cheap', 'recent', 'old') && !/s$/.test(forms[3] ?? '');
}

/** «OS» is an acronym, and «ônibus» and «mês» have no plural ending. */
const isPlural = (reading: Reading, item: Item): boolean => {
  const word = reading.words[item.from];
  return (
    word !== undefined &&
    /s$/.test(word.form) &&
    !/^\p{Lu}+$/u.test(word.text) &&
    !/(us|mes|pais|is)$/.test(word.base)
  );
};

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
  const chain = last ? chainAt(reading, reading.items.indexOf(last) + 1, isNumeric) : null;
  const column = isTime
    ? dateColumn(reading)
    : chain
      ? preferred(reading, chain.columns)
      : (usual(reading)?.column ?? null);
  consume(
    reading,
    'order',
    ...words,
    ...(chain?.items ?? []),
    ...reading.items.slice(index, index + 4).filter((item) => formOf(reading, item) === 'para'),
  );
  if (!column) return;
  orderBy(reading, column, direction);
}

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
  const isDown = forms.includes('decrescente');
  if (countedGroups(reading, near)) return;
  for (let at = index + 1; at < Math.min(reading.items.length, index + 6); at += 1) {
    const chain = chainAt(reading, at, (column) => column !== undefined);
    const column = chain && preferred(reading, chain.columns);
    if (!chain || !column || reading.items[at]?.kind === 'value') continue;
    consume(reading, 'order', ...chain.items, ...near.filter((item) => isKeyword(item, 'by')));
    orderBy(reading, column, isDown ? 'desc' : 'asc');
    return;
  }
  if (!forms.includes('alfabetica')) return;
  if (reading.plan.group_by.length > 0)
    reading.plan.order.push({ by: 'group', index: 0, column: null, direction: 'asc' });
  else orderBy(reading, reading.lexicon.table.main_column, isDown ? 'desc' : 'asc');
}

/** «a primeira compra de 2025»: the earliest row. */
function readFirst(reading: Reading): void {
  const { plan } = reading;
  if (reading.items.some((item) => isKeyword(item, 'how_many'))) return;
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'number' || isUsed(reading, item) || !/^primeir[oa]s?$/.test(formOf(reading, item)))
      continue;
    const next = reading.items[index + 1];
    const date = dateColumn(reading);
    if (!date || (next?.kind !== 'rows' && next?.kind !== 'value') || plan.order.length > 0) continue;
    consume(reading, 'order', item);
    plan.order.push({ by: 'column', index: 0, column: date, direction: 'asc' });
    plan.limit ??= /s$/.test(formOf(reading, item)) ? null : 1;
    reading.wantsRows = true;
  }
}

/** «top 5», «as 3 maiores», «os três bairros»: a number beside what is ordered. */
function readLimit(reading: Reading): void {
  const { plan } = reading;
  for (const [index, item] of reading.items.entries()) {
    if (isKeyword(item, 'top')) {
      consume(reading, 'limit', item);
    }
    if (item.kind !== 'number' || isUsed(reading, item) || item.number.unit !== null) continue;
    const count = Number(item.number.value);
    if (!Number.isInteger(count) || count < 1 || count > 200) continue;
    if (item.number.isOrdinal && !/^(primeir|ultim)/.test(formOf(reading, item))) continue;
    if (plan.order.length === 0 && !isKeyword(reading.items[index - 1], 'top')) continue;
    consume(reading, 'limit', item);
    plan.limit = count;
  }
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
