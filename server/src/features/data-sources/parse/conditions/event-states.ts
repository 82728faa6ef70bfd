/** Conditions on what has happened to the rows: «já foram devolvidos», «ainda não devolveram», «que atrasaram», «vencidos», «cancelamentos». */

import { type Condition, daysBetween } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { type Item, isSaidValue } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { quantityDone } from '../measures/quantities.ts';
import {
  baseOf,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isUsed,
  itemsBefore,
  namesOf,
  nextIndex,
  type Reading,
  textOf,
} from '../reading.ts';
import { dayOf, dayOfTense, isWordOfPlan } from '../words/events.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet, sharesRoot } from '../words/roots.ts';
import { contentOf, type TableColumn, type ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { DAY_OF_PAYMENT, onlyDay } from './days/money-days.ts';
import { readUndone } from './days/undone.ts';
import { negationBefore, readDebt, readOwed, readUnpaidMark, readUnpaidValue } from './unpaid.ts';

/** Folded. */
const LATE = /^atrasad[oa]s?$|^atraso$/;
const LATE_STATE = /^(?:em atraso|atrasad[oa]s?|atraso)$/;
const DUE = /venc|prazo|limite|\bdue\b|previst/;
const DONE =
  /termin|\bfim\b|saida|devoluc|pagamento|entrega|conclus|encerr|quitac|baixa|fechamento|realizac|return|paid|deliver/;

/** Before the periods, because «hoje» is none here: «atrasados», «em atraso» are due, and what should have been done has not been. */
export function readLate(reading: Reading): void {
  const dates = columnsOfKind(reading, 'date');
  const due = dates.filter(({ name }) => DUE.test(namesOf(reading, name)));
  const done = dates.filter((column) => DONE.test(namesOf(reading, column.name)) && !due.includes(column));
  const [day, done_on] = [due[0], done[0]];
  if (due.length !== 1 || done.length !== 1 || !day || !done_on) return;
  for (const [index, item] of reading.items.entries()) {
    const form = formOf(reading, item);
    if (isSaidValue(item) && LATE_STATE.test(fold(textOf(reading, item))))
      offerLateNow(reading, day, done_on, item.phrases);
    if (item.kind !== 'word' || isUsed(reading, item) || !LATE.test(form)) continue;
    if (form === 'atraso' && formAt(reading, index - 1) !== 'em') continue;
    const now = reading.items.filter((each) => /^(?:hoje|agora)$/.test(formOf(reading, each)));
    consume(reading, 'event', item, ...now);
    addFilter(reading, { column: day.name, op: '<', values: [reading.today] }, item);
    addFilter(reading, { column: done_on.name, op: 'empty', values: [] }, item);
    if (!now.length && form !== 'atraso' && !isState(reading, index)) offerDoneLate(reading, day, done_on);
    return;
  }
}

/** «em atraso» of the state «Vencido»: what is late by its days is the other reading. */
function offerLateNow(reading: Reading, due: TableColumn, done: TableColumn, taken: ValuePhrase[]): void {
  reading.offers.push({
    text: `${due.label} antes de hoje, sem ${done.label}`,
    instead: [
      { column: due.name, op: '<', values: [reading.today] },
      { column: done.name, op: 'empty', values: [] },
    ],
    taken: taken.map(({ column }) => column),
  });
}

/** «estão atrasados»: as things are now. */
const isState = (reading: Reading, index: number): boolean =>
  itemsBefore(reading, index, 2).some((each) =>
    /^(?:esta|estao|continuam|seguem|ainda)$/.test(formOf(reading, each)),
  );

/** «empréstimos atrasados» are those that are late now, or those that came back late. */
function offerDoneLate(reading: Reading, due: TableColumn, done: TableColumn): void {
  const late: Condition = { column: daysBetween(due.name, done.name), op: '>', values: ['0'] };
  reading.offers.push({
    text: `${done.label} depois de ${due.label}`,
    instead: [late],
    taken: [due.name, done.name],
  });
}

/** After the periods, which take the verbs beside them. */
export function readEventStates(reading: Reading): void {
  readOwed(reading);
  readUnpaidMark(reading);
  readOpenStates(reading);
  readNobody(reading);
  readDebt(reading);
  readUndone(reading);
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    if (tellsState(reading, index, item)) readVerb(reading, index, item);
    else if (item.kind === 'value') readUnpaidValue(reading, index, item);
    else if (item.kind === 'column') readNoun(reading, index, item);
  }
}

/** A verb or participle of what happened; of words that name a column, those of what is over or never was. */
function tellsState(reading: Reading, index: number, item: Item): boolean {
  const form = formOf(reading, item);
  if (item.kind === 'word') return isParticiple(form) || isFiniteVerb(form) || isPaid(reading, index);
  if (item.kind !== 'column') return false;
  // «já venceram»: the verb names the day too, which lies before today.
  const isOver = EXPIRED.test(form) && (isFiniteVerb(form) || isParticiple(form));
  // «nunca foram restauradas» of a table with the day of the last «restauração»
  const isNever =
    isParticiple(form) && negationBefore(reading, index) !== undefined && dayOfEvent(reading, form) !== null;
  return isOver || isNever;
}

/** «ainda não foi paga»: too short for the ending of a participle, and «quanto paga» is a verb in the present. */
const isPaid = (reading: Reading, index: number): boolean =>
  /^pag[oa]s?$/.test(formAt(reading, index)) &&
  /^(?:foi|foram|sido|esta|estao|nao|ja|sao|e)$/.test(formAt(reading, index - 1));

/** «que ninguém vistoriou»: nobody stands in the column of those who do it, or no day in that of the deed. */
function readNobody(reading: Reading): void {
  const at = reading.items.findIndex((item) => formOf(reading, item) === 'ninguem');
  const [nobody, verb] = [reading.items[at], reading.items[at + 1]];
  const form = formOf(reading, verb);
  if (!nobody || !verb || isUsed(reading, verb) || !isFiniteVerb(form)) return;
  const people = columnsOfKind(reading, 'category', 'text').filter(({ label }) =>
    wordsOf(label).some(
      (word) =>
        word.length >= 5 && /(?:dor|tor|sor|ista|nte)a?$/.test(fold(word)) && rootsMeet(form, fold(word)),
    ),
  );
  const only = onlyOne(people);
  const column = only?.name ?? dayOfEvent(reading, form)?.name;
  if (!column) return;
  consume(reading, 'event', nobody, verb);
  addFilter(reading, { column, op: 'empty', values: [] }, verb);
}

/** «em aberto», «sem pagar»: what has no day of payment, or of that deed, is still to be done; without such a day nobody knows. */
function readOpenStates(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const form = formOf(reading, item);
    const before = reading.items[index - 1];
    const isOpen = form === 'aberto' && item.kind === 'word' && formOf(reading, before) === 'em';
    const isUndone = /^\p{L}{2,}[aei]r$/u.test(form) && item.kind !== 'value' && isKeyword(before, 'without');
    if (isUsed(reading, item) || !(isOpen || isUndone)) continue;
    const day = isOpen ? onlyDay(reading, DAY_OF_PAYMENT) : dayOfEvent(reading, form)?.name;
    if (day) {
      consume(reading, 'event', item, before);
      addFilter(reading, { column: day, op: 'empty', values: [] }, item);
    } else if (isOpen) reading.refusals.push('Não sei o que «em aberto» quer dizer nesta tabela.');
  }
}

function readVerb(reading: Reading, index: number, item: Item): void {
  if (isMostBeside(reading, index) || asksForAmount(reading, item)) return;
  // «quantos parafusos vendemos» adds up how many were sold.
  const asked = reading.items.findIndex((each) => isKeyword(each, 'how_many'));
  const isOfPieces = asked >= 0 && reading.items[nextIndex(reading, asked)]?.kind !== 'rows';
  if (isOfPieces && quantityDone(reading, item)) return;
  const form = formOf(reading, item);
  const negation = negationBefore(reading, index);
  const day = dayOfEvent(reading, form) ?? dayReceived(reading, index, negation !== undefined);
  if (day) {
    const isDated = reading.plan.filters.some((filter) => filter.column === day.name);
    const condition = isDated ? null : stateOfDay(reading, day, form, negation !== undefined);
    consume(reading, 'event', item, negation);
    if (condition) addFilter(reading, condition, item);
    return;
  }
  const column = amountOfEvent(reading, index, form);
  if (!column) return;
  consume(reading, 'event', item, negation);
  addFilter(
    reading,
    negation ? { column, op: 'between', values: ['0', '0'] } : { column, op: '>', values: ['0'] },
    item,
  );
}

/** «a diferença entre o que Saúde e Obras pagaram»: what was paid is asked for, and not whether. */
const asksForAmount = (reading: Reading, item: Item): boolean =>
  /^(?:gast|pag|receb|arrecad|vend|fatur|invest)(?:ou|aram|eu|eram|iu|iram)$/.test(formOf(reading, item)) &&
  reading.items.some(
    (each, at) =>
      isKeyword(each, 'difference', 'compare') ||
      (formOf(reading, each) === 'o' && formAt(reading, at + 1) === 'que'),
  );

/** «quem mais faltou»: the verb says what is compared. */
const isMostBeside = (reading: Reading, index: number): boolean =>
  [index - 1, index + 1].some((at) => isKeyword(reading.items[at], 'more', 'fewer'));

/** The only column of days with the root of a verb. */
function dayOfEvent(reading: Reading, form: string): TableColumn | null {
  const days = columnsOfKind(reading, 'date');
  const found = EXPIRED.test(form)
    ? days.filter(({ name }) => /venc|valid|expir|prazo|limite/.test(namesOf(reading, name)))
    : days.filter((column) => sharesRoot(form, column));
  // «não voltaram» of the «data de devolução»
  if (found.length === 0 && /^(?:volt|retorn)/.test(form)) return dayOf(form, days);
  return dayOfTense(form, found);
}

/** «dos que já receberam», «ainda não receberam»: the day of payment, where no thing follows that was received. */
function dayReceived(reading: Reading, index: number, isNegated: boolean): TableColumn | null {
  const isReceived = /^(?:receb|quit)(?:eu|eram|ou|aram)$/.test(formAt(reading, index));
  const isSaid = isNegated || formAt(reading, index - 1) === 'ja';
  const next = reading.items[index + 1];
  const isLast = next === undefined || next.kind === 'period' || isKeyword(next, 'by', 'and');
  const day = isReceived && isSaid && isLast ? onlyDay(reading, DAY_OF_PAYMENT) : null;
  return columnsOfKind(reading, 'date').find(({ name }) => name === day) ?? null;
}

const EXPIRED = /^(?:venc|expir|caduc|prescrev)/;

/** Null where the event is that of every row. */
function stateOfDay(
  reading: Reading,
  { name }: TableColumn,
  form: string,
  isNegated: boolean,
): Condition | null {
  const { today, lexicon } = reading;
  if (EXPIRED.test(form)) {
    const isOver = isParticiple(form) || /(?:am|ou|eu|iu)$/.test(form);
    return { column: name, op: isOver === isNegated ? '>=' : '<', values: [today] };
  }
  if (isNegated) return { column: name, op: 'empty', values: [] };
  return name === lexicon.table.date_column ? null : { column: name, op: 'filled', values: [] };
}

/** «atrasaram» of a table with the days of delay, where rows are counted and the verb has no object. */
function amountOfEvent(reading: Reading, index: number, form: string): string | null {
  const isCount = reading.items.some((item) => isKeyword(item, 'how_many', 'share', 'number_of'));
  if (!isCount || reading.items.some((item) => isKeyword(item, 'how_much'))) return null;
  const next = reading.items[nextIndex(reading, index)];
  if (next && !isUsed(reading, next) && next.kind !== 'period') return null;
  // «se hospedaram» tells nothing of the «nota do hóspede»: what the column holds is its first noun.
  const found = columnsOfKind(reading, 'number', 'money').filter(({ name, label }) => {
    const [first = '', second = ''] = contentOf(label);
    const held = GENERAL.test(first) ? second : first;
    return [held, wordsOf(name.replaceAll('_', ' '))[0] ?? ''].some(
      (word) => word.length >= 5 && rootsMeet(form, word),
    );
  });
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}

/** In the base form. */
const GENERAL = /^(?:quantidade|numero|total|valor|dia|hora|minuto|tempo|min|qtd|vl|nr)$/;

const DEVERBAL = /(?:mentos?|cao|coes|sao|soes|agem|agens)$/;

/** «cancelamentos por motivo»: the rows on which that day stands. */
function readNoun(reading: Reading, index: number, item: Item & { kind: 'column' }): void {
  const form = formOf(reading, item);
  const before = reading.items[nextIndex(reading, index, -1)];
  // «taxa de cancelamento»
  const isShared =
    isKeyword(before, 'share') && reading.plan.group_by.every(({ column }) => !item.columns.includes(column));
  // «qual canil teve mais adoções»
  const isSubject =
    before === undefined || isShared || isKeyword(before, 'how_many', 'number_of', 'total', 'more', 'fewer');
  const isPlural = /s$/.test(form) && form !== baseOf(reading, item);
  // «adoções previstas para dezembro» have not happened.
  const isPlan = reading.words.slice(item.to, item.to + 3).some((word) => isWordOfPlan(word.form));
  if (isPlan || !isSubject || item.to > item.from + 1 || !(isShared || isPlural)) return;
  const day = dayOfEvent(reading, form);
  const isNoun = DEVERBAL.test(form) || reading.lexicon.heads.get(day?.name ?? '') === baseOf(reading, item);
  if (!day || !isNoun || !item.columns.includes(day.name) || day.name === reading.lexicon.table.date_column)
    return;
  consume(reading, 'event', item);
  addFilter(reading, { column: day.name, op: 'filled', values: [] }, item);
}
