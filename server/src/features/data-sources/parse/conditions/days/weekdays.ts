/** Conditions on the day of the week: «aos sábados», «de segunda a sexta», «sábado ou domingo». */
import type { Item } from '../../chunk/items.ts';
import { addFilter } from '../../filters.ts';
import { consume, isKeyword, itemsBefore, type Reading, textOf } from '../../reading.ts';
import { dateColumnFor } from './dates-meant.ts';

type WeekdayItem = Extract<Item, { kind: 'weekday' }>;

/** All that are named make one list; «menos aos domingos» leaves the rest. */
export function readWeekdays(reading: Reading): void {
  const items = reading.items.filter((item): item is WeekdayItem => item.kind === 'weekday');
  const [first] = items;
  if (!first) return;
  const at = reading.items.indexOf(first);
  const column = dateColumnFor(reading, at);
  consume(reading, 'weekday', ...items);
  if (!column) {
    reading.refusals.push(
      `A tabela não tem uma coluna de data a que «${textOf(reading, first)}» se aplique.`,
    );
    return;
  }
  const denied = itemsBefore(reading, at, 4).find((item) =>
    isKeyword(item, 'not', 'except', 'fewer', 'without'),
  );
  const days = new Set(items.flatMap((item) => item.days));
  const wanted = [1, 2, 3, 4, 5, 6, 7].filter((day) => days.has(day) !== (denied !== undefined));
  consume(reading, 'weekday', denied);
  addFilter(reading, { column, op: 'in', values: wanted.map(String) }, ...items);
}
