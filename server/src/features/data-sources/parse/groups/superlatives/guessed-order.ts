/** Which column «a maior carga» and «a melhor aula» are about, where none is named and the usual amount of the table is only a guess. */

import { fold } from '../../../../../language/words.ts';
import type { Item } from '../../chunk/items.ts';
import { columnsOfKind, consume, formOf, isFiller, isKeyword, type Reading, textOf } from '../../reading.ts';
import { isMarkName } from '../../words/columns/complements.ts';
import type { TableColumn } from '../../words/table-column.ts';

type Found = { column: string; items: Item[] };

/** The column, or «refused» where several could be meant; null leaves it to the usual amount. */
export function guessedOrder(reading: Reading, index: number): Found | 'refused' | null {
  const form = formOf(reading, reading.items[index]);
  if (reading.lexicon.table.is_money_guessed !== true && /^(?:mai|men)or/.test(form)) return null;
  return /^(?:melhor|pior)/.test(form) ? byMark(reading) : byThing(reading, index);
}

/** «a melhor aula» is the one with the best mark, where the table has marks; a remark says that the amount gives another order. */
function byMark(reading: Reading): Found | null {
  const { money_column } = reading.lexicon.table;
  const [mark, another] = columnsOfKind(reading, 'number').filter(isMarkName);
  if (!mark || another) return null;
  const money = columnsOfKind(reading, 'money').find(({ name }) => name === money_column);
  if (money)
    reading.remarks.push(
      `A ordem é por ${mark.label.toLowerCase()}; a tabela tem também ${money.label.toLowerCase()}.`,
    );
  return { column: mark.name, items: [] };
}

/** «a maior carga» of a table with `car_peso_kg` and `car_volumes`: how large it is, its own columns tell. */
function byThing(reading: Reading, index: number): Found | 'refused' | null {
  const item = reading.items.slice(index + 1).find((each) => !isFiller(reading, each));
  if (!item || (item.kind !== 'rows' && item.kind !== 'word') || isKeyword(item)) return null;
  const form = formOf(reading, item);
  const own = columnsOfKind(reading, 'number', 'money').filter((column) => isOfThing(column, form));
  const sizes = own.filter(({ kind }) => kind === 'number');
  const [only, another] = sizes;
  if (!only) return null;
  if (!another && own.length === 1) return { column: only.name, items: [] };
  const labels = own.map(({ label }) => `«${label}»`).join(', ');
  consume(reading, 'order', reading.items[index], item);
  reading.refusals.push(
    `Não sei o que é maior ou menor em «${textOf(reading, item)}»: esta tabela tem ${labels}. Diga por qual coluna.`,
  );
  return 'refused';
}

/** `car_peso_kg` of «carga», `lote_area` of «lote»: the first part of the name is the thing or its beginning, and others say what is measured. */
function isOfThing({ name }: TableColumn, form: string): boolean {
  const [first = '', ...others] = fold(name).split('_');
  return others.length > 0 && first.length >= 3 && form.startsWith(first) && !HEADS.test(first);
}

/** Beginnings that say what is measured, and of which the rest is the thing. */
const HEADS = /^(?:val|vlr|qtd|qtde|num|tot|total|pes|peso|area|med|nota|dia|temp|tempo)$/;
