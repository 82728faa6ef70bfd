/** Accounts for the words of a question: one that has had no effect on the plan, and is not known to be harmless, stops the answer. */
import type { Item } from '../chunk/items.ts';
import { candidates, columnNamed, formOf, isFiller, isKeyword, type Reading, textOf } from '../reading.ts';
import { EMPTY_WORDS } from '../words/empty-words.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';
import { plannedColumns } from './planned-columns.ts';

type ColumnItem = Extract<Item, { kind: 'column' }>;

/** After all rules: a plan in which a word is missing would answer another question. */
export function refuseUnaccounted(reading: Reading): void {
  if (reading.refusals.length > 0 || reading.impossible.length > 0 || reading.texts.length > 0) return;
  const lost = reading.items.find(
    (item, index) => isColumnLost(reading, item, index) || isFigureLost(reading, item),
  );
  if (lost) reading.refusals.push(`Não sei o que «${textOf(reading, lost)}» pede nesta pergunta.`);
}

/** A column that is named, and of which the plan holds nothing. */
function isColumnLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'column' || reading.plan.rows || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  if (item.columns.some((name) => planned.has(name)) || isVerbLike(formOf(reading, item))) return false;
  return isShareLost(reading, item, index) || isKeyLost(reading, item, index);
}

/** «taxa de indeferimento»: the share is of the rows that the word tells. */
const isShareLost = (reading: Reading, { columns }: ColumnItem, index: number): boolean =>
  reading.plan.share &&
  reading.shareAt >= 0 &&
  reading.shareAt < index &&
  index <= reading.shareAt + 3 &&
  columns.every((name) => isQuality(reading, name));

/** «tipo de benefício x situação»: beside other groups, a category that is named in the singular is a group too. */
function isKeyLost(reading: Reading, item: ColumnItem, index: number): boolean {
  if (reading.plan.group_by.length === 0 || reading.plan.share) return false;
  const base = reading.words[item.from]?.base ?? '';
  const isSingular = base === formOf(reading, item) || !/s$/.test(formOf(reading, item));
  const isKey = item.columns.every(
    (name) => columnNamed(reading, name)?.kind === 'category' && reading.lexicon.heads.get(name) === base,
  );
  return isKey && isSingular && !standsBeside(reading, index) && !isPlace(reading, index);
}

const isQuality = (reading: Reading, name: string): boolean =>
  ['category', 'boolean', 'date'].includes(columnNamed(reading, name)?.kind ?? '');

const isMentioned = (reading: Reading, item: Item): boolean =>
  (reading.used.get(item) ?? 'mentioned column') === 'mentioned column';

const isVerbLike = (form: string): boolean =>
  EMPTY_WORDS.has(form) || isFiniteVerb(form) || isParticiple(form) || columnsOfVerb(form).length > 0;

/** «na oficina», «para a oficina», «cancelaram o plano»: the one that all rows have. */
function isPlace(reading: Reading, index: number): boolean {
  const [lead, before] = [index - 2, index - 1].map((at) => formOf(reading, reading.items[at]));
  if (/^(?:na|no|pela|pelo|com)$/.test(before ?? '')) return true;
  return /^[oa]$/.test(before ?? '') && (/^para$/.test(lead ?? '') || isFiniteVerb(lead ?? ''));
}

/** «no Posto Ipiranga», «a categoria rural»: the name of what is in the column stands after the word. */
function standsBeside(reading: Reading, index: number): boolean {
  const next = reading.items
    .slice(index + 1, index + 4)
    .find((each) => !isFiller(reading, each) && reading.used.get(each) !== 'mentioned column');
  return next?.kind === 'value' || (next?.kind === 'word' && /^\p{Lu}/u.test(textOf(reading, next)));
}

/** «quem mais doou», «quantos de cada», «o índice de faltas»: rows in no order, or one count, are no such figure. */
function isFigureLost(reading: Reading, item: Item): boolean {
  const { plan } = reading;
  if (reading.isFollowUp) return false;
  if (isKeyword(item, 'each')) return plan.group_by.length === 0 && !plan.rows;
  if (!plan.rows || plan.order.length > 0 || plan.limit !== null) return false;
  if (isKeyword(item, 'more', 'fewer', 'average', 'median')) return !isCompared(reading, item);
  return isRateWord(reading, item) && !candidates(item).some((name) => plannedColumns(reading).has(name));
}

/** «mais de 3 mil reais» is a condition. */
const isCompared = (reading: Reading, item: Item): boolean =>
  reading.used.get(item) === 'number' ||
  /^(?:de|do|que)$/.test(formOf(reading, reading.items[reading.items.indexOf(item) + 1]));

const isRateWord = (reading: Reading, item: Item): boolean =>
  /^(?:indice|taxa|percentual|proporcao|gasto|gastos|custo|despesa)$/.test(formOf(reading, item)) &&
  reading.items.slice(0, 3).includes(item);
