/** Ranks rows in this process, for servers without PostgreSQL's full-text search. */
import type { ContentRow } from '../../../adapters/content/read-only-session.ts';
import { stemOf } from '../../../language/stems.ts';
import { wordsOf } from '../../../language/words.ts';
import type { Term } from './terms.ts';

type Ranked = { row: ContentRow; rank: number };

const READ_LENGTH = 100_000;
/** As many letters as the beginnings of two forms of a word share at the least. */
const PREFIX_FROM = 6;

/**
 * By how many of the terms a text has, rare ones among the rows first, then how often; longer texts count less. Between 0
 * and 1, as the database ranks. Equal rows stay in their order.
 */
export function rankedHere(rows: ContentRow[], column: string, terms: Term[]): Ranked[] {
  const counts = rows.map((row) => countsOf(row[column], terms));
  const weights = terms.map((_, place) => {
    const having = counts.filter(({ found }) => (found[place] ?? 0) > 0).length;
    return Math.log(1 + (rows.length + 1) / (having + 0.5));
  });
  return rows
    .map((row, at): Ranked => {
      const { found, length } = counts[at] ?? { found: [], length: 0 };
      const score = found.reduce(
        (sum, count, place) => sum + (count > 0 ? (weights[place] ?? 0) * (1 + Math.log(count)) : 0),
        0,
      );
      const rank = score / (1 + Math.log(1 + length));
      return { row, rank: rank / (rank + 1) };
    })
    .toSorted((one, other) => other.rank - one.rank);
}

function countsOf(cell: unknown, terms: Term[]): { found: number[]; length: number } {
  const stems = typeof cell === 'string' ? wordsOf(cell.slice(0, READ_LENGTH)).map(stemOf) : [];
  const found = terms.map((term) => stems.filter((stem) => term.some((one) => isSame(stem, one))).length);
  return { found, length: stems.length };
}

/** Long stems also match by their beginning. */
function isSame(stem: string, term: string): boolean {
  if (stem === term) return true;
  return term.length >= PREFIX_FROM && stem.startsWith(term.slice(0, Math.max(4, term.length - 3)));
}
