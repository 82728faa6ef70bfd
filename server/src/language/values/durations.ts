/** Durations as people and systems write them: «1h30», «45 min», «2 dias», «1 dia e 4h», «01:45», «0,5 h». Read into minutes. */
import type { QuestionWord } from '../question-words.ts';
import { decimalOf, movePoint } from './decimal.ts';
import { numberAt } from './numbers.ts';

/* Patterns for both database servers: without backslashes, over a text in small letters without blanks. */

const NUMBER = '[0-9]{1,6}(?:[.,][0-9]{1,2})?';
const DAYS = 'd(?:ias?)?[e,]?';
const HOURS = 'h(?:oras?|rs?|s)?[.]?[e,]?';
const MINUTES = 'm(?:in(?:utos?|s)?)?[.]?[e,]?';

/** One of these must be in the text: «5 m» may be metres. */
export const UNIT_LETTERS = ['h', 'min', 'dia', 'seg'];

/** After hours the minutes need no unit: «1h30». */
export const NAMED_DURATION = `^(?:${NUMBER}${DAYS})?(?:(?:${NUMBER}${HOURS})?(?:${NUMBER}${MINUTES})?(?:${NUMBER}s(?:eg(?:undos?|s)?)?[.]?)?|${NUMBER}${HOURS}[0-5]?[0-9])$`;

/** «01:45», «1:45:30», and an interval as PostgreSQL writes it: «2 days 04:00:00», «1 day». */
export const CLOCK_DURATION =
  '^(?:[0-9]{1,5}days?)?(?:[0-9]{1,4}:[0-5][0-9](?::[0-5][0-9](?:[.][0-9]{1,6})?)?(?:h|hs|hrs)?)?$';

/** «14:30», «14h», «14h30»: it may be a time of the day as well. */
export const TIME_OF_DAY =
  '^(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9](?::[0-5][0-9])?(?:h|hs|hrs)?|h(?:[0-5][0-9])?(?:m|min)?|hs|hrs|horas?)$';

/** The number of a unit: the first part of such a text that matches. */
export const DAYS_PART = '[0-9][0-9.,]*(?=d)';
export const NAMED_PARTS = {
  hours: '[0-9][0-9.,]*(?=h)',
  minutes: '[0-9][0-9.,]*(?=m)|[0-9]+$',
  seconds: '[0-9][0-9.,]*(?=s)',
};
export const CLOCK_PARTS = {
  hours: '[0-9]+(?=:)',
  minutes: '(?<=:)[0-9][0-9]',
  seconds: '(?<=:[0-9][0-9]:)[0-9.]+',
};

/** In minutes. */
const UNITS: [RegExp, number][] = [
  [/^(?:d|dias?)$/, 1440],
  [/^(?:h|hs|hrs?|horas?)$/, 60],
  [/^(?:min|mins|minutos?)$/, 1],
];

const minutesOf = (form: string): number | null => UNITS.find(([unit]) => unit.test(form))?.[1] ?? null;

export type DurationSpan = { to: number; minutes: string };

/** A duration of a question that is more than a number with its unit: «1h30», «2 horas e meia», «1 dia e 4 horas», «01:45». */
export function durationAt(words: QuestionWord[], from: number): DurationSpan | null {
  const clock = clockAt(words, from);
  if (clock) return clock;
  const first = termAt(words, from);
  if (!first) return null;
  const second = moreAt(words, first);
  if (!second) return first.isAttached ? { to: first.to, minutes: first.minutes } : null;
  const third = moreAt(words, second);
  const last = third ?? second;
  const terms = [first, second, ...(third ? [third] : [])];
  return { to: last.to, minutes: terms.map(({ minutes }) => minutes).reduce(sum) };
}

/** `unit`: the minutes of its unit. */
type Term = { to: number; minutes: string; unit: number; isAttached?: boolean };

/** «01:45» is cut into two words. */
function clockAt(words: QuestionWord[], at: number): DurationSpan | null {
  const [hours, minutes] = [words[at], words[at + 1]];
  if (!hours || minutes?.before !== ':' || !/^\d{1,3}$/.test(hours.form) || !/^[0-5]\d$/.test(minutes.form))
    return null;
  return { to: at + 2, minutes: String(Number(hours.form) * 60 + Number(minutes.form)) };
}

/** «2 horas», «duas horas», «uma hora», «1h30». */
function termAt(words: QuestionWord[], at: number): Term | null {
  const isOne = /^uma?$/.test(words[at]?.form ?? '');
  const number = isOne ? { value: '1', to: at + 1 } : numberAt(words, at);
  const unit = number && (words[number.to]?.form ?? '');
  if (!number || !unit) return null;
  const attached = /^h([0-5]\d)(?:m|min)?$/.exec(unit)?.[1];
  if (attached)
    return { to: number.to + 1, minutes: sum(times(number.value, 60), attached), unit: 1, isAttached: true };
  const minutes = minutesOf(unit);
  return minutes === null
    ? null
    : { to: number.to + 1, minutes: times(number.value, minutes), unit: minutes };
}

/** «e meia», «e 15 minutos», «30» after hours, «e 4 horas» after days. */
function moreAt(words: QuestionWord[], { to, unit }: Term): Term | null {
  const isJoined = words[to]?.form === 'e';
  const at = isJoined ? to + 1 : to;
  if (isJoined && /^mei[oa]$/.test(words[at]?.form ?? '') && unit > 1)
    return { to: at + 1, minutes: times('0.5', unit), unit: 1 };
  const next = termAt(words, at);
  if (next) return next.unit < unit && !next.isAttached ? next : null;
  const bare = unit === 60 ? decimalOf(words[at]?.form ?? '') : null;
  return bare !== null && Number(bare) < 60 && words[at]?.before.trim() === ''
    ? { to: at + 1, minutes: bare, unit: 1 }
    : null;
}

function times(value: string, factor: number): string {
  const places = value.split('.')[1]?.length ?? 0;
  return movePoint(String(BigInt(movePoint(value, places)) * BigInt(factor)), -places);
}

function sum(one: string, other: string): string {
  const places = Math.max(...[one, other].map((value) => value.split('.')[1]?.length ?? 0));
  return movePoint(String(BigInt(movePoint(one, places)) + BigInt(movePoint(other, places))), -places);
}
