/** Conditions on things that are due and not done: «com o prazo já vencido», «que já passaram da previsão», «a obra mais atrasada». */

import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import {
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isUsed,
  namesOf,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';

const PLANNED = /\b(?:venc\w*|prazo|limite|due|previst[oa]|previsao|prev|validade|planejad[oa]|sla)\b/;
const DONE =
  /\b(?:termino|fim|final|saida|devolucao|pagamento|entrega|conclusao|encerramento|quitacao|baixa|fechamento|realizacao|retorno)\b/;

const TIME = '(?:prazo|sla|previsao|data (?:prevista|limite|de entrega)|vencimento|validade)';
const OVERDUE = new RegExp(
  `^(?:${TIME}s? (?:ja |previst[oa] )*(?:vencid|estourad|expirad|esgotad|ultrapassad)[oa]s?` +
    `|(?:passou|passaram|passa|passam|passad[oa]s) d[oa]s? ${TIME}(?: previst[oa])?` +
    `|(?:estourou|estouraram|ultrapassou|ultrapassaram|perdeu|perderam) o?a? ?${TIME}(?: previst[oa])?)\\b`,
);

/** Before the periods and the states: several words say together that the planned day has gone by. */
export function readOverdue(reading: Reading): void {
  const due = dueColumn(reading);
  if (!due || reading.lexicon.table.columns.some(({ name }) => /atras/.test(namesOf(reading, name)))) return;
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item)) continue;
    const said = reading.words
      .slice(item.from)
      .map(({ form }) => form)
      .join(' ');
    const found = OVERDUE.exec(said)?.[0];
    const isMost = isKeyword(item, 'more') && /^atrasad[oa]s?$/.test(formAt(reading, index + 1));
    if (!found && !isMost) continue;
    const last = item.from + (found ?? 'mais atrasada').split(' ').length;
    const items = reading.items.filter((each) => each.from >= item.from && each.from < last);
    overdue(reading, due, items);
    if (isMost) orderByDue(reading, due, items);
    return;
  }
}

function overdue(reading: Reading, due: TableColumn, items: Item[]): void {
  const [last] = items.slice(-1);
  if (!last) return;
  consume(reading, 'event', ...items);
  addFilter(reading, { column: due.name, op: '<', values: [reading.today] }, last);
  const done = onlyOne(
    columnsOfKind(reading, 'date'),
    (column) => column !== due && DONE.test(wordsFor(reading, column)),
  );
  if (done) addFilter(reading, { column: done.name, op: 'empty', values: [] }, last);
}

/** The most overdue is what should have been done first. */
function orderByDue(reading: Reading, { name }: TableColumn, items: Item[]): void {
  for (const item of items) reading.used.set(item, 'order');
  reading.plan.order.push({ by: 'column', index: 0, column: name, direction: 'asc' });
  reading.plan.limit ??= /s$/.test(formOf(reading, items.at(-1))) ? null : 1;
  reading.wantsRows = true;
}

const wordsFor = (reading: Reading, { name }: TableColumn): string =>
  namesOf(reading, name).replaceAll('_', ' ');

function dueColumn(reading: Reading): TableColumn | null {
  const only = onlyOne(columnsOfKind(reading, 'date'), (column) => PLANNED.test(wordsFor(reading, column)));
  return only ?? null;
}
