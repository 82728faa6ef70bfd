/** The last or the first day of an event that a verb tells: «a última vez que trocaram o óleo», «pela primeira vez». */
import { dayTold } from '../conditions/days/dates-meant.ts';
import { columnsOfKind, consume, formAt, formOf, isKeyword, isUsed, type Reading } from '../reading.ts';
import { dayOfTense } from '../words/events.ts';
import { sharesRoot } from '../words/roots.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { addMeasure } from './add-measure.ts';

export function readLastTime(reading: Reading): boolean {
  const at = reading.items.findIndex(
    (item, place) =>
      /^(?:ultim|primeir)a$/.test(formOf(reading, item)) && /^vez$/.test(formAt(reading, place + 1)),
  );
  const [end, time] = [reading.items[at], reading.items[at + 1]];
  const isOther = reading.items.some((item) => isKeyword(item, 'how_many', 'how_much', 'by', 'each', 'list'));
  if (!end || !time || isOther || isUsed(reading, end)) return false;
  const column = dayOfVerb(reading) ?? reading.lexicon.table.date_column;
  if (!column) return false;
  const asked = reading.items.filter((item) => /^(?:quando|data|dia)$/.test(formOf(reading, item)));
  consume(reading, 'extreme day', end, time, ...asked);
  addMeasure(reading, formOf(reading, end).startsWith('ultim') ? 'maximum' : 'minimum', column);
  return true;
}

/** The column of days of the verb: by its root, or by what it tells. */
function dayOfVerb(reading: Reading): string | null {
  const days = columnsOfKind(reading, 'date');
  for (const item of reading.items) {
    const form = formOf(reading, item);
    if (item.kind === 'value' || !(isFiniteVerb(form) || isParticiple(form))) continue;
    const told = dayOfTense(
      form,
      days.filter((column) => sharesRoot(form, column)),
    );
    if (told) return told.name;
  }
  return dayTold(reading, days)?.name ?? null;
}
