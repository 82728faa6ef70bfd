/** The days or hours between two dates of a row, its time of the day, and one of its numbers less another, as a column that people read. */
import { DURATION_UNIT, daysBetween, hoursBetween, numberLess, timeOfDay } from '#contract/table-plan.ts';

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

/** «Horas entre data de chegada e data de atracação». */
export const hoursColumn = (from: NamedColumn, to: NamedColumn): NamedColumn => ({
  name: hoursBetween(from.name, to.name),
  label: `Horas entre ${lower(from.label)} e ${lower(to.label)}`,
  kind: 'number',
  unit: 'horas',
});

/** «Hora de chegada» of «Data de chegada». */
export const timeColumn = (moment: NamedColumn): NamedColumn => ({
  name: timeOfDay(moment.name),
  label: `Hora de ${lower(moment.label).replace(/^data d[aeo]s? /, '')}`,
  kind: 'number',
  unit: DURATION_UNIT,
});

/** «Saldo menos estoque mínimo». */
export const lessColumn = (one: NamedColumn, other: NamedColumn): NamedColumn => ({
  name: numberLess(one.name, other.name),
  label: `${one.label} menos ${lower(other.label)}`,
  kind: one.kind === 'money' && other.kind === 'money' ? 'money' : 'number',
  unit: one.unit,
});
