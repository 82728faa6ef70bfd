/** Values of what is being done to a row: «Em análise», «Em restauro». */
import { fold, wordsOf } from '../../../../../language/words.ts';
import type { TableColumn, ValuePhrase } from '../table-column.ts';

/** Nouns of deeds: «Em casa», «Em dia» are none. */
const DEED = /(?:cao|sao|agem|mento|ise|or?cao|auro|paro|erto|ao)$/;

/** A list that is longer holds names. */
const VALUES_MAX = 120;

export const beingDoneOf = (columns: TableColumn[]): { word: string; phrase: ValuePhrase }[] =>
  columns
    .filter(({ kind, values }) => kind === 'category' && values.length <= VALUES_MAX)
    .flatMap(({ name, values }) =>
      values.flatMap((value) => {
        const [link, word = '', more] = wordsOf(fold(value));
        if (link !== 'em' || more !== undefined || !DEED.test(word)) return [];
        const phrase: ValuePhrase = { bases: [link, word], column: name, values: [value], strength: 'head' };
        return [{ word, phrase }];
      }),
    );
