/** «há mais tempo»: the earliest day of what goes on, «emprestada há mais tempo», «parado faz mais tempo». */

import type { Item } from '../../chunk/items.ts';
import { isPassiveAt, mayBeEvent } from '../../conditions/days/events-in-time.ts';
import { addFilter } from '../../filters.ts';
import {
  columnsOfKind,
  consume,
  formAt,
  isKeyword,
  itemsBefore,
  namesOf,
  type Reading,
} from '../../reading.ts';
import { dayOf, isPlannedDay } from '../../words/events.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import { isPlural } from '../group-subject.ts';

/** The rows in the order of the day on which began what the word before tells; without such a day the words stay unread. */
export function readLongest(reading: Reading): void {
  const at = reading.items.findIndex(
    (item, place) =>
      isKeyword(item, 'more') &&
      formAt(reading, place + 1) === 'tempo' &&
      /^(?:ha|faz|a)$/.test(formAt(reading, place - 1)),
  );
  const words = reading.items.slice(at - 1, at + 2);
  if (at < 2 || reading.plan.group_by.length > 0 || reading.plan.measures.length > 0) return;
  // «sem polimento há mais tempo»: the last day of it would tell, and those that never had any have none.
  if (itemsBefore(reading, at - 1, DENIED_WITHIN).some((item) => isKeyword(item, 'without', 'not', 'nor'))) {
    consume(reading, 'comparison without a column', ...words);
    reading.refusals.push(UNKNOWN_SINCE);
    return;
  }
  const day = dayBegun(reading, formAt(reading, at - 2));
  if (!day) return;
  const { plan } = reading;
  const told = reading.items[at - 2];
  // «foi recebido há mais tempo»: the event, and not the state of that name.
  const isPast = isPassiveAt(reading, at - 2);
  if (told && mayBeEvent(reading, at - 2) && isPast) consume(reading, 'event', told);
  const ends = isPast || told?.kind === 'value' ? [] : endsOf(reading, day);
  const [since] = words;
  for (const column of since ? ends : []) {
    consume(reading, 'still going on', since);
    addFilter(reading, { column, op: 'empty', values: [] }, since as Item);
  }
  consume(reading, 'order', ...words);
  plan.order.push({ by: 'column', index: 0, column: day, direction: 'asc' });
  reading.wantsRows = true;
  const noun = reading.items.find(({ kind }) => kind === 'rows' || kind === 'column');
  if (noun && !isPlural(reading, noun)) plan.limit ??= 1;
}

const UNKNOWN_SINCE = 'Não sei desde quando contar «há mais tempo» do que não aconteceu: peça pela data.';

/** «está internado há mais tempo» of a table with the day of «alta»: what has ended goes on no longer. */
const endsOf = (reading: Reading, day: string): string[] =>
  columnsOfKind(reading, 'date')
    .filter(
      (column) => column.name !== day && !isPlannedDay(column) && ENDS.test(namesOf(reading, column.name)),
    )
    .map(({ name }) => name);

const ENDS =
  /termin|(?:\b|_)fim\b|saida|devoluc|devolvid|entreg|conclus|concluid|encerr|quitac|baixa|fecha|retorn|(?:\b|_)alta\b|desligament|check.?out|return|closed/;

const DENIED_WITHIN = 5;

function dayBegun(reading: Reading, form: string): string | null {
  const days = columnsOfKind(reading, 'date');
  const told = days.filter((column) => sharesRoot(form, column));
  return (onlyOne(told) ?? (told.length === 0 ? dayOf(form, days) : null))?.name ?? null;
}
