/** Comparisons with numbers: «acima de 100 mil», «entre 3 e 5 mil», «mais de 10 propostas», «7 propostas», «nota 5». */

import type { Condition, Operator } from '#contract/table-plan.ts';
import { movePoint } from '../../../language/values/decimal.ts';
import { wordsOf } from '../../../language/words.ts';
import { readComingOfAge, readNothingLeft } from './bounds/words-for-bounds.ts';
import type { Item } from './chunk/items.ts';
import { addFilter } from './filters.ts';
import { comparedAt, isAtLeast, isNumericColumn, numberThenMore, plainRange } from './numbers/compared.ts';
import { columnOf } from './numbers/compared-column.ts';
import { readEquality, readWordForFew } from './numbers/equalities.ts';
import { inUnitOf } from './numbers/time-units.ts';
import type { Compared } from './numbers/units.ts';
import { consumeUnit } from './numbers/units.ts';
import {
  columnNamed,
  consume,
  formOf,
  isUsed,
  itemsBefore,
  nextIndex,
  type Reading,
  textOf,
} from './reading.ts';
import { rootsMeet } from './words/roots.ts';

export function readNumberConditions(reading: Reading): void {
  readComingOfAge(reading);
  readNothingLeft(reading);
  for (let index = 0; index < reading.items.length; index += 1) {
    const item = reading.items[index];
    if (!item || isUsed(reading, item)) continue;
    const compared =
      comparedAt(reading, index) ?? plainRange(reading, index) ?? numberThenMore(reading, index);
    if (compared) {
      bind(reading, compared);
      index = compared.to - 1;
    } else if (item.kind === 'comparison' && item.phrase.of === 'number') {
      refuseComparison(reading, index, item);
    }
  }
  for (let index = 0; index < reading.items.length; index += 1) {
    if (!isAtLeast(reading, index)) readEquality(reading, index);
    readWordForFew(reading, index);
  }
}

function refuseComparison(reading: Reading, index: number, item: Item): void {
  const next = reading.items[nextIndex(reading, index)];
  consume(reading, 'comparison without a number', item, next);
  if (next && isNumericColumn(reading, next)) {
    reading.impossible.push('Não sei comparar duas colunas entre si: compare com um número.');
    return;
  }
  const said = next ? `«${textOf(reading, next)}» não é um número` : 'falta o número';
  reading.impossible.push(`Não entendi a comparação «${textOf(reading, item)}»: ${said}.`);
}

function bind(reading: Reading, compared: Compared): void {
  const bound = columnOf(reading, compared);
  if (bound === 'done') return;
  if (!bound) {
    consume(reading, 'comparison without a column', ...compared.items);
    const said = compared.items.map((item) => textOf(reading, item)).join(' ');
    reading.refusals.push(`Não há uma coluna numérica a que «${said}» se aplique.`);
    return;
  }
  const values = inUnitOf(reading, bound.column, compared);
  if (values === null) {
    const said = compared.items.map((item) => textOf(reading, item)).join(' ');
    reading.refusals.push(
      `Não sei comparar «${said}» com a coluna, que tem outra unidade: pergunte na unidade dela.`,
    );
  }
  consume(reading, 'comparison', ...compared.items, ...bound.items, nounOf(reading, compared, bound.column));
  consume(reading, 'comparison', ...namesBefore(reading, compared, bound.column));
  consumeUnit(reading, compared.to - 1);
  if (compared.op === '~')
    reading.remarks.push('«Cerca de» foi entendido como 10 % para mais ou para menos.');
  addFilter(
    reading,
    conditionOf(bound.column, { ...compared, values: values ?? compared.values }),
    ...compared.items,
  );
}

/** «lotação acima de 90 %»: the name of the column, which the unit has decided already. */
const namesBefore = (reading: Reading, { from }: Compared, column: string): Item[] =>
  itemsBefore(reading, from, 3).filter(
    (item) => item.kind === 'column' && item.columns.includes(column) && !isUsed(reading, item),
  );

/** «execução acima de 80 %» of the column «percentual executado»: the noun before names the column, and no value. */
function nounOf(reading: Reading, { from }: Compared, name: string): Item | undefined {
  const item = reading.items[nextIndex(reading, from, -1)];
  const column = columnNamed(reading, name);
  const isWeak =
    item?.kind === 'value' &&
    item.phrases.every(({ strength }) => strength !== 'whole' && strength !== 'short');
  if (!isWeak || !column) return undefined;
  const words = wordsOf(`${column.name.replaceAll('_', ' ')} ${column.label}`);
  return words.some((word) => rootsMeet(formOf(reading, item), word)) ? item : undefined;
}

function conditionOf(column: string, { op, values }: Compared): Condition {
  const [first = '0'] = values;
  if (op === '=') return { column, op: 'between', values: [first, first] };
  if (op === '~') return { column, op: 'between', values: [times(first, 9), times(first, 11)] };
  return { column, op: op as Operator, values };
}

/** A tenth of so many times the number. */
const times = (value: string, tenths: number): string => {
  const places = value.split('.')[1]?.length ?? 0;
  return movePoint(String(BigInt(movePoint(value, places)) * BigInt(tenths)), -places - 1);
};
