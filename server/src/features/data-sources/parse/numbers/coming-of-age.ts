/** «maiores de idade», «só os menores de idade»: those of eighteen years and more, or less. */
import { fold } from '../../../../language/words.ts';
import { addFilter } from '../filters.ts';
import { columnsOfKind, consume, formOf, isKeyword, type Reading } from '../reading.ts';

const OF_AGE = '18';

export function readComingOfAge(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const [link, age] = reading.items.slice(index + 1, index + 3);
    const isOfAge =
      isKeyword(item, 'largest', 'smallest') &&
      /^(?:maior|menor)(?:es)?$/.test(formOf(reading, item)) &&
      formOf(reading, link) === 'de' &&
      formOf(reading, age) === 'idade';
    // «a maior idade», «maior de idade» of the rows that are people
    if (!isOfAge) continue;
    consume(reading, 'coming of age', item, link, age);
    const [only, another] = columnsOfKind(reading, 'number').filter(
      ({ label, unit }) =>
        /^idade\b/.test(fold(label)) && !/mes|dia|seman/.test(fold(`${label} ${unit ?? ''}`)),
    );
    if (!only || another) reading.refusals.push('A tabela não tem a idade em anos de que se trata.');
    else {
      const op = isKeyword(item, 'largest') ? '>=' : '<';
      addFilter(reading, { column: only.name, op, values: [OF_AGE] }, ...(age ? [item, age] : [item]));
    }
  }
}
