/** Columns of times of the day that are words: «08h00», «14:30». */
import { fold } from '../../../../../language/words.ts';
import { holdsWords, type TableColumn, type ValuePhrase } from '../table-column.ts';

const TIME = /^(\d{1,2})(?:h|:)(\d\d)?(?::\d\d|min|h)?$/;
/** As many as there are minutes in a day. */
const VALUES_MAX = 1_440;

const minutesOf = (value: string): number | null => {
  const [, hours, minutes = '0'] = TIME.exec(fold(value).replaceAll(' ', '')) ?? [];
  return hours === undefined || Number(hours) > 24 ? null : Number(hours) * 60 + Number(minutes);
};

/** Minutes of the day → the values that are that time. */
export function hoursOf(columns: TableColumn[]): Map<number, ValuePhrase[]> {
  const found = new Map<number, ValuePhrase[]>();
  for (const column of columns) {
    const { name, values } = column;
    if (!holdsWords(column) || values.length === 0 || values.length > VALUES_MAX) continue;
    const times = values.map((value) => ({ value, minutes: minutesOf(value) }));
    if (times.some(({ minutes }) => minutes === null)) continue;
    for (const [minutes, same] of Map.groupBy(times, (time) => time.minutes ?? 0)) {
      const written = same.map(({ value }) => value);
      const phrase: ValuePhrase = { bases: [], column: name, values: written, strength: 'whole' };
      found.set(minutes, [...(found.get(minutes) ?? []), phrase]);
    }
  }
  return found;
}
