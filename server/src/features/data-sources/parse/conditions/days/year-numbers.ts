/** A year that is said of a column of numbers: «ano modelo de 2020 em diante», «feitas antes de 1850». */

import { fold } from '../../../../../language/words.ts';
import type { Item } from '../../chunk/items.ts';
import { addFilter } from '../../filters.ts';
import {
  candidates,
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  itemsBefore,
  type Reading,
} from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { comparisonBefore, isOnward, keyOf, ordered, type PeriodItem, secondPeriod } from './period-links.ts';

/** «ano modelo de 2020 em diante», «no exercício de 2025»: a column that counts years, named right before. */
export function readYearNumber(reading: Reading, index: number, item: PeriodItem): boolean {
  const year = wholeYear(item);
  const column = year && (yearColumnBefore(reading, index) ?? yearOfMaking(reading, index, year));
  if (!year || !column) return false;
  const { name, items } = column;
  const lead = comparisonBefore(reading, index);
  const op = isOnward(reading, index) ? '>=' : lead?.op;
  consume(reading, 'year', item, lead?.item, ...items);
  const second = secondPeriod(reading, { at: index, item }, lead?.op);
  const last = second && wholeYear(second.item);
  if (second && last) {
    consume(reading, 'year', second.item);
    addFilter(reading, { column: name, op: 'between', values: ordered(year, last) }, item, second.item);
  } else if (op === '>' || op === '>=' || op === '<' || op === '<=')
    addFilter(reading, { column: name, op, values: [year] }, item);
  else addFilter(reading, { column: name, op: 'between', values: [year, year] }, item);
  return true;
}

/** «2025»; null for any other period. */
function wholeYear({ span: { period } }: PeriodItem): string | null {
  const key = period ? keyOf(period) : '';
  return /^\d{4}$/.test(key) ? key : null;
}

/** «feitas antes de 1850», «construídos entre 1990 e 2000»: the only year of a thing, where the verb or the year itself is of none else. */
function yearOfMaking(reading: Reading, index: number, year: string): { name: string; items: Item[] } | null {
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => /^ano\b/.test(fold(label)));
  if (!only) return null;
  const isMade = itemsBefore(reading, index, 4).some((item) => MADE.test(formOf(reading, item)));
  return year < FIRST_YEAR || (isMade && MAKING.test(fold(only.label)))
    ? { name: only.name, items: [] }
    : null;
}

const FIRST_YEAR = '1900';
const MADE =
  /^(?:feit|fabricad|produzid|construid|edificad|criad|confeccionad|montad|publicad|editad|impress|lancad|fundad|pintad|esculpid)[oa]s?$/;
const MAKING = /fabrica|producao|constru|edifica|criacao|confeccao|publica|edicao|lancamento|fundacao|obra/;

const YEAR_COLUMN = /\b(?:ano|exercicio|safra|temporada|year|season)\b/;

function yearColumnBefore(reading: Reading, index: number): { name: string; items: Item[] } | null {
  for (let at = index - 1; at >= 0 && at >= index - 5; at -= 1) {
    const item = reading.items[at];
    if (!item) return null;
    const name = candidates(item).find((one) => {
      const column = columnNamed(reading, one);
      return column?.kind === 'number' && YEAR_COLUMN.test(fold(column.label));
    });
    if (name && item.kind === 'column') return { name, items: [item] };
    if (!isFiller(reading, item) && item.kind !== 'comparison' && item.kind !== 'column') return null;
  }
  return null;
}
