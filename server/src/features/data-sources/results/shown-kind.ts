/** How cells of a column are written in a result. */
import type { Plan } from '#contract/table-plan.ts';
import type { ResultColumn } from '#contract/table-result.ts';
import { fold } from '../../../language/words.ts';
import type { NamedColumn } from '../compile/days-column.ts';

type Column = Pick<NamedColumn, 'name' | 'label' | 'kind'>;

const YEAR = /^(?:ano|year)(?![\p{L}\p{N}])/u;

/** A year is a number that is compared as one and read without points: «2026», not «2.026». */
export const shownKind = ({ kind, label, name }: Column): ResultColumn['kind'] =>
  kind === 'number' && (YEAR.test(fold(label)) || YEAR.test(fold(name).replaceAll('_', ' ')))
    ? 'identifier'
    : (kind as ResultColumn['kind']);

/** The first or the last year is one; an average of years is a number. */
export const measuredKind = (fn: Plan['measures'][number]['fn'], column: Column): ResultColumn['kind'] =>
  fn === 'minimum' || fn === 'maximum' ? shownKind(column) : (column.kind as ResultColumn['kind']);
