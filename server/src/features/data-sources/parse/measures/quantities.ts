/** How many pieces or units of a thing there are: «quantas unidades», «quantos kg de cloro». */
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { columnNamed, columnsOfKind, formOf, namesOf, type Reading } from '../reading.ts';

/** «quantos kg de cloro» of a table with the quantity of each movement and its unit. */
export const isUnitValue = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'value' &&
  item.phrases.some(({ column }) =>
    /^(?:un|und|unid|unidade|unidade de medida|medida|um)$/.test(
      fold(columnNamed(reading, column)?.label ?? ''),
    ),
  );

/** Things that are handed over by the piece, and that the table has no other word for. */
export const isPieces = (reading: Reading, item: Item | undefined): boolean => {
  const form = formOf(reading, item);
  return form === 'unidades' || (item?.kind === 'word' && /^(?:pecas|itens|exemplares)$/.test(form));
};

/** The only column of how many pieces a row has. */
export function quantityColumn(reading: Reading): string | undefined {
  const found = columnsOfKind(reading, 'number').filter(({ name }) =>
    /\b(?:quantidades?|qtde?|qty|quantity|estoque)\b/.test(namesOf(reading, name).replaceAll('_', ' ')),
  );
  const plain = found.length > 1 ? found.filter(({ label }) => wordsOf(label).length === 1) : found;
  return plain.length === 1 ? plain[0]?.name : undefined;
}
