/** Readings of a finished plan that are as likely as the one that was taken: each is offered beside the answer, with its figure. */

import { type Condition, type Measure, type Plan, timeOfDay } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { stockColumn } from '../bounds/words-for-bounds.ts';
import { isPriceOfOne } from '../measures/add-measure.ts';
import { candidates, columnNamed, columnsOfKind, type Reading } from '../reading.ts';
import { isAside } from '../words/columns/telling-names.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';

type Alternative = Plan['alternatives'][number];

/** As many as a plan holds. */
const ALTERNATIVES_MAX = 3;

export function offerReadings(reading: Reading): void {
  const { plan } = reading;
  const offered = [
    ...reading.offers.map(({ text, instead, taken }) => ({
      text,
      filters: replaced(plan.filters, instead, taken),
    })),
    ...swapped(reading, reading.eitherColumn),
    ...swapped(reading, reading.eitherDay),
    ...otherPieces(reading),
    ...otherFigures(reading),
    ...otherMoney(reading),
    ...writtenMonth(reading),
  ];
  plan.alternatives = offered
    .filter(({ text }, at) => offered.findIndex((one) => one.text === text) === at)
    .slice(0, ALTERNATIVES_MAX);
}

function replaced(filters: Condition[], instead: Condition[], taken: string[]): Condition[] {
  const kept = filters.filter(
    ({ column }) => !taken.includes(column) && !instead.some((one) => one.column === column),
  );
  return [...kept, ...instead];
}

/** «valor» of a table with two columns of money, «em 2025» of one with two of days: the other column is offered. */
function swapped(reading: Reading, either: Reading['eitherColumn']): Alternative[] {
  const { plan } = reading;
  if (!either) return [];
  const { taken, other } = either;
  // «valor líquido» is no «peso líquido».
  if (columnNamed(reading, taken)?.kind === 'money' && columnNamed(reading, other)?.kind === 'number')
    return [];
  // The price of one piece is not added up.
  const isPrice = columnsOfKind(reading, 'money').some(
    (column) => column.name === other && isPriceOfOne(column),
  );
  if (isPrice && plan.measures.some(({ fn, column }) => fn === 'sum' && column === taken)) return [];
  const columns = [...plan.measures, ...plan.filters].map(({ column }) => column);
  const isOfTime = columns.includes(timeOfDay(taken));
  if (!(isOfTime || columns.includes(taken)) || (isOfTime && !columnNamed(reading, other)?.has_times))
    return [];
  const instead = new Map<string | null, string>([
    [taken, other],
    [timeOfDay(taken), timeOfDay(other)],
  ]);
  const swap = <T extends { column: string | null }>(one: T): T => {
    const column = instead.get(one.column);
    return column ? { ...one, column } : one;
  };
  const text = columnNamed(reading, other)?.label ?? other;
  return [{ text, filters: plan.filters.map(swap), measures: plan.measures.map(swap) }];
}

/** The only figure of a plan that has neither groups nor parts. */
function onlyFigure({ plan }: Reading): Measure | null {
  const only = onlyOne(plan.measures);
  return only && plan.group_by.length === 0 && !plan.share && !plan.rows ? only : null;
}

const figureText = (reading: Reading, { fn, column }: Measure): string => {
  const label = (columnNamed(reading, column ?? '')?.label ?? '').toLowerCase();
  if (fn === 'count') return `contando ${reading.lexicon.table.rows_word.many}`;
  return fn === 'count_distinct' ? `contando ${label} sem repetir` : `somando ${label}`;
};

/** «quantas lâmpadas tem no estoque?»: how many kinds of them, and how many pieces. */
function otherPieces(reading: Reading): Alternative[] {
  const { plan } = reading;
  const column = stockColumn(reading);
  const measure = onlyFigure(reading);
  const isInStock = reading.words.some(({ form }) => /^(?:estoque|almoxarifado|deposito)$/.test(form));
  const namesRows = reading.items.some((item) => item.kind === 'rows');
  if (!column || measure?.fn !== 'count' || !isInStock || namesRows || reading.texts.length === 0) return [];
  const other: Measure = { fn: 'sum', column };
  return [{ text: figureText(reading, other), filters: plan.filters, measures: [other] }];
}

/** «qual o total do Bibliobus?»: how many there are, and what they add up to. */
function otherFigures(reading: Reading): Alternative[] {
  const measure = onlyFigure(reading);
  return reading.eitherFigures
    .filter(({ taken }) => taken.fn === measure?.fn && taken.column === measure.column)
    .map(({ other }) => ({
      text: figureText(reading, other),
      filters: reading.plan.filters,
      measures: [other],
    }));
}

/** More amounts than these are parts of one another, and people name the one that they want. */
const AMOUNTS_MAX = 3;

/** «quanto foi pago em maio?» of a table with the gross and the net amount: the usual one is taken, although no word names it. */
function otherMoney(reading: Reading): Alternative[] {
  const { plan } = reading;
  const measure = onlyFigure(reading);
  const all = columnsOfKind(reading, 'money');
  const taken = all.find(({ name }) => name === measure?.column);
  const amounts = all.filter((column) => column === taken || !(isPriceOfOne(column) || isAside(column)));
  const isOther = reading.eitherColumn && columnNamed(reading, reading.eitherColumn.other)?.kind !== 'money';
  if (!measure || !taken || isOther || amounts.length > AMOUNTS_MAX) return [];
  if (reading.before?.measures.some(({ column }) => column === taken.name)) return [];
  if (isPriceOfOne(taken) || isWhole(reading, taken) || namesAlone(reading, taken)) return [];
  const isGuessed = reading.lexicon.table.is_money_guessed === true;
  const others = amounts.filter(
    (column) => column !== taken && (isAlike(column, taken) || (isGuessed && !isAside(taken))),
  );
  return others.map((other) => {
    const swap = (one: Measure): Measure => ({ ...one, column: other.name });
    return { text: other.label, filters: plan.filters, measures: plan.measures.map(swap) };
  });
}

/** «valor total», and the «valor da fatura» of a table of bills. */
function isWhole({ lexicon: { table } }: Reading, { label }: TableColumn): boolean {
  const nouns = [table.rows_word.one, ...(table.row_nouns ?? [])].map(baseForm);
  const words = wordsOf(fold(label)).map(baseForm);
  return /\b(?:total|geral)\b/.test(fold(label)) || words.some((word) => nouns.includes(word));
}

/** «valor bruto» and «valor líquido», and not «valor da multa». */
const isAlike = (one: TableColumn, other: TableColumn): boolean => {
  const [first, second] = [one, other].map(({ label }) => fold(label).split(' ')[0] ?? '');
  return first === second && [one, other].every(({ label }) => STAGE.test(fold(label)));
};

const STAGE = /(?:[ai]d[oa]s?|pag[oa]s?|bruto|liquido|total|final|previst[oa]s?|nominal|global|real)$/;

/** Whether some word is one of this column's own. */
const namesAlone = (reading: Reading, { name }: TableColumn): boolean =>
  reading.items.some((item) => {
    const amounts = candidates(item).filter((one) => columnNamed(reading, one)?.kind === 'money');
    return (
      amounts.length === 1 &&
      amounts[0] === name &&
      !(item.to === item.from + 1 && WHOLE_AMOUNT.test(reading.words[item.from]?.form ?? ''))
    );
  });

/** They name the usual amount, whatever it is called. */
const WHOLE_AMOUNT =
  /^(?:valor(?:es)?|gastos?|despesas?|receitas?|faturamento|arrecadacao|montante|quantia|dinheiro)$/;

/** «contas de setembro» of a table with the month that a bill is for, beside the days of it. */
function writtenMonth(reading: Reading): Alternative[] {
  const { plan, lexicon } = reading;
  const only = onlyOne(
    lexicon.table.columns,
    ({ hidden, values }) => !hidden && values.length > 0 && values.every((value) => monthOf(value) !== null),
  );
  const place = plan.filters.findIndex(
    ({ column, op }) => op === 'between' && columnNamed(reading, column)?.kind === 'date',
  );
  const days = plan.filters[place];
  const isNamed = reading.items.some(
    (item) => days !== undefined && item.kind !== 'period' && candidates(item).includes(days.column),
  );
  const [first = '', last = ''] = days?.values ?? [];
  const isMonths = /-01$/.test(first) && first.length === 10 && /-(?:28|29|30|31)$/.test(last);
  if (!only || !days || isNamed || !isMonths) return [];
  const values = only.values.filter((value) => {
    const month = monthOf(value) ?? '';
    return month >= first.slice(0, 7) && month <= last.slice(0, 7);
  });
  if (values.length === 0 || plan.filters.some(({ column }) => column === only.name)) return [];
  const instead: Condition = { column: only.name, op: 'in', values };
  return [
    {
      text: `${only.label} ${values.slice(0, 3).join(', ')}`,
      filters: replaced(plan.filters, [instead], [days.column]),
    },
  ];
}

/** «09/2026» and «2026-09» as the latter; null for any other text. */
function monthOf(value: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])[/-](\d{4})$/.exec(value.trim()) ?? [];
  if (month && year) return `${year}-${month}`;
  return /^\d{4}[/-](?:0[1-9]|1[0-2])$/.test(value.trim()) ? value.trim().replace('/', '-') : null;
}
