/** Halves of a month: «primeira quinzena de março», «2ª quinzena do mês passado». */
import type { QuestionWord } from '../question-words.ts';
import type { Day, Period } from './calendar.ts';

export type Found = { to: number; period: Period | null; isYearAssumed?: boolean; other?: Period | null };
export type PeriodReader = (words: QuestionWord[], at: number, today: Day) => Found | null;

const FIRST = /^(?:primeira|1[aª]?)$/;
const SECOND = /^(?:segunda|ultima|2[aª]?)$/;

/** The last day of the first half. */
const HALF = 15;

/** `monthAt`: the month that begins at a word. */
export const fortnightOf =
  (monthAt: PeriodReader): PeriodReader =>
  (words, at, today) => {
    const form = words[at]?.form ?? '';
    const isFirst = FIRST.test(form);
    if (!(isFirst || SECOND.test(form)) || words[at + 1]?.form !== 'quinzena') return null;
    const from = /^d[eo]$/.test(words[at + 2]?.form ?? '') ? at + 3 : at + 2;
    const month = monthAt(words, from, today);
    const { first = '', last = '' } = month?.period ?? {};
    if (!month?.period || first.slice(0, 7) !== last.slice(0, 7) || first === last) return null;
    const day = (number: number): Day => `${first.slice(0, 8)}${number}`;
    return { ...month, period: isFirst ? { first, last: day(HALF) } : { first: day(HALF + 1), last } };
  };
