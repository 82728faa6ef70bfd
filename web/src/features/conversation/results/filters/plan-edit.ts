/** Edited copies of the plan of a result, and the words by which an edit is asked. */
import type { Condition, Plan } from '#contract/table-plan.ts';
import type { Chip, FilterColumn, TableResult } from '#contract/table-result.ts';
import { bucketWords, numberWords, tableCellWords } from '#contract/table-words.ts';
import { texts } from '../texts.ts';

/** Without what belonged to the words of the question only. */
const bare = (plan: Plan): Plan => ({ ...plan, alternatives: [], unknown: [], ignored: [] });

const placeOf = ({ filters }: Plan, condition: Condition): number =>
  filters.findIndex((each) => JSON.stringify(each) === JSON.stringify(condition));

/** The plan with `after` in the place of `before`; null adds, or removes. */
export function editedPlan(plan: Plan, before: Condition | null, after: Condition | null): Plan {
  const place = before ? placeOf(plan, before) : -1;
  if (place < 0) return bare(after ? { ...plan, filters: [...plan.filters, after] } : plan);
  if (after) return bare({ ...plan, filters: plan.filters.map((each, at) => (at === place ? after : each)) });
  const share_of = plan.share_of.filter((at) => at !== place).map((at) => (at > place ? at - 1 : at));
  const either = (plan.either ?? []).filter((at) => at !== place).map((at) => (at > place ? at - 1 : at));
  return bare({
    ...plan,
    filters: plan.filters.filter((_, at) => at !== place),
    either: either.length > 1 ? either : undefined,
    share_of,
    // Without a condition that is compared with the whole there is no share, unless it is one for each group.
    share: plan.share && (share_of.length > 0 || plan.share_of.length === 0),
  });
}

/** The other reading of an ambiguous question. */
export const alternativePlan = (
  plan: Plan,
  { filters, measures }: TableResult['alternatives'][number],
): Plan => bare({ ...plan, filters, measures: measures ?? plan.measures, share_of: [] });

/** «Situação: Aberta → Aberta ou Suspensa» */
export function editQuestion(column: FilterColumn, before: string | null, after: Condition | null): string {
  const to = after ? conditionText(column, after) : texts.anyValue;
  return `${column.label}: ${before ?? texts.anyValue} → ${to}`;
}

/** The column of a chip as the result tells it; of one that is not shown only the kind of its editor is known. */
export function columnOfChip(chip: Chip & { condition: Condition }, columns: FilterColumn[]): FilterColumn {
  const { column: name, values } = chip.condition;
  const known = columns.find((column) => column.name === name);
  const kinds = { list: 'category', range: 'number', date: 'date', text: 'text' } as const;
  const guessed = chip.text.includes('R$') ? 'money' : kinds[chip.editor ?? 'text'];
  if (!known) return { name, label: chip.label, unit: null, kind: guessed, values };
  return { ...known, label: chip.label };
}

/** The columns that a result itself tells, each with the values that stand in its rows. */
export function columnsOfResult({ columns, rows }: TableResult): FilterColumn[] {
  return columns.flatMap(({ name, label, unit, kind, bucket }, place) => {
    if (kind === 'percent' || name.startsWith('figure_')) return [];
    const isValues = kind === 'category' && !bucket;
    const values = isValues ? rows.flatMap((row) => row[place] ?? []) : [];
    return [{ name, label, unit, kind, values: [...new Set(values)] }];
  });
}

const words = texts.conditions;
const COMPARISONS = { '>': words.above, '<': words.below, '>=': words.atLeast, '<=': words.atMost };
const DAY_COMPARISONS = { '>': words.after, '<': words.before, '>=': words.since, '<=': words.atMost };

/** «de R$ 100,00 a R$ 200,00», «Aberta ou Suspensa», «desde 01/03/2025» */
export function conditionText(column: FilterColumn, { op, values }: Condition): string {
  const { kind, unit } = column;
  const shown = values.map((value) =>
    kind === 'date' ? dayText(value) : tableCellWords(value, { kind, unit, bucket: null }),
  );
  const [first = '', second = first] = shown;
  if (op === 'between') return first === second ? first : words.between(first, second);
  if (op === 'in') return listed(shown, words.or);
  if (op === 'not_in') return words.except(listed(shown, words.and));
  if (op === 'contains') return `${texts.contains} ${quoted(values, words.or)}`;
  if (op === 'not_contains') return `${texts.notContains} ${quoted(values, words.or)}`;
  if (op === 'starts_with') return `${texts.startsWith} ${quoted(values, words.or)}`;
  if (op === 'empty') return words.empty;
  if (op === 'filled') return words.filled;
  return `${(kind === 'date' ? DAY_COMPARISONS : COMPARISONS)[op]} ${first}`;
}

/** A day, or the key of a period: «2025-T1» as «1º tri/2025». */
function dayText(value: string): string {
  if (/^[1-7]$/.test(value)) return bucketWords(value, 'weekday');
  if (/-S\d$/.test(value)) return bucketWords(value, 'semester');
  if (/-T\d$/.test(value)) return bucketWords(value, 'quarter');
  if (/^\d{4}-\d\d$/.test(value)) return bucketWords(value, 'month');
  return /^\d{4}-\d\d-\d\d/.test(value) ? bucketWords(value, 'day') : value;
}

const LISTED_MAX = 4;

function listed(values: string[], last: string): string {
  const more = values.length - LISTED_MAX;
  const shown = more > 0 ? [...values.slice(0, LISTED_MAX), words.more(more)] : values;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}

const quoted = (values: string[], last: string) =>
  listed(
    values.map((value) => `«${value}»`),
    last,
  );

/** Reads «1.500,50», «1500.5», «R$ 2 mi»: decimal text with a point, or null where it is no number. */
export function parseNumber(typed: string): string | null {
  const [, sign = '', digits = '', word = ''] =
    /^\s*(-?)\s*(?:R\$\s*)?([\d.,]+)\s*(mil|mi|milhão|milhões|bi|bilhão|bilhões|%)?\s*$/i.exec(typed) ?? [];
  const isGrouped = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(digits);
  const plain = isGrouped || digits.includes(',') ? digits.replaceAll('.', '').replace(',', '.') : digits;
  if (!/^\d+(\.\d+)?$/.test(plain)) return null;
  const zeros = /^mil$/i.test(word) ? 3 : /^mi/i.test(word) ? 6 : /^bi/i.test(word) ? 9 : 0;
  return `${sign}${shifted(plain, zeros)}`;
}

/** Moves the decimal point to the right; digits stay exact. */
function shifted(decimal: string, zeros: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const moved = `${whole}${fraction.padEnd(zeros, '0').slice(0, zeros)}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(zeros).replace(/0+$/, '');
  return rest ? `${moved}.${rest}` : moved;
}

/** A number as its field shows it. */
export const typedNumber = (decimal: string | undefined) =>
  decimal === undefined ? '' : numberWords(decimal);

export type Bounds = { from: string; to: string };

/** The bounds of a condition, as its two fields show them; empty where there is none. */
export function boundsOf(condition: Condition | null): Bounds {
  const { op, values } = condition ?? { op: 'between', values: [] };
  const [first = '', second = first] = values;
  if (op === 'between') return { from: first, to: second };
  if (op === '>' || op === '>=') return { from: first, to: '' };
  if (op === '<' || op === '<=') return { from: '', to: first };
  return values.length === 1 ? { from: first, to: first } : { from: '', to: '' };
}

/** Bounds that were not touched keep whether they were exclusive. */
export function boundsCondition(before: Condition | null, name: string, bounds: Bounds): Condition {
  const known = boundsOf(before);
  const { from, to } = bounds;
  if (before && known.from === from && known.to === to) return before;
  if (from && to) return { column: name, op: 'between', values: [from, to] };
  return from ? { column: name, op: '>=', values: [from] } : { column: name, op: '<=', values: [to] };
}
