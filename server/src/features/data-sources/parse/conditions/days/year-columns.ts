/** Columns that hold a year as a number, «ano letivo» or «exercício»: what is said of a whole year is about them. */

import { type Condition, FILTERS_MAX } from '#contract/table-plan.ts';
import { fold } from '../../../../../language/words.ts';
import { columnNamed, consume, formAt, formOf, isKeyword, type Reading } from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isParticiple } from '../../words/verbs.ts';

/** «ano do modelo» tells something of a thing, and not when its row came about. */
const YEAR =
  /^(?:ano|exercicio|year|safra|temporada)(?: (?:de )?(?:ref\w*|letivo|base|fiscal|exercicio|competencia|calendario|orcamentari[oa]|civil))?$/;

const isYearColumn = ({ kind, label, name }: TableColumn): boolean =>
  kind === 'number' && (YEAR.test(fold(label)) || YEAR.test(fold(name).replaceAll('_', ' ')));

/** The year of a thing's making is not that in which something happened to it, unless the question names it. */
const YEAR_OF_THING = /\b(modelo|fabrica\w*|constru\w*|nasc\w*|publica\w*|lancamento|funda\w*|edicao)/;

const isNamedOrUsual = ({ items, words }: Reading, { name, label }: TableColumn): boolean =>
  !YEAR_OF_THING.test(fold(label)) ||
  items.some(
    (item) =>
      item.kind === 'column' && item.columns.includes(name) && words[item.from]?.form.startsWith('ano'),
  );

export const yearColumn = (reading: Reading): TableColumn | null => {
  const only = onlyOne(reading.lexicon.table.columns, isYearColumn);
  return only && isNamedOrUsual(reading, only) ? only : null;
};

/** «em 2025», «de 2023 a 2025» without a word for a day: the year that the table gives, and not that of one of its days. */
export function readYears(reading: Reading): void {
  const column = yearColumn(reading);
  if (!column) return;
  for (const [place, filter] of reading.plan.filters.entries()) {
    const years = yearsOf(filter.values);
    if (filter.column !== reading.lexicon.table.date_column || !years || isNamed(reading)) continue;
    const items = reading.filterItems[place] ?? [];
    if (filter.op === 'in') {
      const [first = '', last = ''] = [years.toSorted()[0], years.toSorted().at(-1)];
      const isRun = Number(last) - Number(first) + 1 === years.length;
      if (!isRun) continue;
      reading.plan.filters[place] = { column: column.name, op: 'between', values: [first, last] };
    } else if (filter.op === 'between') {
      offerDay(reading, filter, column.name);
      reading.plan.filters[place] = { column: column.name, op: 'between', values: years };
    } else if (filter.op === '>=' || filter.op === '<=')
      reading.plan.filters[place] = { column: column.name, op: filter.op, values: years.slice(0, 1) };
    consume(reading, 'year', ...items);
  }
  reading.plan.filters.splice(FILTERS_MAX);
}

/** «matriculados em 2026» of a table with the «data de matrícula» and the «ano letivo»: the year of that day is the other reading. */
function offerDay(reading: Reading, day: Condition, taken: string): void {
  const column = columnNamed(reading, day.column);
  const said = reading.words.find(
    ({ form }) => column !== undefined && isParticiple(form) && sharesRoot(form, column),
  );
  if (said) reading.offers.push({ text: said.text, instead: [{ ...day }], taken: [taken] });
}

/** The years that the days begin and end, or that are keys; null where a day lies within a year. */
function yearsOf(values: string[]): string[] | null {
  const years = values.map((value) => /^(\d{4})(?:-01-01|-12-31)?$/.exec(value)?.[1]);
  const found = years.filter((year) => year !== undefined);
  return found.length === values.length && found.length > 0 ? found : null;
}

/** «abertas em 2025», «pela data de abertura»: the question says which day it is about. */
const isNamed = (reading: Reading): boolean =>
  [...reading.used.values()].some((rule) => rule === 'event' || rule === 'column of days');

/** «por ano», «por exercício», «por ano letivo» of a table with such a column. */
export function yearKeyAt(
  reading: Reading,
  index: number,
): { column: string; items: Reading['items']; to: number } | null {
  const column = yearColumn(reading);
  const item = reading.items[index];
  const named = item && yearOfThing(reading, index);
  if (named) return named;
  if (!column || !item) return null;
  const names = item.kind === 'column' && item.columns.includes(column.name);
  const isYear = /^(ano|anos)$/.test(formOf(reading, item)) && isKeyword(item, 'unit');
  if (!names && !isYear) return null;
  const next = reading.items[index + 1];
  if (next?.kind === 'column' && next.columns.includes(column.name))
    return { column: column.name, items: [item, next], to: index + 2 };
  if (isYear && formOf(reading, next) === 'de') return null;
  return { column: column.name, items: [item], to: index + 1 };
}

/** «por ano de fabricação» of the column «ano fab»: the words after «ano» name it. */
function yearOfThing(
  reading: Reading,
  index: number,
): { column: string; items: Reading['items']; to: number } | null {
  if (!/^anos?$/.test(formAt(reading, index))) return null;
  const step = /^(?:de|do|da)$/.test(formAt(reading, index + 1)) ? 2 : 1;
  const next = reading.items[index + step];
  if (next?.kind !== 'column') return null;
  const only = onlyOne(next.columns, (name) => {
    const column = columnNamed(reading, name);
    return column?.kind === 'number' && /^ano\b/.test(fold(column.label));
  });
  if (!only) return null;
  return { column: only, items: [...reading.items.slice(index, index + step + 1)], to: index + step + 1 };
}
