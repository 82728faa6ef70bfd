/** The days between two dates of a row, as a column that people read. */
import { daysBetween } from '#contract/table-plan.ts';

export type NamedColumn = { name: string; label: string; kind: string; unit: string | null };

/** Within a sentence; abbreviations such as «UF» stay. */
export const lower = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** «Dias entre data de abertura e data de conclusão». */
export const daysColumn = (from: NamedColumn, to: NamedColumn): NamedColumn => ({
  name: daysBetween(from.name, to.name),
  label: `Dias entre ${lower(from.label)} e ${lower(to.label)}`,
  kind: 'number',
  unit: 'dias',
});
