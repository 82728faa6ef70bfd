/** Whether the literals of a plan were said: in the question, or in the plan that it leans on. */
import type { Condition, Plan } from '#contract/table-plan.ts';
import { questionWords } from '../../../language/question-words.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import {
  addDays,
  type Day,
  monthsPeriod,
  type Period,
  yearPeriod,
} from '../../../language/values/calendar.ts';
import { compareDecimals } from '../../../language/values/decimal.ts';
import { numberAt } from '../../../language/values/numbers.ts';
import { periodAt } from '../../../language/values/periods.ts';
import { weekdaysAt } from '../../../language/values/weekdays.ts';
import { singular } from '../../../language/word-forms.ts';
import { wordsOf } from '../../../language/words.ts';
import type { TableCell } from '../compile/cells.ts';
import { isWeekday } from '../compile/conditions.ts';

const DECIMAL = /^-?\d{1,100}(?:\.\d{1,100})?$/;

export class SaidLiterals {
  readonly #literals: Set<string>;
  readonly #numbers: string[] = [];
  readonly #days = new Set<Day>();
  readonly #weekdays = new Set<number>();
  readonly #words: Set<string>;

  /** `plans`: what rules have read in the question, and the plan of the question that it leans on. */
  constructor(question: string, plans: Plan[], today: Day) {
    const literals = plans.flatMap(({ filters, having, search, limit }) => [
      ...filters.flatMap(({ values }) => values),
      ...having.map(({ value }) => value),
      search,
      ...(limit === null ? [] : [String(limit)]),
    ]);
    this.#literals = new Set(literals);
    this.#words = new Set([question, ...literals].flatMap(wordsOf).map(singular));
    this.#numbers.push(...literals.filter((literal) => DECIMAL.test(literal)));
    const words = questionWords(question);
    for (const at of words.keys()) {
      const number = numberAt(words, at);
      if (number) this.#numbers.push(number.value);
      for (const day of weekdaysAt(words, at)?.days ?? []) this.#weekdays.add(day);
      const found = periodAt(words, at, today);
      for (const period of [found?.period, found?.other]) if (period) this.#addPeriod(period);
      const year = /^(?:19|20)\d\d$/.exec(words[at]?.form ?? '');
      if (year) this.#addPeriod(yearPeriod(Number(year[0])));
    }
    for (const literal of literals) for (const day of daysOf(literal)) this.#days.add(day);
  }

  #addPeriod({ first, last }: Period): void {
    // «antes de março» ends on the day before it, «depois de março» begins on the day after.
    for (const day of [first, last, addDays(first, -1), addDays(last, 1)]) this.#days.add(day);
  }

  holdsNumber(literal: string): boolean {
    return DECIMAL.test(literal) && this.#numbers.some((number) => compareDecimals(number, literal) === 0);
  }

  /** All its words were said. */
  holdsText(literal: string): boolean {
    const words = wordsOf(literal).filter(isContentWord).map(singular);
    return words.length > 0 && words.every((word) => this.#words.has(word));
  }

  /** Values of a category are chosen from a list: only numbers, days and free text have to be said. */
  holds({ values }: Pick<Condition, 'values'>, { kind }: TableCell, isListed: boolean): boolean {
    const isSaid = (literal: string) => {
      if (this.#literals.has(literal)) return true;
      if (kind === 'number' || kind === 'money') return this.holdsNumber(literal);
      if (kind === 'date' && isWeekday(literal)) return this.#weekdays.has(Number(literal));
      if (kind === 'date') return daysOf(literal).every((day) => this.#days.has(day));
      return isListed || this.holdsText(literal);
    };
    return values.every(isSaid);
  }
}

const ends = ({ first, last }: Period): Day[] => [first, last];

const MONTHS: Record<string, number> = { S: 6, T: 3 };

/** The first and the last day of «2025», «2025-T1», «2025-03», a day, or two days with a bar between them. */
function daysOf(literal: string): Day[] {
  if (/^\d{4}$/.test(literal)) return ends(yearPeriod(Number(literal)));
  const part = /^(\d{4})-([ST]?)(\d\d?)$/.exec(literal);
  if (part) {
    const months = MONTHS[part[2] ?? ''] ?? 1;
    return ends(monthsPeriod(Number(part[1]), (Number(part[3]) - 1) * months + 1, months));
  }
  return literal.split('/').filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
}
