/** Questions that lean on the one before: «e na educação?», «só as abertas», «por mês», «e desses, quantos temporários?». */
import type { Condition, Plan } from '#contract/table-plan.ts';
import { addDays, addMonths } from '../../../language/values/calendar.ts';
import { baseForm } from '../../../language/word-forms.ts';
import { fold } from '../../../language/words.ts';
import type { Item } from './chunk/items.ts';
import {
  dropInstead,
  isRank,
  namesNothing,
  ordinalPeriod,
  rankBefore,
  takeOut,
  takesOut,
  turnBefore,
} from './follow-up-edits.ts';
import {
  columnNamed,
  consume,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  namesOf,
  type Reading,
} from './reading.ts';
import { isParticiple } from './words/verbs.ts';

const OPENERS =
  /^(e|mas|agora|so|somente|apenas|tambem|entao|desses|dessas|destes|destas|deles|delas|desse|dessa)$/;
const ANAPHORA =
  /^(desses|dessas|destes|destas|deles|delas|nesses|nessas|nestes|nestas|esses|essas|eles|elas|isso|disso|nisso)$/;

/** Whether the question names neither a figure nor rows, or points back at the answer before. */
export function followUpOf(reading: Reading): boolean {
  const forms = reading.words.map(({ form }) => form);
  if (forms.some((form) => ANAPHORA.test(form)) || namesNothing(reading)) return true;
  if (/\bem vez d[aeo]s?\b/.test(forms.join(' '))) return true;
  const begins = OPENERS.test(forms[0] ?? '');
  const namesRows = reading.items.some((item) => item.kind === 'rows');
  const asks = reading.items.some((item) => isKeyword(item, 'how_many', 'how_much', 'number_of', 'list'));
  if (begins) return !(namesRows && asks);
  // «me mostra por transportadora»: the figure before, in groups.
  const isRegrouped = reading.items.some((item) => isKeyword(item, 'by', 'each'));
  const namesFigure = reading.items.some((item) =>
    isKeyword(
      item,
      'how_many',
      'how_much',
      'number_of',
      'sum',
      'average',
      'median',
      'share',
      'total',
      ...(isRegrouped ? [] : (['list'] as const)),
      'which',
      'ranking',
      'top',
      'compare',
      'versus',
      'difference',
      'largest',
      'smallest',
    ),
  );
  const hasNoun = reading.items.some(
    (item) => item.kind === 'word' && !isFiller(reading, item) && formOf(reading, item).length > 3,
  );
  return !namesRows && !namesFigure && !hasNoun && !beginsWithFigure(reading);
}

/** «valor estimado por modalidade» names its figure first and asks something whole; «valor estimado» alone only changes the figure. */
function beginsWithFigure(reading: Reading): boolean {
  const [first, ...rest] = reading.items.filter((item) => !isFiller(reading, item));
  if (first?.kind !== 'column' || rest.length === 0) return false;
  return first.columns.some((name) => isNumeric(columnNamed(reading, name)));
}

/** «e de laranja?» goes on from an answer; after a question without one there is nothing that it could go on from. */
export const leansOnNothing = (reading: Reading): boolean =>
  reading.words[0]?.form === 'e' && reading.words.length > 1 && followUpOf(reading);

/**
 * Words that only the question before makes names: «e do 102?» after one of line 101, and «e o planejado?» after one of
 * the real cost.
 */
export function nameFromBefore(reading: Reading, before: Plan): void {
  dropInstead(reading);
  const asked = before.filters.map(({ column }) => column);
  const measured = before.measures.flatMap(({ column }) => column ?? []);
  reading.items = reading.items.map(
    (item) => codeOf(reading, item, asked) ?? stageOf(reading, item, measured) ?? item,
  );
}

/** A number or a single letter that is a value of a column which the question before has filtered. */
function codeOf(reading: Reading, item: Item, asked: string[]): Item | null {
  const { from, to } = item;
  const word = reading.words[from];
  if (!word || to !== from + 1 || !/^(?:\p{Lu}|\d+)$/u.test(word.text)) return null;
  const phrases = reading.lexicon.table.columns
    .filter(({ name }) => asked.includes(name))
    .flatMap(({ name, values }) =>
      values
        .filter((value) => fold(value.trim()) === word.form)
        .map((value) => ({ bases: [word.form], column: name, values: [value], strength: 'whole' as const })),
    );
  return phrases.length > 0 ? { kind: 'value', phrases, columns: [], from, to } : null;
}

/** «o planejado» after the «custo real» is the «custo planejado», and neither a day nor a count. */
function stageOf(reading: Reading, item: Item, measured: string[]): Item | null {
  if (item.kind !== 'column' && item.kind !== 'word' && item.kind !== 'value') return null;
  if (!/^[oa]s?$/.test(reading.words[item.from - 1]?.form ?? '') || !isParticiple(formOf(reading, item)))
    return null;
  const heads = measured.map((name) => reading.lexicon.heads.get(name));
  const base = reading.words[item.from]?.base ?? '';
  const [only, another] = reading.lexicon.table.columns.filter(
    ({ name, label }) =>
      isNumeric(columnNamed(reading, name)) &&
      !measured.includes(name) &&
      heads.includes(reading.lexicon.heads.get(name)) &&
      baseForm(label).split(' ').includes(base),
  );
  return only && !another ? { kind: 'column', columns: [only.name], from: item.from, to: item.to } : null;
}

/** The plan before, edited by what this question says. */
export function mergeFollowUp(reading: Reading, before: Plan): void {
  for (const item of reading.items)
    if (ANAPHORA.test(formOf(reading, item))) consume(reading, 'follow-up', item);
  shiftPeriod(reading, before);
  if (takesOut(reading)) {
    editPlan(reading, takeOut(reading, before));
    return;
  }
  rankBefore(reading, before);
  ordinalPeriod(reading, before);
  turnBefore(reading, before);
  editPlan(reading, before);
}

function editPlan(reading: Reading, before: Plan): void {
  const { plan } = reading;
  keepColumnOfRange(reading, before);
  const pointsBack =
    reading.words.some(({ form }) => ANAPHORA.test(form)) ||
    (namesNothing(reading) &&
      reading.items.some((item) => isKeyword(item, 'how_many', 'list', 'which')) &&
      !reading.items.some(
        (item) => isKeyword(item, 'largest', 'smallest', 'share') || isRank(reading, item),
      ));
  keepConditions(reading, before, pointsBack);
  // «mostre essas obras»: the rows behind the figure.
  const isList = pointsBack && reading.items.some((item) => isKeyword(item, 'list', 'which'));
  if (isList && plan.measures.length === 0 && plan.group_by.length === 0) {
    reading.wantsRows = true;
    return;
  }
  if (plan.group_by.length === 0 && !pointsBack) plan.group_by = before.group_by;
  if (plan.measures.length === 0) inheritFigures(plan, before);
  else inheritColumn(reading, before);
  if (before.rows && plan.measures.length === 0 && plan.group_by.length === 0) reading.wantsRows = true;
}

const RANGES = new Set(['>', '>=', '<', '<=', 'between']);

/** «e mais de 200?», «em 2025»: a range without a column is about the column of the range before. */
function keepColumnOfRange(reading: Reading, before: Plan): void {
  const { date_column, money_column } = reading.lexicon.table;
  if (reading.items.some((item) => item.kind === 'column')) return;
  for (const usual of [date_column, money_column]) {
    const kindOf = (name: string) => (columnNamed(reading, name)?.kind === 'date' ? 'date' : 'number');
    const now = reading.plan.filters.find(({ column, op }) => column === usual && RANGES.has(op));
    if (!now || before.filters.some(({ column }) => column === usual)) continue;
    const [old, another] = before.filters.filter(
      ({ column, op }) => RANGES.has(op) && kindOf(column) === kindOf(now.column),
    );
    if (old && !another) now.column = old.column;
  }
}

const UNIT_MONTHS: Record<string, number> = { mes: 1, trimestre: 3, semestre: 6, ano: 12 };

/** «e no mês anterior?» is before the period of the last question, and not before today. */
function shiftPeriod(reading: Reading, before: Plan): void {
  const forms = reading.words.map(({ form }) => form);
  const at = forms.findIndex((form) => /^(anterior|seguinte)$/.test(form));
  const months = UNIT_MONTHS[forms[at - 1] ?? ''];
  const isDate = ({ column, op }: Condition) =>
    op === 'between' && columnNamed(reading, column)?.kind === 'date';
  const old = before.filters.find(isDate);
  const now = reading.plan.filters.find(isDate);
  const [first, last] = old?.values ?? [];
  if (at < 1 || !months || !now || !old || !first || !last) return;
  if (addDays(addMonths(first, months), -1) !== last) return;
  const start = addMonths(first, forms[at] === 'anterior' ? -months : months);
  now.column = old.column;
  now.values = [start, addDays(addMonths(start, months), -1)];
}

/** The conditions before, without those that this question replaces. */
function keepConditions(reading: Reading, before: Plan, pointsBack: boolean): void {
  const { plan } = reading;
  const kept = before.filters.filter(
    (old) => pointsBack || !plan.filters.some((now) => replaces(reading, now, old)),
  );
  plan.filters = [...kept, ...plan.filters];
  reading.filterItems = [...kept.map(() => []), ...reading.filterItems];
  plan.share_of = plan.share_of.map((place) => place + kept.length);
}

/** The figures of the question before, with their order where nothing else is asked for. */
function inheritFigures(plan: Plan, before: Plan): void {
  plan.measures = before.measures;
  if (plan.having.length === 0) plan.having = before.having;
  if (before.share && plan.share_of.length === 0) plan.share_of = sharedConditions(plan, before);
  plan.share = plan.share || before.share;
  if (plan.order.length === 0) plan.order = before.order;
  plan.limit ??= plan.group_by === before.group_by ? before.limit : null;
}

/** The conditions on the columns of those that were compared with the whole: «e os suspensos?» after «que parte está vigente?». */
const sharedConditions = (plan: Plan, before: Plan): number[] =>
  before.share_of.flatMap((place) => {
    const at = plan.filters.findIndex(({ column }) => column === before.filters[place]?.column);
    return at < 0 ? [] : [at];
  });

/** «e o maior?» after «o salário médio»: the same column. */
function inheritColumn(reading: Reading, before: Plan): void {
  const column = before.measures.find((measure) => measure.column !== null)?.column;
  if (!column) return;
  for (const measure of reading.plan.measures)
    if (measure.column === null && measure.fn !== 'count') measure.column = column;
}

/** «e de pintura?» after «as que falam de reforma»: one word to look for takes the place of the other. */
export function replaceTexts(reading: Reading, before: Plan): void {
  const { plan, texts, words } = reading;
  if (
    texts.length === 0 ||
    !/^e (?:de|da|do|dos|das|com|sobre|para|em|no|na)\b/.test(words.map(({ form }) => form).join(' '))
  )
    return;
  const old = before.filters.filter(({ op }) => op === 'contains');
  plan.filters = plan.filters.filter((filter) => !old.includes(filter));
}

/** A condition on the same column takes the place of the old one; on the other name of the same place too. */
function replaces(reading: Reading, now: Condition, old: Condition): boolean {
  if (now.column === old.column) return true;
  const states = reading.lexicon.states;
  const isPlace = (column: string) => column === states || /municipio|cidade/.test(namesOf(reading, column));
  const kinds = [now, old].map(({ column }) => columnNamed(reading, column)?.kind);
  return isPlace(now.column) && isPlace(old.column) && kinds[0] === kinds[1];
}
