/** The difference between two readings of one meter: «km rodados» of a table with the «KM início» and the «KM fim» of each row. */
import { fold, wordsOf } from '../../../../language/words.ts';
import { columnNamed, formAt, type Reading } from '../reading.ts';
import type { TableColumn } from '../words/table-column.ts';
import { addLessColumn } from './two-columns.ts';

const FIRST = /^(?:ini|inic|inicio|inicial|anterior|ant|saida)$/;
const LAST = /^(?:fim|fin|final|atual|chegada|retorno)$/;
/** Verbs of what a meter shows: they say no more than the difference does. */
const WENT_BY = /^(?:rod|percorr|consum|gast)(?:ad[oa]s?|id[oa]s?|ou|aram|eu|eram)$/;

/** Before all rules: a word that names both readings means how far they are apart, unless the question says which of them. */
export function nameMeterReadings(reading: Reading): void {
  const forms = reading.words.map(({ form }) => form);
  for (const [at, item] of reading.items.entries()) {
    if (item.kind !== 'column') continue;
    const pair = pairOf(item.columns.flatMap((name) => columnNamed(reading, name) ?? []));
    const next = forms.slice(item.to, item.to + 2);
    if (!pair || next.some((form) => FIRST.test(form) || LAST.test(form))) continue;
    const name = addLessColumn(reading, pair.last, pair.first);
    const isVerb = WENT_BY.test(formAt(reading, at + 1));
    const to = isVerb ? (reading.items[at + 1]?.to ?? item.to) : item.to;
    reading.items = reading.items.flatMap((each, place) => {
      if (place === at) return [{ ...item, columns: [name], to }];
      return isVerb && place === at + 1 ? [] : [each];
    });
    return;
  }
}

/** The only two numbers of a word that are called alike but for the words of first and last. */
function pairOf(columns: TableColumn[]): { first: TableColumn; last: TableColumn } | null {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const [one, other, more] = numbers;
  if (!one || !other || more || rest(one) !== rest(other)) return null;
  if (isOf(FIRST, one) && isOf(LAST, other)) return { first: one, last: other };
  return isOf(FIRST, other) && isOf(LAST, one) ? { first: other, last: one } : null;
}

const labelOf = ({ label }: TableColumn): string[] => wordsOf(fold(label));
const isOf = (which: RegExp, column: TableColumn): boolean =>
  labelOf(column).some((word) => which.test(word));
const rest = (column: TableColumn): string =>
  labelOf(column)
    .filter((word) => !FIRST.test(word) && !LAST.test(word))
    .join(' ');
