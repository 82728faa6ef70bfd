/** Numeric columns that the words before a number name, and those of the verb before it. */
import { wordsOf } from '../../../../language/words.ts';
import { chainAt, formOf, isFiller, isNumeric, type Reading } from '../reading.ts';
import { rootsMeet } from '../words/roots.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import type { Compared } from './units.ts';
import { type Bound, numericColumns } from './units.ts';

/** «renovados pelo menos duas vezes», «gastaram entre 1 e 2 mil»: the number of what the verb before tells. */
export function verbBound(reading: Reading, { from }: Compared): Bound | null {
  for (let at = from - 1; at >= 0 && at >= from - 3; at -= 1) {
    const item = reading.items[at];
    if (!item || (!isFiller(reading, item) && item.kind !== 'word')) return null;
    const form = formOf(reading, item);
    if (item.kind !== 'word' || !(isFiniteVerb(form) || isParticiple(form))) continue;
    const found = numericColumns(reading).filter(({ name, label }) =>
      wordsOf(`${name.replaceAll('_', ' ')} ${label}`).some(
        (word) => (word.length >= 5 || /^pag[oa]$/.test(word)) && rootsMeet(form, word),
      ),
    );
    const [only] = found;
    return only && found.length === 1 ? { column: only.name, items: [item] } : null;
  }
  return null;
}

const chainEndsAt = (reading: Reading, start: number, end: number): boolean => {
  const chain = chainAt(reading, start, isNumeric);
  return chain !== null && chain.to > end;
};

/** The place where the run of column words that reaches an item begins. */
export function chainStart(reading: Reading, at: number): number {
  let start = at;
  while (start > 0 && chainEndsAt(reading, start - 1, at)) start -= 1;
  return start;
}
