/** How long something stayed as it was, from the day on which it became so to the one that ended it: «tempo de permanência», «ficaram mais de 30 dias internados», «dias de estadia». */

import { fold, wordsOf } from '../../../../../language/words.ts';
import type { Item } from '../../chunk/items.ts';
import { columnsOfKind, formAt, formOf, isKeyword, itemsBefore, type Reading } from '../../reading.ts';
import { isPlannedDay } from '../../words/events.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isParticiple } from '../../words/verbs.ts';
import { addColumn, asksHours, rewrite, type Span } from './days-named.ts';
import { dateWords, END } from './named-dates.ts';

const STAY = /^(?:permanencia|estadia|estada)s?$/;
const BEGUN =
  /\b(?:entrada|chegada|internacao|admissao|ingresso|acolhimento|hospedagem|checkin|check in|recepcao|recebimento|atracacao|inicio)\b/;
const LEFT = /\b(?:saida|partida|checkout|check out|liberacao|retirada|desocupacao)\b/;
const STAYING = /^(?:fic|permanec|pass|est[ai]v)(?:a|am|ou|aram|ava|avam|e|em|eu|eram|er|ar)$/;
const TIME = /^(?:tempos?|horas?|dias?|semanas?|mes|meses|duracao|diarias?)$/;

/** Whether the question asks for such a time, whose words are then those of a column of days. */
export function nameStay(
  reading: Reading,
  all: TableColumn[],
  hasTimeColumn: (to: TableColumn) => boolean,
): boolean {
  const days = all.filter((column) => !isPlannedDay(column));
  const stay = stayOfNoun(reading, days) ?? stayOfState(reading, days);
  if (!stay || hasTimeColumn(stay.to) || hasTimeColumn(stay.from)) return false;
  if (asksHours(reading) && !(stay.from.has_times && stay.to.has_times)) return false;
  if (stay.state) passOver(reading, stay);
  rewrite(reading, stay);
  const counted = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => COUNTED.test(fold(label)));
  if (counted && !stay.other)
    reading.eitherColumn = { taken: addColumn(reading, stay.from, stay.to), other: counted.name };
  return true;
}

/** «número de diárias»: what is paid for such a stay. */
const COUNTED = /^(?:(?:numero|quantidade|total) (?:de )?)?(?:diarias|pernoites|noites)$/;

type Stay = Span & { state: Item | null; verb: Item | null };

/** «tempo médio de permanência», «dias de internação», where the noun is that of the state and not of its end. */
function stayOfNoun(reading: Reading, days: TableColumn[]): Stay | null {
  const at = reading.items.findIndex(
    (item, place) => isTimed(reading, place) && begins(reading, item, days) !== null,
  );
  const item = reading.items[at];
  const from = item ? begins(reading, item, days) : null;
  const to = from && endOf(reading, from, days);
  if (!from || !to) return null;
  const first = /^d[eao]$/.test(formAt(reading, at - 1)) ? at - 1 : at;
  return { from, to, other: null, place: { first, after: at + 1 }, state: null, verb: null };
}

/** «tempo de», «média de», «a maior»: before the noun of a state. */
function isTimed(reading: Reading, at: number): boolean {
  const before = itemsBefore(reading, at, NOUN_REACH);
  const isOf = /^d[eao]$/.test(formAt(reading, at - 1));
  const isTime = isOf && before.some((each) => TIME.test(formOf(reading, each)));
  const isFigure = before.some((each) => isKeyword(each, 'average', 'median', 'largest', 'smallest'));
  const isStay = STAY.test(formAt(reading, at));
  return isTime || (isStay && (isFigure || isKeyword(reading.items[at + 1], 'average', 'median')));
}

const NOUN_REACH = 4;

/** The day on which a stay of that name begins: of «atracação» only where the table has the «desatracação» too. */
function begins(reading: Reading, item: Item, days: TableColumn[]): TableColumn | null {
  const form = formOf(reading, item);
  if (STAY.test(form)) {
    const begun = days.filter((column) => BEGUN.test(dateWords(reading, column)));
    const { date_column } = reading.lexicon.table;
    return begun.find(({ name }) => name === date_column) ?? onlyOne(begun) ?? null;
  }
  const own = onlyOne(days, (column) => nounsOf(reading, column).includes(form));
  const isUsual = own?.name === reading.lexicon.table.date_column && LASTING.test(form);
  return own && (isUsual || reverseOf(reading, own, days)) ? own : null;
}

/** They go on after the day on which they began, as a delivery does not. */
const LASTING =
  /^(?:internacao|hospedagem|acolhimento|abrigamento|locacao|aluguel|emprestimo|afastamento|licenca|armazenagem|estacionamento|tratamento|custodia|viagem|embarque|contrato|filiacao|matricula)$/;

/** «ficaram mais de 3 dias atracadas», «quanto tempo ficam internados», where the participle is that of a day. */
function stayOfState(reading: Reading, days: TableColumn[]): Stay | null {
  const at = reading.items.findIndex((item) => STAYING.test(formOf(reading, item)));
  const verb = reading.items[at];
  if (!verb || !reading.items.some((item) => TIME.test(formOf(reading, item)))) return null;
  for (const state of reading.items.slice(at + 1, at + STATE_REACH)) {
    const form = formOf(reading, state);
    if (!isParticiple(form)) continue;
    const from = onlyOne(days, (column) => sharesRoot(form, column) && !isReverse(reading, column, days));
    const to = from && endOf(reading, from, days);
    return from && to ? { from, to, other: null, place: null, state, verb } : null;
  }
  return null;
}

const STATE_REACH = 8;

/** The state says no more than the two days do, and the verb names the time, where no word beside it does. */
function passOver(reading: Reading, { from, to, state, verb }: Stay): void {
  const name = addColumn(reading, from, to);
  const isNamed = reading.items.some(
    (item, at) => TIME.test(formOf(reading, item)) && reading.items[at - 1]?.kind !== 'number',
  );
  reading.items = reading.items.map((item): Item => {
    const place = { from: item.from, to: item.to };
    const isPassed = item === state || (item === verb && isNamed);
    if (isPassed) return { kind: 'word', isFunction: true, isTalk: true, ...place };
    return item === verb ? { kind: 'column', columns: [name], ...place } : item;
  });
}

/** The day that undoes the other, else the only one that ends anything. */
function endOf(reading: Reading, from: TableColumn, days: TableColumn[]): TableColumn | null {
  const others = days.filter((column) => column !== from);
  const ends = others.filter(
    (column) =>
      END.test(dateWords(reading, column)) ||
      LEFT.test(dateWords(reading, column)) ||
      isReverse(reading, column, days),
  );
  return reverseOf(reading, from, days) ?? onlyOne(ends) ?? onlyOne(others) ?? null;
}

const nounsOf = (reading: Reading, column: TableColumn): string[] => wordsOf(dateWords(reading, column));

/** «desatracação» of «atracação», «descarga» of «carga». */
const reverseOf = (reading: Reading, from: TableColumn, days: TableColumn[]): TableColumn | null =>
  onlyOne(days, (column) =>
    nounsOf(reading, from).some(
      (word) => word.length >= 4 && nounsOf(reading, column).some((other) => other === `des${word}`),
    ),
  ) ?? null;

const isReverse = (reading: Reading, column: TableColumn, days: TableColumn[]): boolean =>
  days.some((from) => from !== column && reverseOf(reading, from, days) === column);
