/** Reads a question to a table by rules: the plan, what the table does not have, and what cannot be done. */
import { type Condition, FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import { WORDS_MAX } from '../../../language/question-words.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { singular } from '../../../language/word-forms.ts';
import { wordsOf } from '../../../language/words.ts';
import { chunk, type Item } from './chunk.ts';
import { readCorrections } from './conditions/corrections.ts';
import { readEventStates } from './conditions/event-states.ts';
import { refuseUnplanned } from './conditions/unplanned.ts';
import { readYears } from './conditions/year-columns.ts';
import { followUpOf, leansOnNothing, mergeFollowUp } from './follow-up.ts';
import { addGroup, keyAt } from './groups/group-keys.ts';
import { readGroups } from './groups/group-phrases.ts';
import { rootVerb, SPENDING, spend } from './groups/group-superlatives.ts';
import { readTops } from './groups/tops.ts';
import { readLeftovers, refusalOf } from './leftover.ts';
import { addMeasure, isRate } from './measures/add-measure.ts';
import { readMeasures } from './measures/read-measures.ts';
import { settleShare } from './measures/shares.ts';
import { readBareColumns } from './measures/sums.ts';
import { readNumberConditions } from './number-conditions.ts';
import { readPeriodConditions } from './period-conditions.ts';
import {
  beginReading,
  columnNamed,
  consume,
  formOf,
  isFlag,
  isKeyword,
  isNumeric,
  isUsed,
  type Reading,
  textOf,
} from './reading.ts';
import { isSmallTalk } from './small-talk.ts';
import { readValueConditions } from './value-conditions.ts';
import type { Lexicon } from './words/lexicon.ts';

export type ParsedQuestion = {
  plan: Plan;
  /** Words that no rule took: a text filter if the main column has them, else unknown names. */
  texts: string[];
  /** The same and other names of rows, to rank rows by. */
  search: string;
  refusals: string[];
  /** Those of them that hold however else a model reads the question. */
  impossible: string[];
  remarks: string[];
  isCourtesy: boolean;
  isFollowUp: boolean;
  /** It names rows, columns or values of the table, or says how to list, count or compare them. */
  namesTable: boolean;
  /** The rules that took words, with the words. */
  rules: { rule: string; text: string }[];
};

/** A condition beyond the words that are read would be lost. */
const TOO_LONG = 'A pergunta é longa demais para uma tabela: diga em uma ou duas frases o que quer saber.';

export function parseQuestion(
  question: string,
  lexicon: Lexicon,
  { today, before }: { today: Day; before: Plan | null },
): ParsedQuestion {
  const reading = beginReading(question, chunk(question, lexicon, today), lexicon, today);
  if (isSmallTalk(question)) return { ...parsed(reading, false), isCourtesy: true };
  const refusal = reading.words.length >= WORDS_MAX ? TOO_LONG : refusalOf(reading);
  if (refusal) {
    reading.refusals.push(refusal);
    return parsed(reading, false);
  }
  const isFollowUp = before !== null && followUpOf(reading);
  reading.isFollowUp = isFollowUp;
  readCorrections(reading);
  if (before === null && leansOnNothing(reading))
    reading.refusals.push('Não sei a que resposta anterior isto se refere: faça a pergunta inteira.');
  readNumberConditions(reading);
  readPeriodConditions(reading);
  readYears(reading);
  readEventStates(reading);
  readGroups(reading);
  readMeasures(reading);
  readTops(reading);
  readBareColumns(reading);
  readValueConditions(reading);
  settleShare(reading);
  readComparison(reading);
  groupBothSides(reading);
  refuseSeveralQuestions(reading);
  if (isFollowUp && before) mergeFollowUp(reading, before);
  readLeftovers(reading);
  refuseEitherText(reading);
  refuseUnknownSubject(reading);
  finish(reading);
  refuseMissingGroups(reading);
  refuseUnplanned(reading);
  return parsed(reading, isFollowUp);
}

/** «aplicativo versus telefone», «diferença entre Saúde e Educação», «compare 2024 e 2025»: a group for each side. */
function readComparison(reading: Reading): void {
  const words = reading.items.filter((item) => isKeyword(item, 'compare', 'versus', 'difference'));
  const counts = reading.items.filter((item) => isKeyword(item, 'how_many'));
  const isAsked = isChoice(reading) || words.length > 0;
  if (!isAsked && !reading.isChange && counts.length < 2) return;
  consume(reading, 'comparison of values', ...words);
  consume(reading, 'comparison of values', ...reading.items.filter((item) => isKeyword(item, 'among')));
  const { plan } = reading;
  const compared = plan.filters.find(
    ({ op, values }) => op === 'in' && values.length >= 2 && values.length <= 4,
  );
  // «manhã ou tarde: qual turno tem a média maior?»: both are shown, and not the first alone.
  if (compared && plan.group_by[0]?.column === compared.column && plan.limit === 1) plan.limit = null;
  if (!compared || plan.group_by.length > 0) return;
  const isDate = columnNamed(reading, compared.column)?.kind === 'date';
  addGroup(reading, { column: compared.column, bucket: isDate ? bucketOf(compared.values[0] ?? '') : null });
  if (plan.measures.length === 0) addMeasure(reading, 'count', null);
}

/** «com convênio e sem convênio»: a figure for each side of a mark that is said both ways. */
function groupBothSides(reading: Reading): void {
  const { plan } = reading;
  const both = plan.filters.find(({ column, op, values }) => {
    const found = columnNamed(reading, column);
    return op === 'in' && values.length > 1 && found !== undefined && isFlag(found);
  });
  if (both && plan.group_by.length === 0) addGroup(reading, { column: both.column, bucket: null });
}

/** «Salvador ou Recife: qual teve mais compras?», «há mais pregões ou dispensas?». */
function isChoice(reading: Reading): boolean {
  const most = reading.items.findIndex((item) => isKeyword(item, 'more', 'fewer', 'largest', 'smallest'));
  // «Saúde gastou mais que Obras?»
  const isThan = reading.items.slice(most + 1, most + 3).some((item) => formOf(reading, item) === 'que');
  if (most < 0 || !(isThan || reading.items.some((item) => isKeyword(item, 'or', 'versus')))) return false;
  if (!reading.plan.filters.some(({ op, values }) => op === 'in' && values.length >= 2)) return false;
  consume(reading, 'comparison of values', reading.items[most]);
  const spent = reading.items.find((item) => SPENDING.test(formOf(reading, item)));
  if (spent && reading.plan.measures.length === 0) spend(reading, spent);
  const done = rootVerb(reading, most);
  if (done) {
    consume(reading, 'comparison of values', done.verb);
    reading.plan.measures = [{ fn: 'sum', column: done.column }];
  }
  const [order] = reading.plan.order;
  if (!done && order?.by === 'column' && order.column && isNumeric(columnNamed(reading, order.column)))
    addMeasure(reading, isRate(columnNamed(reading, order.column)) ? 'average' : 'sum', order.column);
  reading.plan.order = [];
  reading.plan.limit = null;
  reading.wantsRows = false;
  return true;
}

/** «quantas foram abertas em março e quantas encerradas?», «abertas ou urgentes»: the conditions do not hold together. */
function refuseSeveralQuestions(reading: Reading): void {
  const { plan } = reading;
  const counts = reading.items.filter((item) => isKeyword(item, 'how_many', 'how_much'));
  if (counts.length > 1 && plan.group_by.length === 0 && plan.measures.length < 2 && plan.filters.length > 1)
    reading.refusals.push('São duas perguntas em uma: faça uma de cada vez.');
  const places = reading.filterItems.map((items) =>
    items.map((item) => reading.items.indexOf(item)).filter((at) => at >= 0),
  );
  for (const [at, item] of reading.items.entries()) {
    if (!isKeyword(item, 'or') || isUsed(reading, item)) continue;
    const before = nearestFilter(places, at, -1);
    const after = nearestFilter(places, at, 1);
    const [one, other] = [before, after].map((place) => plan.filters[place ?? -1]?.column);
    if (one && other && one !== other && before !== after)
      reading.refusals.push(
        'Não sei combinar «ou» entre colunas diferentes: pergunte por um lado de cada vez.',
      );
  }
}

/** «da Hilux ou da S10»: words that are looked for in texts hold together, so one of two cannot be asked for. */
function refuseEitherText(reading: Reading): void {
  const places = reading.texts.map(({ item }) => reading.items.indexOf(item));
  const isEither = reading.items.some(
    (item, at) =>
      isKeyword(item, 'or') &&
      !isUsed(reading, item) &&
      places.some((place) => place < at) &&
      places.some((place) => place > at && place - at <= OR_REACH),
  );
  if (isEither)
    reading.refusals.push('Não sei combinar «ou» entre palavras de um texto: pergunte por uma de cada vez.');
}

/** «qual paciente retirou mais», «para quais famílias»: what is asked for is no column, and rows that are near it are no answer. */
function refuseUnknownSubject(reading: Reading): void {
  const subject = reading.texts.find(({ item }) =>
    isKeyword(reading.items[reading.items.indexOf(item) - 1], 'which'),
  );
  if (!subject) return;
  const which = reading.items[reading.items.indexOf(subject.item) - 2];
  const isOfOthers = /^(para|com|de|por|a)$/.test(formOf(reading, which));
  const isMost = reading.items.some((item) => isKeyword(item, 'more', 'fewer'));
  if (isOfOthers || isMost) reading.refusals.push(`A tabela não tem uma coluna com «${subject.text}».`);
}

/** The words between «ou» and the conditions that it joins. */
const OR_REACH = 6;

/** The place of the filter whose words are nearest to a word on one side of it; undefined where none are in reach. */
function nearestFilter(places: number[][], at: number, step: 1 | -1): number | undefined {
  for (let near = at + step; Math.abs(near - at) <= OR_REACH; near += step) {
    const found = places.findIndex((own) => own.includes(near));
    if (found >= 0) return found;
  }
  return undefined;
}

function bucketOf(key: string): 'year' | 'semester' | 'quarter' | 'month' | 'day' {
  if (/^\d{4}$/.test(key)) return 'year';
  if (/-S\d$/.test(key)) return 'semester';
  if (/-T\d$/.test(key)) return 'quarter';
  return /^\d{4}-\d\d$/.test(key) ? 'month' : 'day';
}

/** «quais secretarias não têm compras canceladas»: groups without rows are no groups. */
function refuseMissingGroups(reading: Reading): void {
  if (reading.plan.group_by.length === 0) return;
  const at = reading.items.findIndex(
    (item, index) =>
      isKeyword(item, 'not') &&
      /^(tem|possui|possuem|tiveram|teve|ha|houve)$/.test(formOf(reading, reading.items[index + 1])),
  );
  const item = reading.items[at];
  if (item && !isUsed(reading, item))
    reading.refusals.push(
      'Não sei dizer a que grupos faltam registros: pergunte quais têm, com a sua quantidade.',
    );
}

/** Whether rows are wanted, and what is asked where no figure was named. */
function finish(reading: Reading): void {
  const { plan } = reading;
  const hasList = reading.items.some((item) => isKeyword(item, 'list', 'which'));
  if (plan.measures.length === 0 && plan.group_by.length === 0 && !reading.wantsRows) {
    if (hasList && groupAsked(reading)) return;
    reading.wantsRows = true;
  }
  if (plan.group_by.length > 0 && plan.measures.length === 0)
    plan.measures.push({ fn: 'count', column: null });
  plan.rows = reading.wantsRows && plan.group_by.length === 0 && !hasFigure(plan);
  if (plan.rows) plan.measures = [];
  leaveOutEmptyGroup(plan);
  keepOneOrder(reading);
  plan.alternatives = reading.offers.map(({ text, instead, taken }) => ({
    text,
    filters: replaced(plan.filters, instead, taken),
  }));
  offerOtherColumn(reading);
}

/** «as 3 empresas com mais obras», «empresas com mais de 5»: rows without a company are no company. */
function leaveOutEmptyGroup({ group_by, having, limit, filters }: Plan): void {
  const [key] = group_by;
  if (!key || key.bucket !== null || (having.length === 0 && limit === null)) return;
  const isFiltered = filters.some(({ column }) => column === key.column);
  if (!isFiltered && filters.length < FILTERS_MAX)
    filters.push({ column: key.column, op: 'filled', values: [] });
}

/** «valor» of a table with two columns of money: the other column is offered. */
function offerOtherColumn(reading: Reading): void {
  const { plan, eitherColumn } = reading;
  if (!eitherColumn) return;
  const { taken, other } = eitherColumn;
  const swap = <T extends { column: string | null }>(one: T): T =>
    one.column === taken ? { ...one, column: other } : one;
  const isMeasured = plan.measures.some(({ column }) => column === taken);
  const isFiltered = plan.filters.some(({ column }) => column === taken);
  if (!isMeasured && !isFiltered) return;
  plan.alternatives.push({
    text: columnNamed(reading, other)?.label ?? other,
    filters: plan.filters.map(swap),
    measures: plan.measures.map(swap),
  });
}

const hasFigure = ({ measures, order }: Plan): boolean => measures.length > 0 && order.length === 0;

/** «quais são as modalidades»: the values of a column. */
function groupAsked(reading: Reading): boolean {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) || item.kind !== 'column') continue;
    const key = keyAt(reading, index);
    if (!key || columnNamed(reading, key.column)?.kind !== 'category') continue;
    consume(reading, 'values of a column', ...key.items);
    addGroup(reading, key);
    addMeasure(reading, 'count', null);
    return true;
  }
  return false;
}

/** «aquisição» in a table of tenders is another name for its rows, and a word that some of them have. */
function searchOf(reading: Reading): string {
  const { one, many } = reading.lexicon.table.rows_word;
  const usual = new Set([...wordsOf(one), ...wordsOf(many)].map(singular));
  const texts = new Set(reading.texts.map(({ item }) => item));
  const words = reading.items
    .filter(
      (item) =>
        texts.has(item) ||
        (item.kind === 'rows' && texts.size > 0 && !usual.has(singular(formOf(reading, item)))),
    )
    .map((item) => textOf(reading, item));
  return words.join(' ').slice(0, SEARCH_MAX);
}

/** As a plan holds it. */
const SEARCH_MAX = 500;

const asksTable = (reading: Reading, item: Item): boolean =>
  (item.kind !== 'word' && item.kind !== 'keyword') ||
  isKeyword(item, 'how_many', 'how_much', 'number_of', 'list') ||
  /^(tudo|everything)$/.test(formOf(reading, item));

/** «a maior e a menor»: one of the rows is shown, with a remark. */
function keepOneOrder(reading: Reading): void {
  const { plan } = reading;
  if (!plan.rows || plan.limit !== 1 || plan.order.length < 2) return;
  plan.order = plan.order.slice(0, 1);
  reading.remarks.push('Mostro só o primeiro dos extremos pedidos: pergunte pelo outro à parte.');
}

function replaced(filters: Condition[], instead: Condition[], taken: string | null): Condition[] {
  const kept = filters.filter(
    ({ column }) => column !== taken && !instead.some((one) => one.column === column),
  );
  return [...kept, ...instead];
}

const parsed = (reading: Reading, isFollowUp: boolean): ParsedQuestion => ({
  plan: reading.plan,
  texts: reading.texts.map(({ text }) => text),
  search: searchOf(reading),
  refusals: [...reading.impossible, ...reading.refusals],
  impossible: reading.impossible,
  remarks: reading.remarks,
  isCourtesy: false,
  isFollowUp,
  namesTable:
    isFollowUp ||
    reading.plan.group_by.length + reading.plan.filters.length > 0 ||
    reading.refusals.length + reading.impossible.length > 0 ||
    reading.items.some((item) => asksTable(reading, item)),
  rules: [...reading.used].map(([item, rule]) => ({
    rule,
    text: reading.question.slice(reading.words[item.from]?.start ?? 0, reading.words[item.to - 1]?.end ?? 0),
  })),
});
