/** Days of the week that a question names: «aos sábados», «numa segunda-feira», «de segunda a sexta», «dias úteis», «fim de semana». */
import type { QuestionWord } from '../question-words.ts';

/** Days from 1, Monday, to 7. */
export type WeekdaySpan = { to: number; days: number[] };

const NAMES = ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'];

const GROUPS: [string[], number[]][] = [
  [
    ['dia', 'uteis'],
    [1, 2, 3, 4, 5],
  ],
  [
    ['dias', 'uteis'],
    [1, 2, 3, 4, 5],
  ],
  [
    ['dia', 'util'],
    [1, 2, 3, 4, 5],
  ],
  [
    ['dias', 'de', 'semana'],
    [1, 2, 3, 4, 5],
  ],
  ...['fim', 'final', 'fins', 'finais'].map((end): [string[], number[]] => [
    [end, 'de', 'semana'],
    [6, 7],
  ]),
];

const formAt = (words: QuestionWord[], at: number): string => words[at]?.form ?? '';

/** One day by its name: «sábado», «sábados», «segunda-feira», «segundas». Its number, and the place after it. */
function nameAt(words: QuestionWord[], at: number): { to: number; day: number; isFull: boolean } | null {
  const form = formAt(words, at);
  const day = NAMES.indexOf(form.replace(/s$/, '')) + 1;
  if (day === 0) return null;
  const isJoined = /^feiras?$/.test(formAt(words, at + 1));
  // «segunda» alone is an ordinal, and «sábado» alone is a day.
  return { to: isJoined ? at + 2 : at + 1, day, isFull: isJoined || form.endsWith('s') || day > 5 };
}

/**
 * The days that begin at a word. «no sábado» may be one certain day as well as all of them, so that a single day needs a
 * plural, «num», «em» or «de» before it, or a participle such as «feitas».
 */
export function weekdaysAt(words: QuestionWord[], at: number): WeekdaySpan | null {
  for (const [forms, days] of GROUPS)
    if (forms.every((form, step) => formAt(words, at + step) === form))
      return { to: at + forms.length, days };
  const first = nameAt(words, at);
  if (!first) return null;
  const last = /^(?:a|ate)$/.test(formAt(words, first.to)) ? nameAt(words, first.to + 1) : null;
  if (last && first.day < last.day && /^(?:de|da)$/.test(formAt(words, at - 1)))
    return {
      to: last.to,
      days: Array.from({ length: last.day - first.day + 1 }, (_, step) => first.day + step),
    };
  const isListed = /^(?:e|ou)$/.test(formAt(words, first.to)) && nameAt(words, first.to + 1) !== null;
  const isAny =
    isListed ||
    /s$/.test(formAt(words, at)) ||
    /^(?:aos?|as|nos|nas|num|numa|em|de|e|ou|tod[oa]s?|cada|qualquer|um|uma)$/.test(formAt(words, at - 1));
  return first.isFull && isAny ? { to: first.to, days: [first.day] } : null;
}
