/** The days that a question asks about: «em 2019», «em maio de 2019», «em 12/03/2019», «vigente em …». */
import {
  type Day,
  monthPeriod,
  type Period,
  today,
  yearOf,
  yearPeriod,
} from '../../../language/values/calendar.ts';
import { dayOf } from '../../../language/values/day-of-a-month.ts';
import { fold } from '../../../language/words.ts';

/** `label`: as a reader reads it, «em 2019». `rest`: the question without the words that name the days. */
export type AskedDays = Period & { label: string; by: 'sent' | 'question' | 'today'; rest: string };

const FIRST_YEAR = 1822;
/** Years further ahead name something else. */
const AHEAD_MAX = 5;
const MONTHS =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

const LEAD = String.raw`(?:\b(?:em|ate|no dia|na data de|no ano de|no mes de|ao longo de|durante(?: o ano de)?|a epoca de|vigentes? (?:em|no ano de)|em vigor (?:em|no ano de)|que valia(?:m)? em)\s+)`;
const FORMS: {
  form: RegExp;
  read: (found: RegExpExecArray) => Period | null;
  label: (found: RegExpExecArray) => string;
}[] = [
  {
    form: new RegExp(String.raw`(?:${LEAD}|\bde\s+)(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b`),
    read: ([, day, month, year]) => single(dayOf(Number(year), Number(month), Number(day))),
    label: ([, day = '', month = '', year = '']) =>
      `em ${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`,
  },
  {
    form: new RegExp(String.raw`${LEAD}(\d{1,2})[oº°]?\s+de\s+(${MONTHS.join('|')})\s+de\s+(\d{4})\b`),
    read: ([, day, month, year]) => single(dayOf(Number(year), MONTHS.indexOf(month ?? '') + 1, Number(day))),
    label: ([, day = '', month = '', year = '']) => {
      const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
      return `em ${day.padStart(2, '0')}/${number}/${year}`;
    },
  },
  {
    form: new RegExp(String.raw`${LEAD}(${MONTHS.join('|')})\s+de\s+(\d{4})\b`),
    read: ([, month, year]) => monthPeriod(Number(year), MONTHS.indexOf(month ?? '') + 1),
    label: ([, month = '', year = '']) => `em ${month === 'marco' ? 'março' : month} de ${year}`,
  },
  {
    form: new RegExp(String.raw`${LEAD}(\d{4})\b(?![/.-]?\w)`),
    read: ([, year]) => yearPeriod(Number(year)),
    label: ([, year = '']) => `em ${year}`,
  },
];

const single = (day: Day | null): Period | null => (day === null ? null : { first: day, last: day });

/** The first day, month or year that it names, else today. */
export function askedDays(question: string, now: Date): AskedDays {
  const current = today(now);
  const folded = fold(question);
  const named = folded.length === question.length ? firstNamed(folded, current) : null;
  if (!named) return { first: current, last: current, label: 'hoje', by: 'today', rest: question };
  const { at, length, ...period } = named;
  const rest = `${question.slice(0, at)} ${question.slice(at + length)}`.replace(/\s+([?.,;!])/g, '$1');
  return { ...period, by: 'question', rest: /[\p{L}\p{N}]/u.test(rest) ? rest : question };
}

function firstNamed(folded: string, current: Day) {
  const found = FORMS.flatMap(({ form, read, label }) => {
    const match = form.exec(folded);
    const period = match ? read(match) : null;
    if (!match || !period || !isMeant(period, current)) return [];
    return [{ ...period, label: label(match), at: match.index, length: match[0].length }];
  });
  return found.sort((one, other) => one.at - other.at || other.length - one.length)[0] ?? null;
}

const isMeant = ({ first }: Period, current: Day): boolean =>
  yearOf(first) >= FIRST_YEAR && yearOf(first) <= yearOf(current) + AHEAD_MAX;
