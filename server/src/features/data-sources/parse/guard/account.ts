/**
 * The account of a finished plan: every word of the question has its part in the plan or is known to say nothing, and every
 * part of the plan stands on words. Whatever is open stops the answer, with the word for it.
 */
import type { Plan } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { averagePerRow, refuseSenselessFigure } from '../plan/senseless-figures.ts';
import { columnNamed, type Reading, textOf } from '../reading.ts';
import { type Role, roleOf } from '../roles.ts';
import { isUnclaimed } from './claimed-words.ts';
import { lostFromBefore } from './kept-from-before.ts';
import { isLost } from './lost-words.ts';
import {
  isHavingSaid,
  isKeySaid,
  isLimitSaid,
  isMeasureSaid,
  isOrderSaid,
  isShareSaid,
} from './supported-figures.ts';
import { isFilterSaid } from './supported-filters.ts';
import { unplannedPart } from './unplanned.ts';

export function refuseUnaccounted(reading: Reading): void {
  averagePerRow(reading);
  refuseSenselessFigure(reading);
  if (reading.refusals.length > 0 || reading.impossible.length > 0) return;
  const told = doubtOf(reading);
  if (told) reading.refusals.push(told);
}

/** The sentence for the reader; null where question and plan say the same. */
export function doubtOf(reading: Reading): string | null {
  const missing = unplannedPart(reading);
  if (missing) return missing;
  const word =
    reading.items.find((item, index) => isLost(reading, item, index)) ??
    reading.items.find((item) => isOpen(reading, item) || isUnclaimed(reading, item));
  if (word) return `Não sei o que «${textOf(reading, word)}» pede nesta pergunta.`;
  const part = unsupportedPart(reading);
  if (part) return `Não sei se a pergunta é sobre «${part}»: diga com o nome da coluna o que quer saber.`;
  const lost = lostFromBefore(reading);
  return lost ? `Não sei se «${lost}» da resposta anterior ainda vale: faça a pergunta inteira.` : null;
}

/** Whether a plan has any part of a role. Words with the other roles ask for no part of their own. */
const HOLDS: Partial<Record<Role, (plan: Plan) => boolean>> = {
  figure: ({ measures, order, show, share }) =>
    share || measures.length + order.length > 0 || show !== undefined,
  group: ({ group_by, having, share, show }) =>
    share || group_by.length + having.length > 0 || show !== undefined,
  order: ({ order, limit, measures, group_by, show }) =>
    order.length + group_by.length > 0 ||
    limit !== null ||
    show !== undefined ||
    measures.some(({ fn }) => fn !== 'count'),
};

/** A word that asks for a figure, groups or an order of which the plan has none at all. */
function isOpen({ plan, used, isFollowUp }: Reading, item: Item): boolean {
  const rule = used.get(item);
  const holds = rule && !isFollowUp ? HOLDS[roleOf(rule)] : undefined;
  return holds !== undefined && !holds(plan);
}

/** The first part that nothing supports, in the words of the table; null where all are. */
function unsupportedPart(reading: Reading): string | null {
  const { filters, measures, group_by, order, having } = reading.plan;
  const missing = [
    ...filters.flatMap((filter, place) => (isFilterSaid(reading, filter, place) ? [] : [filter.column])),
    ...measures.flatMap((measure) => (isMeasureSaid(reading, measure) ? [] : [measure.column])),
    ...group_by.flatMap((key) => (isKeySaid(reading, key) ? [] : [key.column])),
    ...order.flatMap((one) => (isOrderSaid(reading, one) ? [] : [one.column])),
    ...having.flatMap(({ value }) => (isHavingSaid(reading, value) ? [] : [null])),
    ...(isLimitSaid(reading) && isShareSaid(reading) ? [] : [null]),
  ];
  const [first] = missing;
  if (first === undefined) return null;
  return columnNamed(reading, first ?? '')?.label ?? reading.lexicon.table.rows_word.many;
}
