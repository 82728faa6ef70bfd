/** Which amount a plan is about, where its rules took the usual one and the question means another of the table. */

import { isPriceOfOne } from '../measures/add-measure.ts';
import { candidates, columnNamed, columnsOfKind, consume, isUsed, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import { type TableColumn, wordsOfName } from '../words/table-column.ts';

/** «as três mais valiosas, pelo valor do seguro», and «quanto custou em média?» after a question for restorations by person. */
export function settleAmount(reading: Reading): void {
  const usual = columnNamed(reading, reading.lexicon.table.money_column ?? '');
  if (!usual || !usesAmount(reading, usual.name)) return;
  if (
    reading.items.some((item) => candidates(item).includes(usual.name) && isAmountAlone(reading, item, usual))
  )
    return;
  const other = amountLeft(reading, usual) ?? amountOfBefore(reading, usual);
  if (!other) return;
  const swap = <T extends { column: string | null }>(one: T): T =>
    one.column === usual.name ? { ...one, column: other.name } : one;
  const { plan } = reading;
  plan.measures = plan.measures.map(swap);
  plan.order = plan.order.map(swap);
}

const usesAmount = ({ plan }: Reading, name: string): boolean =>
  [...plan.measures, ...plan.order].some(({ column }) => column === name);

/** «valor do seguro» names the «valor segurado»; «valor» and «gasto» name any amount. */
function isAmountAlone(reading: Reading, item: Reading['items'][number], usual: TableColumn): boolean {
  const named = candidates(item).filter((name) => columnNamed(reading, name)?.kind === 'money');
  const [first = '', ...own] = wordsOfName(usual);
  const said = reading.words.slice(item.from, item.to).map(({ base }) => base);
  return (
    named.length === 1 && said.some((base) => own.includes(base) || (own.length === 0 && base === first))
  );
}

/** The only amount that the question names and that no rule has taken. */
function amountLeft(reading: Reading, usual: TableColumn): TableColumn | null {
  const left = reading.items.flatMap((item) => {
    const column = isUsed(reading, item) ? null : columnNamed(reading, onlyOne(candidates(item)) ?? '');
    return item.kind === 'column' && column?.kind === 'money' && !isPriceOfOne(column) && column !== usual
      ? [{ item, column }]
      : [];
  });
  const named = onlyOne([...new Set(left.map(({ column }) => column))]);
  if (named) consume(reading, 'amount', ...left.map(({ item }) => item));
  return named ?? null;
}

/** Grouped by the «responsável pelo restauro», what it cost is the «valor do restauro». */
function amountOfBefore(reading: Reading, usual: TableColumn): TableColumn | null {
  const { before, plan } = reading;
  if (!before || before.measures.some(({ column }) => columnNamed(reading, column ?? '')?.kind === 'money'))
    return null;
  if (reading.lexicon.table.is_money_guessed !== true) return null;
  const planned = [...plan.group_by, ...plan.filters].flatMap(
    ({ column }) => columnNamed(reading, column) ?? [],
  );
  const nouns = planned.flatMap((column) => wordsOfName(column).slice(1));
  const isOfNouns = (column: TableColumn): boolean =>
    wordsOfName(column)
      .slice(1)
      .some((word) => nouns.some((noun) => noun.length >= NOUN_LETTERS && rootsMeet(noun, word)));
  if (isOfNouns(usual)) return null;
  return onlyOne(columnsOfKind(reading, 'money').filter(isOfNouns)) ?? null;
}

const NOUN_LETTERS = 5;
