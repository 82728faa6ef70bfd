/** «mais de 2 horas» of a column that counts minutes: the number is said in another unit than the column has. */
import { DURATION_UNIT } from '#contract/table-plan.ts';
import { movePoint } from '../../../../language/values/decimal.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { columnNamed, formAt, type Reading } from '../reading.ts';
import { ownStuff, resized, stuffOf } from './stuff-units.ts';
import { type Compared, isDuration } from './units.ts';

/** In seconds. */
const SECONDS: [RegExp, number][] = [
  [/^(?:s|seg|segundos?)$/, 1],
  [/^(?:min|mins|minutos?)$/, 60],
  [/^(?:h|hs|hora|horas|hr|hrs)$/, 3600],
  [/^(?:d|dia|dias)$/, 86_400],
  [/^(?:semana|semanas)$/, 604_800],
];

const secondsOf = (word: string): number | null => SECONDS.find(([form]) => form.test(word))?.[1] ?? null;

/** The values in the unit of the column; null where a whole number of it does not make the unit that was said. */
export function inUnitOf(reading: Reading, name: string, compared: Compared): string[] | null {
  const { values, to } = compared;
  const stuff = stuffOf(formAt(reading, to));
  const column = columnNamed(reading, name);
  const ownOf = column ? ownStuff(column) : null;
  if (stuff && ownOf && stuff.of === ownOf.of) return resized(values, stuff.size, ownOf.size);
  const said = isDuration(compared) ? MINUTE : secondsOf(formAt(reading, to));
  const own = unitOf(reading, name);
  // «1h30» of a number in hours or in days
  if (isDuration(compared) && own !== null && said !== null && said < own) return divided(values, own / said);
  if (said === null || own === null || said === own) return values;
  if (said < own) return null;
  return values.map((value) => times(value, said / own));
}

/** The unit that the name, the label or the setting of a column says; of several, none. */
function unitOf(reading: Reading, name: string): number | null {
  const column = columnNamed(reading, name);
  if (column?.unit === DURATION_UNIT) return MINUTE;
  const words = wordsOf(fold(`${name.replaceAll('_', ' ')} ${column?.label ?? ''} ${column?.unit ?? ''}`));
  // A single letter in a name is a unit by chance.
  const found = new Set(words.filter((word) => word.length > 1).flatMap((word) => secondsOf(word) ?? []));
  const [only, another] = [...found];
  return only !== undefined && another === undefined ? only : null;
}

const MINUTE = 60;

/** So many minutes as hours or days; null where they are no plain number of them. */
function divided(values: string[], factor: number): string[] | null {
  const found = values.map((value) => String(Number(value) / factor));
  return found.every((value) => /^\d+(?:\.\d{1,4})?$/.test(value)) ? found : null;
}

function times(value: string, factor: number): string {
  const places = value.split('.')[1]?.length ?? 0;
  return movePoint(String(BigInt(movePoint(value, places)) * BigInt(factor)), -places);
}
