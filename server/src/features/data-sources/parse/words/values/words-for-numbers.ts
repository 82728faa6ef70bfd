/** Phrases for what cells of a number say in its place: «a combinar», «cortesia». */

import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { isHarmless } from '../common-words.ts';
import { onlyOne } from '../only-one.ts';
import type { TableColumn, ValuePhrase } from '../table-column.ts';

/** «a combinar», and «combinar» alone, of an amount that some cells do not tell in numbers. */
export const phrasesForNumber = ({ name, words_for_number = [] }: TableColumn): ValuePhrase[] =>
  words_for_number.flatMap((value) => {
    const bases = basesOf(value);
    const content = bases.filter((base) => base.length >= 4 && !isFunctionWord(base) && !isHarmless(base));
    const whole: ValuePhrase = { bases, column: name, values: [value], strength: 'whole' };
    const only = onlyOne(content);
    return only && bases.length > 1 ? [whole, { ...whole, bases: [only], strength: 'head' }] : [whole];
  });
