/** Literals of a question: numbers, periods, phrases of comparison and addresses. */
import { DURATION_UNIT } from '#contract/table-plan.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import { durationAt } from '../../../../language/values/durations.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { type PeriodSpan, periodAt } from '../../../../language/values/periods.ts';
import { weekdaysAt } from '../../../../language/values/weekdays.ts';
import { fold } from '../../../../language/words.ts';
import { comparisonAt } from '../words/keywords.ts';
import { type Item, isNumericColumn, type Text } from './items.ts';

/** «2024/2025», «s10»: more than a number. */
export const CODE = /\d\D|\D\d/;

const STREET = /^(?:rua|avenida|av|travessa|praca|alameda|rodovia|estrada|largo|ladeira|beco|viela)$/;

/** «rua Sete de Setembro»: a street is a name, and neither a number nor a month. */
export function address(text: Text, at: number): Item | null {
  const { forms, words } = text;
  if (!STREET.test(forms[at] ?? '')) return null;
  const isName = (place: number): boolean => /^\p{Lu}/u.test(words[place]?.text ?? '');
  let to = at + 1;
  while (isName(to) || (/^(?:de|do|da|dos|das)$/.test(forms[to] ?? '') && isName(to + 1))) to += 1;
  return to > at + 1 ? { kind: 'word', isFunction: false, from: at, to } : null;
}

export function comparison(text: Text, at: number): Item | null {
  const found = comparisonAt(text.forms, at);
  if (!found) return null;
  const { to, phrase } = found;
  const isFollowed = {
    number: () => isNumberNext(text, to),
    date: () => isPeriodNext(text, at, to),
    both: () => isNumberNext(text, to) || isPeriodNext(text, at, to),
  };
  const fits = isFollowed[phrase.of]() || (phrase.of === 'number' && isComparing(text, at, to));
  return fits ? { kind: 'comparison', phrase, from: at, to } : null;
}

const isNumberNext = ({ words, forms }: Text, to: number): boolean =>
  isOne(forms, to) || [skipFunctionWords(forms, to), to].some((place) => numberAt(words, place) !== null);

const isPeriodNext = (text: Text, at: number, to: number): boolean => {
  const end = /^ate$/.test(text.forms[at] ?? '') ? afterEnd(text.forms, to) : to;
  return [skipFunctionWords(text.forms, to), to, end].some(
    (place) => (yearLongAgo(text, place) ?? periodAt(text.words, place, text.today)) !== null,
  );
};

/** «acima de banana»: the comparison was meant, and nothing can be compared; «maior que o mínimo»: a column is. */
const isComparing = ({ forms, bases, lexicon }: Text, at: number, to: number): boolean =>
  /^(acima|abaixo|superior|inferior)/.test(forms[at] ?? '') ||
  (/^(que|do que)/.test(forms[to - 1] ?? '') &&
    [...(lexicon.columns.get(bases[skipFunctionWords(forms, to)] ?? '') ?? [])].some((name) =>
      isNumericColumn(lexicon, name),
    ));

/** «até o fim de março» is until the last day of it. */
const afterEnd = (forms: string[], at: number): number =>
  /^(?:o |a )?(?:fim|final) d[eoa] /.test(`${forms.slice(at, at + 3).join(' ')} `)
    ? at + (/^(?:fim|final)$/.test(forms[at] ?? '') ? 2 : 3)
    : at;

/** «mais de uma hora»: after a comparison the article is a number. */
const isOne = (forms: string[], at: number): boolean => /^uma?$/.test(forms[at] ?? '');

const skipFunctionWords = (forms: string[], at: number): number => {
  let next = at;
  while (next < forms.length && isFunctionWord(forms[next] ?? '') && next - at < 2) next += 1;
  return next;
};

/** «segundo bimestre» of a table with the column «bimestre». */
const isStepOfColumn = ({ words, lexicon }: Text, at: number): boolean =>
  /^(?:bi|tri|quadri|se)mestre$/.test(words[at + 1]?.form ?? '') &&
  lexicon.table.columns.some(
    ({ kind, label, hidden }) => !hidden && kind !== 'date' && fold(label) === words[at + 1]?.form,
  );

export function period(text: Text, at: number, last: Item | undefined): Item | null {
  const { words, today } = text;
  if (isStepOfColumn(text, at)) return null;
  const isCompared = last?.kind === 'comparison' && last.phrase.of === 'number';
  if (isCompared) return null;
  const span = yearLongAgo(text, at) ?? periodAt(words, at, today);
  return span && { kind: 'period', span, from: at, to: span.to };
}

/** «antes de 1850» of a table with the year in which things were made. */
function yearLongAgo({ forms, lexicon }: Text, at: number): PeriodSpan | null {
  const year = forms[at] ?? '';
  const isOfTable = lexicon.table.columns.some(
    ({ kind, label, hidden }) => !hidden && kind === 'number' && /^ano\b/.test(fold(label)),
  );
  if (!/^1[0-8]\d\d$/.test(year) || !isOfTable) return null;
  const period = { first: `${year}-01-01`, last: `${year}-12-31` };
  return { from: at, to: at + 1, period, isYearAssumed: false, other: null };
}

/** «aos sábados», unless the table has a value of that name. */
export function weekday({ words, bases, lexicon }: Text, at: number): Item | null {
  const found = weekdaysAt(words, at);
  const isOfTable = lexicon.phrases.has(bases[at] ?? '') || lexicon.columns.has(bases[at] ?? '');
  if (!found || (isOfTable && found.to === at + 1)) return null;
  return { kind: 'weekday', days: found.days, from: at, to: found.to };
}

/** «entre 1º e 15 de junho», «1º de maio». */
const isDayOfMonth = (words: Text['words'], at: number): boolean =>
  /^(de|a|ate)$/.test(words[at + 1]?.form ?? '') ||
  (words[at + 1]?.form === 'e' && /^\d+$/.test(words[at + 2]?.form ?? ''));

/** «1h30», «2 horas e meia» of a table that has durations: so many minutes. */
export function duration({ words, lexicon }: Text, at: number): Item | null {
  const hasDurations = lexicon.table.columns.some(({ unit, hidden }) => !hidden && unit === DURATION_UNIT);
  const found = hasDurations ? durationAt(words, at) : null;
  if (!found) return null;
  const { to, minutes: value } = found;
  const number = { from: at, to, value, unit: 'minutes' as const, isOrdinal: false, isBare: false };
  return { kind: 'number', number, from: at, to };
}

export function number(text: Text, at: number, last: Item | undefined): Item | null {
  const found = numberAt(text.words, at);
  const isCompared = last?.kind === 'comparison' && last.phrase.of === 'number';
  if (!found && isCompared && isOne(text.forms, at)) {
    const one = { from: at, to: at + 1, value: '1', unit: null, isOrdinal: false, isBare: false };
    return { kind: 'number', number: one, from: at, to: at + 1 };
  }
  if (!found || (found.isOrdinal && isOrdinalOfTable(text, at, found.to))) return null;
  return { kind: 'number', number: found, from: at, to: found.to };
}

/** An ordinal that is a value of the table, or a word of one of its columns: «e no 7º?» of «7º ano», «segunda via». */
function isOrdinalOfTable({ words, bases, lexicon }: Text, at: number, to: number): boolean {
  const base = bases[at] ?? '';
  return /^\d/.test(base)
    ? lexicon.phrases.has(base) && !isDayOfMonth(words, at)
    : to === at + 1 && lexicon.columns.has(base);
}
