/** Numbers and the columns that are counted in their unit: «mais de 60 anos», «40 horas», «acima de 80 %». */

import { DURATION_UNIT } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { baseOf, columnsOfKind, consume, formOf, isUsed, preferred, type Reading } from '../reading.ts';
import type { Comparison } from '../words/keywords.ts';
import { onlyOne } from '../words/only-one.ts';
import { type TableColumn, unitWords } from '../words/table-column.ts';
import { inOtherUnit } from './stuff-units.ts';

export const numericColumns = (reading: Reading): TableColumn[] => columnsOfKind(reading, 'number', 'money');

export type Compared = {
  op: Comparison;
  values: string[];
  items: Item[];
  from: number;
  to: number;
  isMoney: boolean;
  /** «5 pontos ou mais»: the column stands between the number and the comparison. */
  between?: Bound | undefined;
  /** «3 pedidos ou mais»: so do the rows that are counted. */
  counted?: Item;
};

export type Bound = { column: string; items: Item[] };

export const named = (
  reading: Reading,
  { columns, items }: { columns: string[]; items: Item[] },
): Bound | null => {
  const column = preferred(reading, columns);
  return column ? { column, items } : null;
};

/** «40 horas», «3 anos»: the unit after a number that a rule has used. */
export function consumeUnit(reading: Reading, index: number): void {
  const next = reading.items[index + 1];
  if (
    next &&
    !isUsed(reading, next) &&
    /^(horas?|hs?|min|minutos?|dias?|anos?|mes|meses|semanas?|km|quilometros?|metros?|m|cm|centimetros?|mm|milimetros?|kg|quilos?|g|gramas?|t|toneladas?|litros?|l|ml|ha|hectares?|pontos?|unidades?|vez|vezes|graus?)$/.test(
      formOf(reading, next),
    )
  )
    consume(reading, 'unit', next);
}

export const UNITS = /^(ano|anos|mes|meses|dia|dias|semana|semanas|hora|horas)$/;

/** Counted things, which are no money. */
export const COUNTED =
  /^(unidades?|pontos?|vezes|km|quilometros?|min|minutos?|litros?|kg|quilos?|kilos?|ha|hectares?|ton|toneladas?|m|m2|m3|metros?|cm|centimetros?|mm|milimetros?|gramas?|graus?|kwh|quilowatts?|l)$/;

/** Words by which stuff is weighed or measured: what they ask for is no count of rows. */
export const isMeasureOfStuff = (form: string): boolean =>
  /^(?:km|quilometros?|kg|quilos?|kilos?|hectares?|litros?|toneladas?|tonelagem|metros?|metragem|gramas?|kwh)$/.test(
    form,
  );

export const isUnitWord = (reading: Reading, item: Item | undefined): boolean =>
  UNITS.test(formOf(reading, item)) || COUNTED.test(formOf(reading, item));

export const isPercent = ({ items }: Compared): boolean =>
  items.some((item) => item.kind === 'number' && item.number.unit === 'percent');

/** «1h30» has its unit within. */
export const isDuration = ({ items }: Pick<Compared, 'items'>): boolean =>
  items.some((item) => item.kind === 'number' && item.number.unit === 'minutes');

/** The only column of durations: «1h30», «mais de 2 horas», «menos de um dia». */
function durationColumn(reading: Reading, next?: Item): { columns: string[]; items: Item[] } | null {
  const only = onlyOne(numericColumns(reading), ({ unit }) => unit === DURATION_UNIT);
  return only ? { columns: [only.name], items: next ? [next] : [] } : null;
}

const OF_TIME = /^(?:horas?|hs?|hrs?|min(?:utos?)?)$/;

const PERCENT_COLUMN = /percent|porcent|taxa|aliquota|indice/;

/** «mais de 60 anos», «menos de 20 minutos», «acima de 80 %»: the only column that is counted in that unit. */
export function unitBound(reading: Reading, compared: Compared): Bound | null {
  if (compared.isMoney) return null;
  const next = reading.items[compared.to];
  const unit = isDuration(compared)
    ? durationColumn(reading)
    : (unitColumn(reading, compared.to - 1) ??
      (/^dias?$/.test(formOf(reading, next)) ? durationColumn(reading, next) : null) ??
      columnsInOtherUnit(reading, next));
  if (unit) return named(reading, unit);
  if (!isPercent(compared)) return null;
  const percents = numericColumns(reading).filter(
    (column) => column.unit === '%' || PERCENT_COLUMN.test(fold(`${column.name} ${column.label}`)),
  );
  const [only] = percents;
  return only && percents.length === 1 ? { column: only.name, items: [] } : null;
}

const UNIT_COLUMNS: [RegExp, RegExp][] = [
  [/^(?:horas?|hs?|hrs?)$/, /hor/],
  [/^min(utos?)?$/, /min(uto)?s?\b/],
  [/^dias?$/, /dia|prazo/],
  [/^anos?$/, /\banos\b|\bidade\b/],
  [/^mes(es)?$/, /mes|parcela/],
  [/^(km|quilometros?)$/, /km|quilomet|distancia/],
  [/^(?:kg|quilos?|kilos?)$/, /\bkg\b|\bpeso|quilo/],
  [/^(?:ha|hectares?)$/, /\bha\b|hectare|\barea\b/],
  [/^(?:l|litros?)$/, /litro|\b(?:lts?|l)\b|volume/],
  [/^(?:t|ton|toneladas?)$/, /tonelad|\bton\b/],
  [/^(?:m3|metros cubicos)$/, /\bm3\b|cubic/],
  [/^(?:m2|metros quadrados)$/, /\bm2\b|quadrad|\barea\b/],
  [/^(?:kwh|quilowatts?|quilowatts? hora)$/, /kwh|quilowatt/],
  [/^(?:m|metros?)$/, /metro|altura|comprimento|extensao|largura/],
  [/^(?:cm|centimetros?)$/, /centimetro|\bcm\b/],
  [/^(?:mm|milimetros?)$/, /milimetro|\bmm\b/],
  [/^gramas?$/, /grama/],
  [/^graus?$/, /grau|temperatura/],
  [/^semanas?$/, /semana/],
  [/^unidades?$/, /quantidade|qtd|quantity|qty|estoque/],
  [/^pontos?$/, /ponto|nota|score/],
];

/** «40 horas»: the only numeric column of that unit. */
export function unitColumn(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  const next = reading.items[index + 1];
  const unit = UNIT_COLUMNS.find(([form]) => form.test(formOf(reading, next)));
  if (!unit || !next) return null;
  const base = baseOf(reading, next);
  const inUnit = numericColumns(reading).filter((column) => unitWords(column).includes(base));
  const likeUnit =
    inUnit.length > 0
      ? []
      : numericColumns(reading).filter(
          ({ name, label, unit: own }) =>
            unit[0].test(fold(own ?? '')) || unit[1].test(fold(`${label} ${name}`)),
        );
  const found = [...inUnit, ...likeUnit];
  const [only, another] = found;
  // «quantidade» sooner than «quantidade mínima».
  const plain = another ? found.filter(({ label }) => wordsOf(label).length === 1) : found;
  if (only) return plain.length === 1 && plain[0] ? { columns: [plain[0].name], items: [next] } : null;
  return OF_TIME.test(formOf(reading, next)) ? durationColumn(reading, next) : null;
}

/** «mais de 2 metros» of columns in centimetres. */
function columnsInOtherUnit(
  reading: Reading,
  unit: Item | undefined,
): { columns: string[]; items: Item[] } | null {
  const columns = inOtherUnit(numericColumns(reading), formOf(reading, unit)).map(({ name }) => name);
  return unit && columns.length > 0 ? { columns, items: [unit] } : null;
}
