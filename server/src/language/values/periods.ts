/** Dates and periods as people write them in Portuguese, read relative to a day that is given as today. */

import type { QuestionWord } from '../question-words.ts';
import {
  addDays,
  addMonths,
  type Day,
  monthOf,
  monthPeriod,
  monthsPeriod,
  type Period,
  weekPeriod,
  yearOf,
  yearPeriod,
} from './calendar.ts';
import { dayOf } from './day-of-a-month.ts';
import { type Found, fortnightOf, type PeriodReader as Reader } from './fortnights.ts';
import { numberAt } from './numbers.ts';
import { after, formAt, nearYear, relativeYear, yearAfter, yearAt } from './years.ts';

export type PeriodSpan = {
  /** The words from `from` up to, but without, `to`. */
  from: number;
  to: number;
  /** Null for a date that no calendar has. */
  period: Period | null;
  /** A year that was not written was taken to be this one. */
  isYearAssumed: boolean;
  /** «último mês» is the last thirty days, or the month before this one. */
  other: Period | null;
};

const MONTHS = [
  'janeiro',
  'fevereiro',
  'marco',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));

/** Months of a unit, and 0 for days and weeks. */
const UNIT_MONTHS: Record<string, number> = {
  mes: 1,
  meses: 1,
  bimestre: 2,
  bimestres: 2,
  trimestre: 3,
  trimestres: 3,
  tri: 3,
  semestre: 6,
  semestres: 6,
  ano: 12,
  anos: 12,
};
const UNIT_DAYS: Record<string, number> = { dia: 1, dias: 1, semana: 7, semanas: 7, quinzena: 15 };

/** The period that begins at a word, or null. A bare year counts only after a word that a year may follow. */
export function periodAt(words: QuestionWord[], at: number, today: Day): PeriodSpan | null {
  for (const reader of READERS) {
    const found = reader(words, at, today);
    if (found)
      return {
        from: at,
        to: found.to,
        period: found.period,
        isYearAssumed: found.isYearAssumed ?? false,
        other: found.other ?? null,
      };
  }
  return null;
}

/** 10/02/2025, 10-02-2025, 2025-02-10, 10/02, 02/2025, 2025-02. */
const inDigits: Reader = (words, at, today) => {
  const form = formAt(words, at);
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(form);
  if (iso) return iso[3] ? onDay(at, iso[1], iso[2], iso[3]) : inMonth(at, iso[1], iso[2]);
  const full = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(form);
  if (full) return onDay(at, (full[3] ?? '').length === 2 ? `20${full[3]}` : full[3], full[2], full[1]);
  const month = /^(\d{1,2})\/(\d{4})$/.exec(form);
  if (month) return inMonth(at, month[2], month[1]);
  const short = /^(\d{1,2})\/(\d{1,2})$/.exec(form);
  if (!short) return null;
  const said = yearAfter(words, at + 1, today);
  const day = dayOf(said.year, Number(short[2]), Number(short[1]));
  return { to: said.to, period: day ? { first: day, last: day } : null, isYearAssumed: !said.isSaid };
};

function onDay(at: number, year = '', month = '', day = ''): Found {
  const found = dayOf(Number(year), Number(month), Number(day));
  return { to: at + 1, period: found ? { first: found, last: found } : null };
}

const inMonth = (at: number, year = '', month = ''): Found => ({
  to: at + 1,
  period: dayOf(Number(year), Number(month), 1) ? monthPeriod(Number(year), Number(month)) : null,
});

/** «5 de março de 2026», «1º de junho». */
const dayOfMonth: Reader = (words, at, today) => {
  const start = after(words, at, 'dia');
  const digits = /^(\d{1,2})[ºª°o]?$/.exec(formAt(words, start))?.[1];
  const day = digits ?? (formAt(words, start) === 'primeiro' ? '1' : undefined);
  if (day === undefined || formAt(words, start + 1) !== 'de') return null;
  const month = MONTHS.indexOf(formAt(words, start + 2)) + 1;
  if (month === 0) return null;
  const said = yearAfter(words, start + 3, today);
  const found = dayOf(said.year, month, Number(day));
  return { to: said.to, period: found ? { first: found, last: found } : null, isYearAssumed: !said.isSaid };
};

/** «março», «março de 2025», «mar/25», «mês de março». */
const namedMonth: Reader = (words, at, today) => {
  // «por mês de janeiro a dezembro» is a group, and a range of days.
  const isNoun =
    formAt(words, at) === 'mes' &&
    formAt(words, at + 1) === 'de' &&
    !/^(?:por|cada|a)$/.test(formAt(words, at - 1));
  const start = isNoun ? at + 2 : at;
  const form = formAt(words, start);
  const long = MONTHS.indexOf(form) + 1;
  const said = yearAfter(words, start + 1, today);
  const isShortSure = said.isSaid || isBeforeMonth(words, start + 1);
  const month = long || (isShortSure ? SHORT_MONTHS.indexOf(form) + 1 : 0);
  if (month === 0) return null;
  const near = said.isSaid ? null : nearYear(words, said.to, { month, today });
  if (near) return { to: near.to, period: monthPeriod(near.year, month) };
  return { to: said.to, period: monthPeriod(said.year, month), isYearAssumed: !said.isSaid };
};

/** The «jan» of «de jan a jun de 2025» has its year from the month that ends the range. */
const isBeforeMonth = (words: QuestionWord[], at: number): boolean =>
  /^(?:a|ate|e)$/.test(formAt(words, at)) &&
  SHORT_MONTHS.includes(formAt(words, at + 1).slice(0, 3)) &&
  /^(?:\p{L}{3}|\p{L}{4,9})$/u.test(formAt(words, at + 1)) &&
  yearAfter(words, at + 2, '2000-01-01').isSaid;

/** «3º trimestre de 2026», «primeiro semestre», «segundo tri de 2024». */
const ordinalPart: Reader = (words, at, today) => {
  const number = numberAt(words, at);
  if (!number?.isOrdinal && !/^[1-6]$/.test(formAt(words, at))) return null;
  const place = Number(number?.value ?? formAt(words, at));
  const unit = formAt(words, at + 1);
  const months = UNIT_MONTHS[unit] ?? 0;
  if (months < 2 || months > 6 || place * months > 12) return null;
  const said = yearAfter(words, at + 2, today);
  return {
    to: said.to,
    period: monthsPeriod(said.year, (place - 1) * months + 1, months),
    isYearAssumed: !said.isSaid,
  };
};

/** «últimos 90 dias», «últimas duas semanas», «nos últimos 3 meses», «último mês». */
const lastUnits: Reader = (words, at, today) => {
  const isPast = /^(ultim[oa]s?|passad[oa]s)$/.test(formAt(words, at));
  const isComing = /^proxim[oa]s?$/.test(formAt(words, at));
  if (!isPast && !isComing) return null;
  const number = numberAt(words, at + 1);
  const to = number ? number.to : at + 1;
  const count = number ? Number(number.value) : 1;
  const unit = formAt(words, to);
  const isUnit = UNIT_DAYS[unit] !== undefined || UNIT_MONTHS[unit] !== undefined;
  if (!isUnit || count < 1 || count > 5_000) return null;
  if (isComing) {
    const rolling = { first: today, last: unitsAfter(today, unit, count) };
    const calendar = number || /s$/.test(formAt(words, at)) ? null : unitPeriod(unit, today, 1);
    return calendar ? { to: to + 1, period: calendar, other: rolling } : { to: to + 1, period: rolling };
  }
  const begin = unitsAfter(today, unit, -count);
  const other = number ? null : unitPeriod(unit, today, -1);
  return { to: to + 1, period: { first: addDays(begin, 1), last: today }, other };
};

/** The day so many units after another one; a negative count leads back. */
function unitsAfter(day: Day, unit: string, count: number): Day {
  const days = UNIT_DAYS[unit];
  return days ? addDays(day, days * count) : addMonths(day, (UNIT_MONTHS[unit] ?? 0) * count);
}

const NAMED_DAYS: Record<string, number> = { hoje: 0, ontem: -1, anteontem: -2, amanha: 1 };

/** «hoje», «ontem», «esta semana», «semana passada», «mês passado», «ano que vem». */
const relative: Reader = (words, at, today) => {
  const form = formAt(words, at);
  const shift = NAMED_DAYS[form];
  if (shift !== undefined) {
    const day = addDays(today, shift);
    return { to: at + 1, period: { first: day, last: day } };
  }
  if (/^(?:n?est[ea]|n?ess[ea]|dest[ea]|dess[ea])$/.test(form)) {
    const period = unitPeriod(formAt(words, at + 1), today, 0);
    return period && { to: at + 2, period };
  }
  const shifted = shiftAt(words, at + 1);
  const period = shifted && unitPeriod(form, today, shifted.steps);
  return period && { to: shifted.to, period };
};

/** Words after a unit, and by how many units they lead away from the present one. */
const SHIFTS: [RegExp, number][] = [
  [/^(passad[oa]|anterior)$/, -1],
  [/^retrasad[oa]$/, -2],
  [/^(atual|corrente)$/, 0],
  [/^(seguinte|proxim[oa])$/, 1],
];

function shiftAt(words: QuestionWord[], at: number): { to: number; steps: number } | null {
  const form = formAt(words, at);
  if (form === 'que') return formAt(words, at + 1) === 'vem' ? { to: at + 2, steps: 1 } : null;
  const found = SHIFTS.find(([pattern]) => pattern.test(form));
  return found ? { to: at + 1, steps: found[1] } : null;
}

/** The calendar unit that holds today, or one so many before or after it. */
function unitPeriod(unit: string, today: Day, steps: number): Period | null {
  if (unit === 'semana') return weekPeriod(addDays(today, steps * 7));
  const months = UNIT_MONTHS[unit];
  if (!months) return null;
  const index = Math.floor((monthOf(today) - 1) / months) + steps;
  return monthsPeriod(yearOf(today), index * months + 1, months);
}

/** Words after which a number of four digits is a year. */
const BEFORE_YEAR = new Set(
  'em de desde ate entre ano anos apos e a ou versus vs x durante dos e/ou para contra no do'.split(' '),
);

const year: Reader = (words, at) => {
  const start = formAt(words, at) === 'ano' ? after(words, at + 1, 'de') : at;
  const found = yearAt(words, start);
  if (found === null) return null;
  if (start === at && at > 0 && !BEFORE_YEAR.has(formAt(words, at - 1)) && !words[at]?.before.includes(','))
    return null;
  return { to: start + 1, period: yearPeriod(found) };
};

const namedYear: Reader = (words, at, today) => {
  const found = relativeYear(words, at, today);
  return found && { to: found.to, period: yearPeriod(found.year) };
};

const fortnight = fortnightOf(
  (words, at, today) => namedMonth(words, at, today) ?? relative(words, at, today),
);

const READERS: Reader[] = [
  inDigits,
  fortnight,
  dayOfMonth,
  ordinalPart,
  namedMonth,
  lastUnits,
  namedYear,
  relative,
  year,
];
