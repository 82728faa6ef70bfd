/** «isentos mais cancelados», «a soja mais o milho»: two values of one column that are added together. */
import type { Item } from '../chunk/items.ts';
import { formAt, isKeyword, type Reading } from '../reading.ts';

/** Before all rules: such a «mais» is an «e». */
export function joinAddedValues(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (!isKeyword(item, 'more')) continue;
    const [before, after] = [reading.items[index - 1], valueAfter(reading, index)];
    if (before?.kind !== 'value' || after?.kind !== 'value') continue;
    const columns = new Set(before.phrases.map(({ column }) => column));
    if (!after.phrases.some(({ column }) => columns.has(column))) continue;
    reading.items[index] = { kind: 'keyword', keyword: 'and', from: item.from, to: item.to };
  }
}

/** Right after the word, or after an article. */
const valueAfter = (reading: Reading, index: number): Item | undefined =>
  /^(?:o|a|os|as)$/.test(formAt(reading, index + 1)) ? reading.items[index + 2] : reading.items[index + 1];
