/** How long it takes from one day of a row to another: «tempo entre a abertura e a conclusão», «prazo médio de entrega», «demoram mais de 30 dias». */

import { columnsOfPlan, DURATION_UNIT, datesBetween, type Plan } from '#contract/table-plan.ts';
import type { Item } from '../../chunk/items.ts';
import {
  columnNamed,
  columnsOfKind,
  formAt,
  formOf,
  isKeyword,
  namesOf,
  type Reading,
} from '../../reading.ts';
import { sharesEvent } from '../../words/events.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import { contentOf, type TableColumn } from '../../words/table-column.ts';
import { aheadSpan } from './days-ahead.ts';
import { apartSpan, lateSpan, plannedSpan, sameDaySpan } from './days-apart.ts';
import { addColumn, NOUN, rewrite, type Span, tellsTime } from './days-named.ts';
import { BEGINNING, datesNamed, dateWords, dayAt, END, isPlanned } from './named-dates.ts';
import { nameStay } from './stays.ts';

/** Before all rules: the words for such a time become those of a number that the table reckons from two of its dates. */
export function nameDaysBetween(reading: Reading, before: Plan | null): void {
  if (before) keepDaysOf(reading, before);
  const dates = datesOf(reading);
  if (dates.length < 2) return;
  const apart =
    lateSpan(reading, dates) ??
    plannedSpan(reading, dates) ??
    apartSpan(reading, dates) ??
    sameDaySpan(reading, dates) ??
    aheadSpan(reading, dates);
  if (apart) {
    reading.items = apart.items(addColumn(reading, apart.from, apart.to));
    return;
  }
  if (nameStay(reading, dates, (to) => hasTimeColumn(reading, to))) return;
  const found = spanAsked(reading, dates);
  if (found === 'several') refuseSeveral(reading, dates);
  else if (found) rewrite(reading, found);
}

/** The numbers of days that the answer before asked for can be asked again. */
function keepDaysOf(reading: Reading, before: Plan): void {
  for (const name of columnsOfPlan(before)) {
    const dates = datesBetween(name);
    const [from, to] = [dates?.from, dates?.to].map((one) => columnNamed(reading, one ?? ''));
    if (from && to) addColumn(reading, from, to);
  }
}

/** The two days between which a word for a time asks: both named, one of them, or none. */
function spanAsked(reading: Reading, dates: TableColumn[]): Span | 'several' | null {
  const anchored = anchorOf(reading, false);
  const pair = bothNamed(reading, 0, dates) ?? (anchored < 0 ? null : afterNamed(reading, anchored, dates));
  const anchor = anchored < 0 ? anchorOf(reading, pair !== null) : anchored;
  if (anchor < 0) return null;
  const one = pair ?? oneNamed(reading, anchor, dates);
  if (hasTimeColumn(reading, one === 'several' ? undefined : one?.to)) return null;
  return one ?? noneNamed(reading, anchor, dates);
}

const datesOf = (reading: Reading): TableColumn[] =>
  columnsOfKind(reading, 'date').filter(({ name }) => !/nasc|birth/.test(namesOf(reading, name)));

/** «há quanto tempo», «ao longo do tempo», «fora do prazo» are no such time. */
function anchorOf(reading: Reading, isPair: boolean): number {
  return reading.items.findIndex((item, at) => {
    const form = formOf(reading, item);
    if (/^demor(?:a|am|ou|aram|ando|ar|em|ad[oa]s?)$/.test(form)) return true;
    if (/^(?:rapid|lent|agil|agei)/.test(form)) return item.kind !== 'value';
    if (/^(?:lev|pass|fic)(?:a|am|ou|aram|ar|ava|avam)$/.test(form)) return tellsTime(reading, at);
    if (form === 'horas' && !hasTimes(reading)) return false;
    return NOUN.test(form) && item.kind !== 'value' && isAsked(reading, at, isPair);
  });
}

/** Hours lie between two columns with the time of the day, and not between two days. */
const hasTimes = (reading: Reading): boolean =>
  datesOf(reading).filter(({ has_times }) => has_times === true).length >= 2;

function isAsked(reading: Reading, at: number, isPair: boolean): boolean {
  const near = reading.items.slice(Math.max(0, at - 3), at + 4);
  const [lead, before] = [formAt(reading, at - 2), formAt(reading, at - 1)];
  if (/^(?:ha|faz)$/.test(lead) || /^(?:mesmo|longo)$/.test(lead) || /^(?:do|no|ao)$/.test(before))
    return false;
  if (formAt(reading, at + 1) === 'entre' || (isPair && reading.items[at - 1]?.kind !== 'number'))
    return true;
  const isDuring = reading.items
    .slice(Math.max(0, at - 3), at + DURING_REACH)
    .some((item) => DURING.test(formOf(reading, item)));
  if (/^(?:dias|horas)$/.test(formAt(reading, at)) && isKeyword(reading.items[at - 1], 'how_many'))
    return isDuring;
  return near.some((item) =>
    isKeyword(item, 'average', 'median', 'how_much', 'largest', 'smallest', 'total', 'sum', 'more', 'fewer'),
  );
}

const DURING = /^(?:demor|lev(?:a|am|ou|aram|ar)$|pass(?:a|am|ou|aram)$|fic(?:a|am|ou|aram|ar)$|entre$)/;
/** «quantos dias em média a gente leva» */
const DURING_REACH = 7;

/** «entre a abertura e a conclusão», «da abertura até a conclusão». */
function bothNamed(reading: Reading, first: number, dates: TableColumn[]): Span | null {
  for (let at = first; at < reading.items.length; at += 1) {
    const lead = formAt(reading, at);
    if (!/^(?:entre|de|da|do|desde)$/.test(lead)) continue;
    const one = dayAt(reading, at + 1, dates);
    const link = one ? formAt(reading, one.after) : '';
    const isLink = lead === 'entre' ? link === 'e' : /^(?:ate|a|ao|para)$/.test(link);
    const two = one && isLink ? dayAt(reading, one.after + 1, dates) : null;
    if (one && two && one.column !== two.column)
      return { from: one.column, to: two.column, other: null, place: { first: at, after: two.after } };
  }
  return null;
}

/** «quantos dias leva para fixar depois da entrega»: from the day that is named last to the one before it. */
function afterNamed(reading: Reading, anchor: number, dates: TableColumn[]): Span | null {
  for (let at = anchor + 1; at < reading.items.length; at += 1) {
    if (!/^(?:depois|apos)$/.test(formAt(reading, at))) continue;
    const from = dayAt(reading, at + 1, dates);
    const lead = reading.items
      .slice(anchor + 1, at)
      .findLastIndex((item) => datesNamed(reading, item, dates).length > 0);
    const first = anchor + 1 + lead;
    const to = onlyOne(
      lead < 0
        ? []
        : datesNamed(reading, reading.items[first] as Item, dates).filter(
            (column) => column !== from?.column,
          ),
    );
    if (from && to) return { from: from.column, to, other: null, place: { first, after: from.after } };
  }
  return null;
}

/** «tempo médio de conclusão», «demora para ser entregue»: from the usual day on. */
function oneNamed(reading: Reading, anchor: number, dates: TableColumn[]): Span | 'several' | null {
  for (let at = anchor + 1; at < reading.items.length && at <= anchor + ONE_REACH; at += 1) {
    if (at > anchor + NEAR_REACH && formAt(reading, at) !== 'ate') continue;
    if (!/^(?:de|da|do|das|dos|para|pra|ate)$/.test(formAt(reading, at))) continue;
    const end = dayAt(reading, at + 1, dates);
    if (!end) continue;
    const [from, other] = beginnings(reading, dates, end.column);
    if (!from) return 'several';
    return { from, to: end.column, other: other ?? null, place: { first: at, after: end.after } };
  }
  return null;
}

const NEAR_REACH = 6;
/** «quantos dias o pessoal fica com o livro até devolver» */
const ONE_REACH = 9;

/** «quanto tempo demora em média?» of a table with one day that begins and one that ends. */
function noneNamed(reading: Reading, anchor: number, dates: TableColumn[]): Span | 'several' | null {
  // «média de dias» alone says nothing of two dates.
  const isDays = formAt(reading, anchor) === 'dias';
  if ((isDays && !isKeyword(reading.items[anchor - 1], 'how_many')) || isOfOther(reading, anchor))
    return null;
  const real = dates.filter((column) => !isPlanned(reading, column));
  const ends = real.filter((column) => END.test(dateWords(reading, column)));
  // «qual técnico encerra mais rápido»: of several ends the one that a verb tells.
  const told = ends.filter((column) =>
    reading.items.some((item) => sharesRoot(formOf(reading, item), column) && item.kind !== 'value'),
  );
  const to = onlyOne(ends) ?? onlyOne(told);
  if (!to) return real.length > 1 ? 'several' : null;
  const [from, other] = beginnings(reading, dates, to);
  return from ? { from, to, other: other ?? null, place: null } : null;
}

/** «tempo médio de casa»: a noun that is no date of the table. */
function isOfOther(reading: Reading, anchor: number): boolean {
  for (let at = anchor + 1; at <= anchor + 4; at += 1) {
    const item = reading.items[at];
    if (!item || isKeyword(item, 'by', 'each')) return false;
    if (!/^d[eoa]s?$/.test(formOf(reading, item))) continue;
    const next = reading.items[at + 1];
    return !(next?.kind === 'rows' || next?.kind === 'value' || next?.kind === 'number');
  }
  return false;
}

/** The days that may begin what ends on a day, the usual one first; none where nothing tells which. */
function beginnings(reading: Reading, dates: TableColumn[], to: TableColumn): TableColumn[] {
  const { date_column } = reading.lexicon.table;
  const free = dates.filter((column) => column !== to && !isPlanned(reading, column));
  const notEnds = free.filter((column) => !END.test(dateWords(reading, column)));
  const starts = notEnds.filter((column) => BEGINNING.test(dateWords(reading, column)));
  const own = starts.length > 0 ? starts : notEnds.length === 1 ? notEnds : [];
  return own.toSorted((one, other) => Number(other.name === date_column) - Number(one.name === date_column));
}

const TIME_WORD = /^(?:min|minutos?|horas?|dias?|tempos?|espera|duracao|demora|prazo|atraso)$/;
/** «qtd_dias»: it says nothing of what is counted. */
const AMOUNT_WORD = /^(?:quantidade|qtd|qtde|numero|nr|total|medi[oa])$/;

/** «dias para concluir» is a column of its own, which is asked sooner; «horas de mão de obra» is about something else. */
function hasTimeColumn(reading: Reading, to: TableColumn | undefined): boolean {
  // A column of hours and minutes does not tell «quantos dias».
  const isOfDays = reading.items.some(
    (item, at) => formOf(reading, item) === 'dias' && isKeyword(reading.items[at - 1], 'how_many'),
  );
  return columnsOfKind(reading, 'number').some(({ name, label, unit }) => {
    if (isOfDays && unit === DURATION_UNIT) return false;
    const words = contentOf(label);
    const isTime = datesBetween(name) === null && words.some((word) => TIME_WORD.test(word));
    const others = words.filter((word) => !TIME_WORD.test(word) && !AMOUNT_WORD.test(word));
    return (
      isTime &&
      (!to || others.length === 0 || others.some((word) => sharesRoot(word, to) || sharesEvent(word, to)))
    );
  });
}

function refuseSeveral(reading: Reading, dates: TableColumn[]): void {
  const [one, two] = dates.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1));
  reading.refusals.push(
    `Não sei entre quais datas contar os dias: diga as duas, como em «dias entre ${one} e ${two}».`,
  );
}
