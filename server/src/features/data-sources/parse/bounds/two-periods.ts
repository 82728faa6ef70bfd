/** Two periods of which one is said in part: «o primeiro e o segundo trimestre de 2026», «de janeiro a setembro, 2025 contra 2026», «no mesmo período do ano passado». */
import type { Plan } from '#contract/table-plan.ts';
import { addDays, monthsPeriod, type Period, yearOf } from '../../../../language/values/calendar.ts';
import type { Item } from '../chunk/items.ts';
import { formAt, formOf, isKeyword, type Reading } from '../reading.ts';

type PeriodItem = Extract<Item, { kind: 'period' }>;

/** Before all rules: each of the two becomes a period of its own. */
export function nameTwoPeriods(reading: Reading, before: Plan | null): void {
  shareUnit(reading);
  joinMonths(reading);
  nameSamePeriod(reading, before);
}

const LITTLE = /^(?:[oa]s?|d[eoa]s?|n[oa]s?|em|ao|com|que|comparad[oa]s?|relacao|frente)$/;
const JOINT = /^(?:e|ou|com|contra|versus|vs|x|para|comparad[oa]s?|em relacao|frente|que)$/;

/** Nothing stands between two items but little words, and one of them joins what they stand between. */
function areJoined(reading: Reading, from: number, to: number): boolean {
  const between = reading.items.slice(from + 1, to);
  const isJoint = (item: Item) => isKeyword(item, 'versus', 'and', 'or') || JOINT.test(formOf(reading, item));
  return (
    between.some(isJoint) && between.every((item) => isJoint(item) || LITTLE.test(formOf(reading, item)))
  );
}

/** No more little words stand between the two. */
const REACH = 6;

const MONTHS: Record<string, number> = { bimestre: 2, trimestre: 3, tri: 3, semestre: 6 };

/** How many months the parts of a year have of which a period is one: three of «2º trimestre de 2026». */
const monthsOf = (reading: Reading, item: Item | undefined): number =>
  item?.kind === 'period' ? (MONTHS[(reading.words[item.from + 1]?.form ?? '').replace(/s$/, '')] ?? 0) : 0;

/** «o primeiro e o segundo trimestre de 2026», «o primeiro trimestre de 2026 contra o segundo»: both are parts of that year. */
function shareUnit(reading: Reading): void {
  for (const [at, item] of reading.items.entries()) {
    if (item.kind !== 'number' || !item.number.isOrdinal) continue;
    const whole = partAfter(reading, at) ?? partBefore(reading, at);
    const period = whole && partOf(whole, monthsOf(reading, whole), Number(item.number.value));
    if (!whole || !period) continue;
    const { from, to } = item;
    reading.items[at] = { kind: 'period', span: { ...whole.span, from, to, period, other: null }, from, to };
  }
}

function partAfter(reading: Reading, at: number): PeriodItem | null {
  const next = reading.items.findIndex(({ kind }, place) => place > at && kind === 'period');
  const part = reading.items[next];
  return part?.kind === 'period' && monthsOf(reading, part) > 0 && areJoined(reading, at, next) ? part : null;
}

/** The rank is the last that is said, for a noun after it would be that of which it is one. */
function partBefore(reading: Reading, at: number): PeriodItem | null {
  const last = reading.items.findLastIndex(({ kind }, place) => place < at && kind === 'period');
  const part = reading.items[last];
  const end = reading.words[reading.items[at]?.to ?? 0];
  const isEnd = end === undefined || /[,.;:?!]/.test(end.before);
  const isPart = part?.kind === 'period' && monthsOf(reading, part) > 0;
  return isPart && isEnd && areJoined(reading, last, at) ? part : null;
}

function partOf({ span }: PeriodItem, months: number, place: number): Period | null {
  const isPart = span.period !== null && place >= 1 && place * months <= 12;
  return isPart && span.period
    ? monthsPeriod(yearOf(span.period.first), (place - 1) * months + 1, months)
    : null;
}

/** «de janeiro a setembro, 2025 contra 2026»: the months of both years; «janeiro a março de 2025 com janeiro a março de 2026»: each is one period. */
function joinMonths(reading: Reading): void {
  for (const at of reading.items.keys()) {
    const months = rangeAt(reading, at);
    const second = months
      ? reading.items.findIndex(({ kind }, place) => place > at + 2 && kind === 'period')
      : -1;
    const other = reading.items[second];
    if (!months || other?.kind !== 'period' || second > at + REACH || !areJoined(reading, at + 2, second))
      continue;
    const range = rangeAt(reading, second);
    const period = range ?? inYearOf(months, other);
    if (!period) continue;
    putPeriod(reading, second, range ? 3 : 1, period);
    putPeriod(reading, at, 3, months);
    return;
  }
}

/** One period for so many items, which say it together. */
function putPeriod(reading: Reading, at: number, count: number, period: Period): void {
  const [from, to] = [reading.items[at]?.from ?? 0, reading.items[at + count - 1]?.to ?? 0];
  const span = { from, to, period, isYearAssumed: false, other: null };
  reading.items.splice(at, count, { kind: 'period', span, from, to });
}

function rangeAt(reading: Reading, at: number): Period | null {
  const [first, link, last] = reading.items.slice(at, at + 3);
  const isRange =
    first?.kind === 'period' && last?.kind === 'period' && /^(?:a|ate)$/.test(formOf(reading, link));
  return isRange ? rangeOf(first, last) : null;
}

/** «janeiro a setembro de 2025»: the year that is said once is that of both. */
function rangeOf(first: PeriodItem, last: PeriodItem): Period | null {
  const [start, end] = [first.span.period, last.span.period];
  if (!start || !end || last.span.isYearAssumed) return null;
  const from = first.span.isYearAssumed ? `${yearOf(end.first)}${start.first.slice(4)}` : start.first;
  return from <= end.first && from.slice(0, 4) === end.last.slice(0, 4)
    ? { first: from, last: end.last }
    : null;
}

/** The same days of another whole year; null where the item is none. */
function inYearOf({ first, last }: Period, item: Item | undefined): Period | null {
  const year = item?.kind === 'period' ? item.span.period : null;
  const isWhole = year !== null && year.first.slice(4) === '-01-01' && year.last.slice(4) === '-12-31';
  if (!year || !isWhole || yearOf(year.first) !== yearOf(year.last)) return null;
  return yearOf(first) === yearOf(year.first) || yearOf(first) !== yearOf(last)
    ? null
    : inYear({ first, last }, yearOf(year.first));
}

function inYear({ first, last }: Period, year: number): Period {
  const isEndOfFebruary = addDays(last, 1).slice(5) === '03-01';
  return {
    first: `${year}${first.slice(4)}`,
    last: isEndOfFebruary ? addDays(`${year}-03-01`, -1) : `${year}${last.slice(4)}`,
  };
}

const SAME_TIME = /^(?:periodos?|mes|meses|bimestre|trimestre|semestre|quinzena|epoca|intervalo|dias?)$/;

/** «julho de 2026 e o mesmo período do ano passado»: the days of the period before, in the year that is said. */
function nameSamePeriod(reading: Reading, before: Plan | null): void {
  const same = reading.items.findIndex((item, at) => isSame(reading, item, at));
  const second = reading.items.findIndex(({ kind }, at) => at > same && kind === 'period');
  const year = reading.items[second];
  const isWhole = reading.items.slice(same + 2, second).every((item) => LITTLE.test(formOf(reading, item)));
  if (same < 0 || year?.kind !== 'period' || second > same + REACH || !isWhole) return;
  const first = reading.items.findLastIndex(({ kind }, at) => at < same && kind === 'period');
  const period = first < 0 ? periodOf(reading, before) : periodAt(reading, first);
  const moved = period && (isYearBefore(reading, year) ? lastYear(period) : inYearOf(period, year));
  if (!period || !moved || (first >= 0 && !areJoined(reading, first, same))) return;
  reading.items[second] = { ...year, span: { ...year.span, period: moved, other: null } };
  if (first < 0) reading.items.splice(same, second - same);
  else setAgainst(reading, first, second);
}

const isSame = (reading: Reading, item: Item, at: number): boolean =>
  /^mesm[oa]s?$/.test(formOf(reading, item)) && SAME_TIME.test(formAt(reading, at + 1));

const periodAt = (reading: Reading, at: number): Period | null => {
  const item = reading.items[at];
  return item?.kind === 'period' ? item.span.period : null;
};

/** The only period of the answer before. */
function periodOf({ lexicon }: Reading, before: Plan | null): Period | null {
  const [only, another] = (before?.filters ?? []).filter(
    ({ column, op }) =>
      op === 'between' && lexicon.table.columns.some(({ name, kind }) => name === column && kind === 'date'),
  );
  const [first, last] = only?.values ?? [];
  return first && last && !another ? { first, last } : null;
}

/** «do ano anterior»: the one before that of the other period. */
const isYearBefore = (reading: Reading, item: Item): boolean =>
  reading.words.slice(item.from, item.to).some(({ form }) => /^anterior$/.test(form));

const lastYear = (period: Period): Period | null =>
  yearOf(period.first) === yearOf(period.last) ? inYear(period, yearOf(period.first) - 1) : null;

/** The words between two periods set one against the other. */
function setAgainst(reading: Reading, first: number, second: number): void {
  const [from, to] = [reading.items[first]?.to ?? 0, reading.items[second]?.from ?? 0];
  reading.words = reading.words.map((word, at) =>
    at === from ? { ...word, form: 'versus', base: 'versus' } : word,
  );
  reading.items.splice(first + 1, second - first - 1, { kind: 'keyword', keyword: 'versus', from, to });
}
