/** The years that questions say beside a month, a quarter or a day, or alone: «de 2025», «do ano passado», «/25». */
import type { QuestionWord } from '../question-words.ts';
import { type Day, monthOf, yearOf } from './calendar.ts';

export const formAt = (words: QuestionWord[], at: number): string => words[at]?.form ?? '';

/** The place after the first of the given words, where it stands there. */
export const after = (words: QuestionWord[], at: number, ...forms: string[]): number =>
  forms.includes(formAt(words, at)) ? at + 1 : at;

/** A year in four digits. */
export function yearAt(words: QuestionWord[], at: number): number | null {
  const form = formAt(words, at);
  if (!/^(?:19|20)\d\d$/.test(form)) return null;
  return Number(form);
}

/** «de 2025», «/2025», «2025», «do ano passado», or nothing: then the year of today is assumed. */
export function yearAfter(
  words: QuestionWord[],
  at: number,
  today: Day,
): { to: number; year: number; isSaid: boolean } {
  const from = after(words, at, 'de', 'do', 'em');
  const named = after(words, from + 1, 'de');
  const start = formAt(words, from) === 'ano' && yearAt(words, named) !== null ? named : from;
  const year = yearAt(words, start);
  if (year !== null) return { to: start + 1, year, isSaid: true };
  const relative = relativeYear(words, from, today);
  if (relative) return { ...relative, isSaid: true };
  const short = formAt(words, at);
  if (/^\d\d$/.test(short) && words[at]?.before.trim() === '/')
    return { to: at + 1, year: 2000 + Number(short), isSaid: true };
  return { to: at, year: yearOf(today), isSaid: false };
}

/** «janeiro que vem», «março passado»: the next or the last month of that name. */
export function nearYear(
  words: QuestionWord[],
  at: number,
  { month, today }: { month: number; today: Day },
): { to: number; year: number } | null {
  const here = yearOf(today);
  if (formAt(words, at) === 'que' && formAt(words, at + 1) === 'vem')
    return { to: at + 2, year: month > monthOf(today) ? here : here + 1 };
  if (formAt(words, at) === 'passado') return { to: at + 1, year: month < monthOf(today) ? here : here - 1 };
  return null;
}

export function relativeYear(
  words: QuestionWord[],
  at: number,
  today: Day,
): { to: number; year: number } | null {
  const here = yearOf(today);
  const next = formAt(words, at + 1);
  if (/^(este|deste|neste|nesse)$/.test(formAt(words, at)) && next === 'ano')
    return { to: at + 2, year: here };
  if (formAt(words, at) !== 'ano') return null;
  if (/^(passado|anterior)$/.test(next)) return { to: at + 2, year: here - 1 };
  if (next === 'retrasado') return { to: at + 2, year: here - 2 };
  if (/^(atual|corrente)$/.test(next)) return { to: at + 2, year: here };
  if (/^(seguinte|proximo)$/.test(next)) return { to: at + 2, year: here + 1 };
  if (next === 'que' && formAt(words, at + 2) === 'vem') return { to: at + 3, year: here + 1 };
  return null;
}
