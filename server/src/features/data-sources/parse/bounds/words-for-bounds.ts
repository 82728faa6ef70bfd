/** Words that stand for a comparison with a number: «maiores de idade» have eighteen years, and of what is «zerado» or «em falta» nothing is left. */

import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { columnsOfKind, consume, formOf, isKeyword, isUsed, itemsBefore, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';

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
    const only = onlyOne(
      columnsOfKind(reading, 'number'),
      ({ label, unit }) =>
        /^idade\b/.test(fold(label)) && !/mes|dia|seman/.test(fold(`${label} ${unit ?? ''}`)),
    );
    if (!only) reading.refusals.push('A tabela não tem a idade em anos de que se trata.');
    else {
      const op = isKeyword(item, 'largest') ? '>=' : '<';
      addFilter(reading, { column: only.name, op, values: [OF_AGE] }, ...(age ? [item, age] : [item]));
    }
  }
}

export const BOUND = /minim|maxim|\bmin\b|\bmax\b|meta|ideal|seguranca|reposicao/;

/** The only column of how much there is of the thing in a row. */
export function stockColumn(reading: Reading): string | null {
  const numbers = columnsOfKind(reading, 'number').filter(({ label }) => !BOUND.test(fold(label)));
  const only = onlyOne(numbers, ({ label }) =>
    /^(?:saldo|estoque|quantidade|qtde?)(?: (?:atual|em estoque|disponivel|de estoque))?$/.test(fold(label)),
  );
  return only?.name ?? null;
}

export function readNothingLeft(reading: Reading): void {
  const column = stockColumn(reading);
  if (!column) return;
  for (const [index, item] of reading.items.entries()) {
    const said = nothingLeftAt(reading, index, item);
    if (said.length === 0) continue;
    consume(reading, 'stock', ...said);
    const not = itemsBefore(reading, index, 3).find(
      (each) => isKeyword(each, 'not') && !isUsed(reading, each),
    );
    consume(reading, 'stock', not);
    addFilter(
      reading,
      not ? { column, op: '>', values: ['0'] } : { column, op: 'between', values: ['0', '0'] },
      item,
    );
    return;
  }
}

/** «sem estoque», «em falta», «zerado», «acabou»: the words, none where the item does not begin them. */
function nothingLeftAt(reading: Reading, index: number, item: Item): Item[] {
  const form = formOf(reading, item);
  const next = reading.items[index + 1];
  const isWithout = isKeyword(item, 'without') && /^(?:estoque|saldo)$/.test(formOf(reading, next));
  const isMissing = form === 'em' && formOf(reading, next) === 'falta' && next?.kind !== 'value';
  if (next && (isWithout || isMissing)) return [item, next];
  // «acabou cancelada» is how it ended.
  const isOver = /^(?:acab|esgot)(?:ou|aram)$/.test(form) && (!next || next.kind === 'period');
  const isZero = item.kind === 'word' && (isOver || /^(?:zerad|esgotad)[oa]s?$/.test(form));
  return isZero ? [item] : [];
}
