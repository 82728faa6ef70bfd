/** The time since a day: «há mais de 20 anos», «mais de 20 anos de casa». */

import type { Operator } from '#contract/table-plan.ts';
import { addDays, addMonths, type Day } from '../../../../language/values/calendar.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import {
  candidates,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  itemsBefore,
  type Reading,
} from '../reading.ts';
import { dayOfTense, sharesEvent } from '../words/events.ts';
import { onlyOne } from '../words/only-one.ts';
import { sharesRoot } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import type { Compared } from './units.ts';
import { UNITS } from './units.ts';

/** «há mais de 20 anos», «mais de 20 anos de casa»: a column of days is older than so much. */
export function readTenure(reading: Reading, compared: Compared, next: Item | undefined): boolean {
  const unit = formOf(reading, next);
  if (!UNITS.test(unit) || unit.startsWith('hora') || compared.op === 'between') return false;
  const isAgo = /^(ha|faz)$/.test(formAt(reading, compared.from - 1));
  const after = reading.items.slice(compared.to + 1, compared.to + 4).map((item) => formOf(reading, item));
  if (after.includes('idade') || !(isAgo || after.some((form) => OF_TENURE.test(form)))) return false;
  const since = daySince(reading, compared, isAgo);
  if (!since) return false;
  const { column, items } = since;
  consume(
    reading,
    'time since a day',
    ...compared.items,
    ...reading.items.slice(compared.to, compared.to + 3),
    ...items,
  );
  const day = daysAgo(reading.today, Number(compared.values[0]), unit);
  addFilter(reading, { column, op: TURNED[compared.op] ?? '<', values: [day] }, ...compared.items);
  return true;
}

const OF_TENURE = /^(casa|servico|carreira|empresa|existencia|prefeitura|trabalho)$/;

/** A longer time since a day is an earlier day. */
const TURNED: Partial<Record<Compared['op'], Operator>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

/** The day from which the time is counted: that of what is lacking, or of the word before; else the usual one. */
function daySince(
  reading: Reading,
  compared: Compared,
  isAgo: boolean,
): { column: string; items: Item[] } | null {
  const dates = columnsOfKind(reading, 'date');
  const lacking = isAgo ? lackedDay(reading, compared, dates) : null;
  if (lacking) return lacking;
  const column =
    dayOfState(reading, compared, dates) ?? reading.lexicon.table.date_column ?? onlyOne(dates)?.name;
  return column ? { column, items: [] } : null;
}

/** «sem poda há mais de 3 anos»: the last one is so long ago. */
function lackedDay(
  reading: Reading,
  { from }: Compared,
  dates: TableColumn[],
): { column: string; items: Item[] } | null {
  const [without, noun] = reading.items.slice(Math.max(0, from - 3), from - 1);
  const named = dates.filter(({ name }) => candidates(noun).includes(name));
  const only = onlyOne(named);
  return without && noun && only && isKeyword(without, 'without')
    ? { column: only.name, items: [without, noun] }
    : null;
}

/** «vencidas há mais de 60 dias»: the day of what the word before tells. */
function dayOfState(reading: Reading, { from }: Compared, dates: TableColumn[]): string | undefined {
  for (const item of itemsBefore(reading, from, STATE_REACH).toReversed()) {
    const form = formOf(reading, item);
    if (item.kind === 'rows' || !(isParticiple(form) || isFiniteVerb(form))) continue;
    const told = dayOfTense(
      form,
      dates.filter((column) => sharesRoot(form, column) || sharesEvent(form, column)),
    );
    if (told) return told.name;
  }
  return undefined;
}

const STATE_REACH = 4;

/** «alunos com menos de 10 anos» of a table with the day of birth: so many completed years. */
export function readAge(reading: Reading, { op, values, items, to }: Compared): boolean {
  const born = onlyOne(columnsOfKind(reading, 'date'), ({ name, label }) =>
    /nasc|birth/.test(fold(`${name} ${label}`)),
  );
  if (!born || op === '~') return false;
  const [low, high = low] = values.map(Number);
  const bornBefore = (years: number): Day => addMonths(reading.today, -12 * years);
  const least =
    op === '>' ? Number(low) + 1 : op === '>=' || op === 'between' || op === '=' ? Number(low) : null;
  const most =
    op === '<' ? Number(low) : op === '<=' || op === '=' || op === 'between' ? Number(high) + 1 : null;
  consume(reading, 'age', ...items, reading.items[to]);
  if (least !== null)
    addFilter(reading, { column: born.name, op: '<=', values: [bornBefore(least)] }, ...items);
  if (most !== null) addFilter(reading, { column: born.name, op: '>', values: [bornBefore(most)] }, ...items);
  return true;
}

/** The day that lies so many years, months, weeks or days back. */
function daysAgo(today: Day, count: number, unit: string): Day {
  if (unit.startsWith('ano')) return addMonths(today, -count * 12);
  if (unit.startsWith('mes')) return addMonths(today, -count);
  return addDays(today, unit.startsWith('semana') ? -count * 7 : -count);
}
