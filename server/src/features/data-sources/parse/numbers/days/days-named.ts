/** The words for a time that the table reckons from two of its dates become those of a column of numbers. */

import { daysBetween, hoursBetween } from '#contract/table-plan.ts';
import { daysColumn, hoursColumn } from '../../../compile/days-column.ts';
import type { Item } from '../../chunk/items.ts';
import { columnNamed, formAt, formOf, isKeyword, type Reading } from '../../reading.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { datesNamed } from './named-dates.ts';

/** Two dates, and the places in the question of the words that name them. */
export type Span = {
  from: TableColumn;
  to: TableColumn;
  other: TableColumn | null;
  place: Place | null;
};
type Place = { first: number; after: number };

export const NOUN = /^(?:tempos?|prazos?|intervalo|duracao|demora|dias|horas)$/;

/** «quantas horas», «mais de 48 horas», «em horas»: of columns that have the time of the day, and else the days are as near as they tell. */
export const asksHours = (reading: Reading): boolean =>
  reading.words.some(({ form }) => /^(?:horas?|hs)$/.test(form));

/** «levou quantos dias», «levam mais de 30 dias». */
export const tellsTime = (reading: Reading, at: number): boolean =>
  reading.items.slice(Math.max(0, at - 3), at + 6).some(
    (item, place, near) =>
      /^(?:tempo|horas?|dias?|semanas?|mes|meses|anos?)$/.test(formOf(reading, item)) &&
      // «passam de 15 mil reais por mês»
      !isKeyword(near[place - 1], 'by', 'each'),
  );

export function addColumn(reading: Reading, from: TableColumn, to: TableColumn): string {
  const { table } = reading.lexicon;
  const isHours = asksHours(reading) && from.has_times === true && to.has_times === true;
  const name = (isHours ? hoursBetween : daysBetween)(from.name, to.name);
  const named = (isHours ? hoursColumn : daysColumn)(from, to);
  const made: TableColumn = { ...from, ...named, kind: 'number', synonyms: [], values: [] };
  if (!columnNamed(reading, name))
    reading.lexicon = { ...reading.lexicon, table: { ...table, columns: [...table.columns, made] } };
  return name;
}

/** All words for the time name its column; «quanto tempo» asks for the average, where no other figure is asked. */
export function rewrite(reading: Reading, { from, to, other, place }: Span): void {
  const name = addColumn(reading, from, to);
  const hasFigure = reading.items.some((item) =>
    isKeyword(item, 'average', 'median', 'sum', 'total', 'largest', 'smallest', 'list', 'more', 'fewer'),
  );
  const begun = endOfBeginning(reading, from);
  reading.items = reading.items.flatMap((item, at): Item[] => {
    const words = { from: item.from, to: item.to };
    if (place && at === place.first) {
      const last = reading.items[place.after - 1] ?? item;
      return [{ kind: 'column', columns: [name], from: item.from, to: last.to }];
    }
    // «para executar uma troca de hidrômetro depois que pedem»: what else is said between the two days stays.
    if (place && at > place.first && at < place.after)
      return item.kind === 'value' && datesNamed(reading, item, [from, to]).length === 0 ? [item] : [];
    if (place && (at < begun || isOfAnybody(reading, at, place.first)))
      return [{ kind: 'word', isFunction: true, ...words }];
    const isCounted = isTimeWord(formAt(reading, at + 1));
    if (isKeyword(item, 'how_many', 'how_much') && isCounted)
      return [{ kind: 'keyword', keyword: hasFigure ? 'which' : 'average', ...words }];
    return isNamed(reading, item, at) ? [{ kind: 'column', columns: [name], ...words }] : [item];
  });
  if (other) reading.eitherColumn = { taken: name, other: addColumn(reading, other, to) };
}

/** «depois que a pessoa pede, demora quantos dias até …»: the place after the words for the day on which it begins; 0 where there are none. */
function endOfBeginning(reading: Reading, from: TableColumn): number {
  if (!/^(?:depois|desde|apos|quando)$/.test(formAt(reading, 0))) return 0;
  const at = reading.items.findIndex((item) => datesNamed(reading, item, [from]).length > 0);
  const isPlain = reading.items
    .slice(1, Math.max(1, at))
    .every(
      (item) =>
        /^(?:de|que|[oa]s?|d[oa]|se|pessoas?|gente|pessoal|povo)$/.test(formOf(reading, item)) ||
        ((item.kind === 'rows' || item.kind === 'column') && !/s$/.test(formOf(reading, item))),
    );
  return at > 0 && isPlain ? at + 1 : 0;
}

/** «quantos dias o pessoal fica com o livro até devolver»: the mean is that of all rows, whatever each is about. */
function isOfAnybody(reading: Reading, at: number, end: number): boolean {
  const item = reading.items[at] as Item;
  const isAfterTime = reading.items.slice(0, at).some((each) => NOUN.test(formOf(reading, each)));
  const form = formOf(reading, item);
  if (!isAfterTime || at >= end || formAt(reading, end) !== 'ate') return false;
  const isOne = item.kind === 'column' && !/s$/.test(form) && /^[oa]$/.test(formAt(reading, at - 1));
  return isOne || /^(?:pessoal|povo|gente|pessoa|fic(?:a|am|ou|aram))$/.test(form);
}

const isTimeWord = (form: string): boolean => NOUN.test(form);

const TAKING = /^(?:lev|pass|esper|aguard)(?:a|am|ou|aram|ar|ava|avam|ando)$/;

/** «demoram», «o tempo», and not the unit of a number: «30 dias». */
const isNamed = (reading: Reading, item: Item, at: number): boolean => {
  const form = formOf(reading, item);
  if (item.kind === 'value') return false;
  if (/^demor(?:a|am|ou|aram|ando|ar|em)$/.test(form)) return true;
  if (TAKING.test(form)) return tellsTime(reading, at);
  return isTimeWord(form) && reading.items[at - 1]?.kind !== 'number';
};
