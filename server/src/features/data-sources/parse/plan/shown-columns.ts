/** Columns that are asked of one row: «quando vence a CC-1016?», «qual o hodômetro do último abastecimento?». */
import { baseForm } from '../../../../language/word-forms.ts';
import { datesNamed } from '../numbers/named-dates.ts';
import {
  candidates,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isKeyword,
  type Reading,
} from '../reading.ts';
import { plannedColumns } from './planned-columns.ts';

export function readShown(reading: Reading): void {
  const { plan } = reading;
  if (lastRow(reading) || !plan.rows || plan.show || !isOneRow(reading)) return;
  const planned = plannedColumns(reading);
  const lead = reading.items.find((item) => !isFiller(reading, item) || formOf(reading, item) === 'quando');
  const isWhen = formOf(reading, lead) === 'quando';
  const day = isWhen ? dayAsked(reading) : null;
  if (day) {
    consume(reading, 'asked of a row', lead);
    plan.show = [day];
    return;
  }
  for (const [index, item] of reading.items.entries()) {
    if (isWhen || item.kind !== 'column' || reading.used.get(item) !== 'mentioned column') continue;
    const own = candidates(item).filter((name) => !planned.has(name));
    // «qual abastecimento» of a table with the number of each asks for the row.
    if (reading.words[item.from]?.base === baseForm(reading.lexicon.table.rows_word.one)) continue;
    const [only, another] = own;
    if (!only || another || own.length < candidates(item).length || !isAskedOf(reading, index)) continue;
    consume(reading, 'asked of a row', lead);
    reading.used.set(item, 'asked of a row');
    plan.show = [only];
    return;
  }
}

/** «qual o», «qual é a» right before it. */
function isAskedOf(reading: Reading, index: number): boolean {
  const before = reading.items.slice(Math.max(0, index - 3), index);
  const which = before.findIndex((item) => isKeyword(item, 'which'));
  return (
    which >= 0 &&
    before.slice(which + 1).every((item) => /^(?:o|a|os|as|e|foi|era)$/.test(formOf(reading, item)))
  );
}

function isOneRow(reading: Reading): boolean {
  const { filters, limit } = reading.plan;
  const { main_column } = reading.lexicon.table;
  return (
    limit === 1 ||
    filters.some(
      ({ column, op, values }) =>
        op === 'in' &&
        values.length === 1 &&
        (columnNamed(reading, column)?.kind === 'identifier' ||
          (column === main_column && columnNamed(reading, column)?.kind === 'text')),
    )
  );
}

/** «quando vence …», «quando foi pago …»; «quando foi …» is the usual day. */
function dayAsked(reading: Reading): string | null {
  const dates = columnsOfKind(reading, 'date');
  const named = new Set(reading.items.flatMap((item) => datesNamed(reading, item, dates)));
  const [only, another] = [...named];
  if (only) return another ? null : only.name;
  const isUsual = reading.words.some(({ form }) => /^(?:foi|aconteceu|ocorreu|houve)$/.test(form));
  return isUsual ? reading.lexicon.table.date_column : null;
}

/** «qual o veículo da última multa?»: a column of the last row, and not the group with most rows. */
function lastRow(reading: Reading): boolean {
  const { plan } = reading;
  const { date_column } = reading.lexicon.table;
  const [key, second] = plan.group_by;
  const at = reading.items.findIndex(
    (item, place) =>
      isKeyword(item, 'recent', 'old') &&
      reading.used.get(item) === 'most' &&
      reading.items[place + 1]?.kind === 'rows',
  );
  if (at < 0 || !key || second || key.bucket !== null || !date_column || plan.either) return false;
  const isFilled = (place: number) =>
    plan.filters[place]?.column === key.column && plan.filters[place].op === 'filled';
  reading.filterItems = reading.filterItems.filter((_, place) => !isFilled(place));
  plan.filters = plan.filters.filter((_, place) => !isFilled(place));
  for (const [item, rule] of reading.used)
    if (rule === 'group' || rule === 'most') reading.used.set(item, 'asked of a row');
  const direction = isKeyword(reading.items[at], 'recent') ? ('desc' as const) : ('asc' as const);
  Object.assign(plan, { rows: true, measures: [], group_by: [], limit: 1, show: [key.column] });
  plan.order = [{ by: 'column', index: 0, column: date_column, direction }];
  return true;
}
