/** Accounts for the words of a question: one that has had no effect on the plan, and is not known to be harmless, stops the answer. */
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  columnNamed,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isUsed,
  nextIndex,
  type Reading,
  textOf,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import type { Keyword } from '../words/keywords.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isParticiple, SPENDING } from '../words/verbs.ts';
import { plannedColumns } from './planned-columns.ts';

type ColumnItem = Extract<Item, { kind: 'column' }>;

/** After all rules: a plan in which a word is missing would answer another question. */
export function refuseUnaccounted(reading: Reading): void {
  averagePerRow(reading);
  if (reading.refusals.length > 0 || reading.impossible.length > 0 || reading.texts.length > 0) return;
  const lost = reading.items.find(
    (item, index) =>
      isColumnLost(reading, item, index) ||
      isObjectLost(reading, item, index) ||
      isFigureLost(reading, item) ||
      isKeywordLost(reading, item) ||
      isStateLost(reading, item, index) ||
      isSecondLost(reading, item, index),
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

/** «quantidade pedida e entregue»: the second of two amounts, of which the plan has the first alone. */
function isSecondLost(reading: Reading, item: Item, index: number): boolean {
  const before = reading.items[index - 2];
  const isAmount = (each: Item | undefined) =>
    each?.kind === 'column' && each.columns.some((name) => isNumeric(columnNamed(reading, name)));
  if (item.kind !== 'column' || !isAmount(item) || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  return (
    isKeyword(reading.items[index - 1], 'and') &&
    isAmount(before) &&
    !item.columns.some((name) => planned.has(name) && !candidates(before).includes(name)) &&
    item.columns.some((name) => !candidates(before).includes(name))
  );
}

/** «quanto pagamos de aditivos»: for what was paid is a column, of which the plan has nothing. */
function isObjectLost(reading: Reading, item: Item, index: number): boolean {
  if (item.kind !== 'column' || reading.plan.rows || !isMentioned(reading, item)) return false;
  const planned = plannedColumns(reading);
  const isObject =
    /^(?:de|com|em)$/.test(formOf(reading, reading.items[index - 1])) &&
    SPENDING.test(formOf(reading, reading.items[index - 2]));
  const isNumber = item.columns.every((name) => isNumeric(columnNamed(reading, name)));
  return isObject && isNumber && !item.columns.some((name) => planned.has(name));
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
  /^(?:number|comparison)$/.test(reading.used.get(item) ?? '') ||
  /^(?:de|do|que)$/.test(formOf(reading, reading.items[reading.items.indexOf(item) + 1]));

const isRateWord = (reading: Reading, item: Item): boolean =>
  /^(?:indice|taxa|percentual|proporcao|gasto|gastos|custo|despesa)$/.test(formOf(reading, item)) &&
  reading.items.slice(0, 3).includes(item);

/** A word that counts, compares, orders, groups or turns, and that no rule has taken. */
function isKeywordLost(reading: Reading, item: Item): boolean {
  const { plan } = reading;
  if (item.kind !== 'keyword' || isUsed(reading, item)) return false;
  if (isKeyword(item, 'distinct')) return !plan.measures.some(({ fn }) => fn === 'count_distinct');
  if (isKeyword(item, 'each')) return plan.group_by.length === 0;
  if (isKeyword(item, 'number_of', 'how_much', 'total')) return plan.measures.length === 0;
  if (isKeyword(item, 'by', 'among')) return !isBeforeUsed(reading, item);
  // «no dia 20/11», «no ano de 2025»
  if (isKeyword(item, 'unit'))
    return reading.items[nextIndex(reading, reading.items.indexOf(item))]?.kind !== 'period';
  return STRONG.has(item.keyword);
}

/** «quantos ainda estão internados?»: a state that nothing in the plan holds. */
function isStateLost(reading: Reading, item: Item, index: number): boolean {
  const before = reading.items.slice(Math.max(0, index - 3), index).map((each) => formOf(reading, each));
  const isState =
    before.includes('ainda') &&
    before.some((form) => /^(?:esta|estao|continua|continuam|segue|seguem)$/.test(form));
  return (
    isState &&
    (item.kind === 'column' || item.kind === 'word') &&
    isParticiple(formOf(reading, item)) &&
    !reading.filterItems.some((items) => items.includes(item))
  );
}

/** «por telemedicina», «entre as concorrências»: what follows is in the plan. */
function isBeforeUsed(reading: Reading, item: Item): boolean {
  const at = nextIndex(reading, reading.items.indexOf(item));
  const next = reading.items[at];
  // «por categoria limpeza»
  if (next?.kind === 'column' && reading.items[at + 1]?.kind === 'value') return true;
  return (
    next !== undefined &&
    ((next.kind === 'rows' && isKeyword(item, 'among')) ||
      (isUsed(reading, next) && reading.used.get(next) !== 'mentioned column'))
  );
}

const STRONG = new Set<Keyword>([
  ...([
    'average',
    'median',
    'sum',
    'largest',
    'smallest',
    'more',
    'fewer',
    'expensive',
    'cheap',
    'recent',
    'old',
  ] as const),
  ...([
    'well',
    'share',
    'part',
    'compare',
    'versus',
    'difference',
    'not',
    'without',
    'except',
    'nor',
    'trend',
  ] as const),
  ...(['empty', 'top', 'ranking', 'unit', 'split'] as const),
]);

/** «litros por abastecimento» of a table of them is an average; «abastecimentos por abastecimento» is nothing. */
function averagePerRow(reading: Reading): void {
  const { plan } = reading;
  const isPerRow = [...reading.used.values()].includes('per row') && plan.group_by.length === 0;
  if (reading.isAveraged && plan.measures.some(({ fn }) => fn === 'count'))
    reading.refusals.push('Não sei calcular a média de contagens: pergunte a quantidade em cada grupo.');
  if (plan.rows || !(isPerRow || reading.isAveraged)) return;
  plan.measures = plan.measures.map((measure) =>
    measure.fn === 'sum' ? { ...measure, fn: 'average' as const } : measure,
  );
  if (isPerRow && plan.measures.every(({ fn, column }) => fn === 'count' && column === null))
    reading.refusals.push(
      `Não sei o que contar em cada ${reading.lexicon.table.rows_word.one}: diga o nome da coluna.`,
    );
}
