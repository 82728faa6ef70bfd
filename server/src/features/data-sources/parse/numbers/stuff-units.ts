/** Units of length, weight and volume: «mais de 2 metros» of a column in centimetres. */
import { movePoint } from '../../../../language/values/decimal.ts';
import { fold } from '../../../../language/words.ts';
import type { TableColumn } from '../words/table-column.ts';

type StuffUnit = { of: 'length' | 'weight' | 'volume'; size: number };

/** In millimetres, grams and millilitres. */
const STUFF: [RegExp, StuffUnit][] = [
  [/^(?:mm|milimetros?)$/, { of: 'length', size: 1 }],
  [/^(?:cm|centimetros?)$/, { of: 'length', size: 10 }],
  [/^(?:m|metros?)$/, { of: 'length', size: 1_000 }],
  [/^(?:km|quilometros?)$/, { of: 'length', size: 1_000_000 }],
  [/^(?:g|gramas?)$/, { of: 'weight', size: 1 }],
  [/^(?:kg|quilos?|kilos?)$/, { of: 'weight', size: 1_000 }],
  [/^(?:t|ton|toneladas?)$/, { of: 'weight', size: 1_000_000 }],
  [/^(?:ml|mililitros?)$/, { of: 'volume', size: 1 }],
  [/^(?:l|lt|litros?)$/, { of: 'volume', size: 1_000 }],
  [/^(?:m3|m³)$/, { of: 'volume', size: 1_000_000 }],
];

export const stuffOf = (word: string): StuffUnit | null =>
  STUFF.find(([form]) => form.test(word))?.[1] ?? null;

/** The columns that are counted in another unit of the same sort than the one that was said: centimetres for «metros». */
export const inOtherUnit = (columns: TableColumn[], said: string): TableColumn[] => {
  const unit = stuffOf(said);
  return unit === null ? [] : columns.filter((column) => ownStuff(column)?.of === unit.of);
};

/** The unit that the setting or the end of the name of a column says. */
export const ownStuff = ({ name, unit, kind }: TableColumn): StuffUnit | null =>
  kind !== 'number'
    ? null
    : (stuffOf(fold(unit ?? '')) ??
      (name.includes('_') ? stuffOf(fold(name).split('_').at(-1) ?? '') : null));

/** The numbers in the unit of the column: the units are powers of ten of each other. */
export const resized = (values: string[], said: number, own: number): string[] =>
  values.map((value) => movePoint(value, Math.round(Math.log10(said / own))));
