/** Words that are only the complement in the name of a column: «escala» of «situação da escala», «leito» of «tipo de leito». */
import { baseForm } from '../../../../language/word-forms.ts';
import { isFlag } from '../reading.ts';
import { isComplement, isMarkOf, isSortHead, isStateName } from '../words/columns/complements.ts';
import { KEYWORDS } from '../words/keywords.ts';
import { holdsWords } from '../words/table-column.ts';
import { columnIn, type Text } from './items.ts';

/**
 * «leito» is the «código do leito» sooner than the «tipo de leito», and «escala» of a table of them is a row and no
 * «situação da escala»: without its head such a name is meant only where nothing else is called so.
 */
export function withoutComplements(text: Text, at: number, all: string[]): string[] {
  const { forms, bases, lexicon } = text;
  const base = bases[at] ?? '';
  const columns = all.filter((name) => !isMarkOf(columnIn(lexicon, name), base, forms));
  const isOwn = (name: string): boolean => !isComplement(columnIn(lexicon, name), base);
  if (isHeadSaid(text, at) || columns.every(isOwn)) return columns;
  const own = columns.filter(isOwn);
  const isTold = own.some((name) =>
    /^(?:category|text|identifier)$/.test(columnIn(lexicon, name)?.kind ?? ''),
  );
  const isRow = lexicon.rows.has(base) && !isToldApart(text, at);
  return isTold || isRow || isOnlyState(text, at, columns) ? own : columns;
}

/** «por contrato», «qual contrato» of a table with its «situação do contrato» alone: a situation is none of the contracts. */
const isOnlyState = ({ forms, lexicon }: Text, at: number, columns: string[]): boolean =>
  /^(?:por|cada|qual|quais)$/.test(forms[at - 1] ?? '') &&
  columns.every((name) => isStateName(columnIn(lexicon, name)));

/** «tipo de leito», «por situação da escala». */
const isHeadSaid = ({ bases }: Text, at: number): boolean =>
  [1, 2, 3].some((step) => isSortHead(bases[at - step] ?? ''));

/** «veículos diferentes» are counted by a column, although the rows are called so too. */
export const isToldApart = ({ forms }: Text, at: number): boolean =>
  [forms[at - 1], forms[at + 1]].some((form) => KEYWORDS.get(form ?? '') === 'distinct');

/** «por navio» of a table with the «tipo de navio» and the «embarcação»: the column of that other name has one after the other. */
export function isSortedThing({ bases, lexicon }: Text, at: number, name: string): boolean {
  const base = bases[at] ?? '';
  const column = columnIn(lexicon, name);
  const isOfSeveral = column?.kind === 'category' || (column?.kind === 'text' && column.repeats === true);
  return (
    isOfSeveral &&
    !isComplement(column, base) &&
    lexicon.table.columns.some((each) => !each.hidden && isComplement(each, base))
  );
}

/** «o técnico» of the column «técnico» is somebody, and no «visita técnica» that is marked. */
export const isMarkOfAnother = (
  { bases, lexicon }: Text,
  at: number,
  columns: string[],
  mark: string,
): boolean => {
  const marked = columnIn(lexicon, mark);
  return (
    marked !== undefined &&
    isFlag(marked) &&
    baseForm(marked.label) !== bases[at] &&
    columns.some((name) => {
      const column = columnIn(lexicon, name);
      return column && holdsWords(column) && !isFlag(column) && baseForm(column.label) === bases[at];
    })
  );
};
