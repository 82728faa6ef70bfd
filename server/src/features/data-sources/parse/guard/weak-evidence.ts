/**
 * Words that only seem to say nothing. A verb such as «saíram» says nothing of rows that are departures, and is a condition
 * of a table that tells nothing of leaving; «empresa» is the owner of a table, and what is asked for after «qual a».
 */
import type { Item } from '../chunk/items.ts';
import { columnsOfKind, formAt, formOf, isFiller, isKeyword, itemsBefore, type Reading } from '../reading.ts';
import { comesAndGoes, isMotion, sharesEvent } from '../words/events.ts';
import { sharesRoot } from '../words/roots.ts';
import { isVerbOf } from '../words/rows/themes.ts';
import { GENERAL_ROWS } from '../words/thesaurus.ts';
import { isFiniteVerb } from '../words/verbs.ts';

export const isOnlyWeak = (reading: Reading, item: Item, index: number): boolean =>
  isMotionLost(reading, item, index) || isAskedNounLost(reading, item, index) || isSumLost(reading, item);

/** «qual soma mais em valor»: the largest of them is no sum. */
function isSumLost({ plan, used }: Reading, item: Item): boolean {
  const fns = plan.measures.map(({ fn }) => fn);
  const isExtreme = fns.some((fn) => fn === 'maximum' || fn === 'minimum') && !fns.includes('sum');
  return isKeyword(item, 'sum') && used.get(item) === 'sum' && isExtreme && !plan.share;
}

/** They end in what was the outcome: «saíram com receita», «chegou atrasado», «entrou em vigor». */
const LINK = /^(?:com|sem|de|do|da|dos|das|em|no|na|nos|nas|a|por|pelo|pela)$/;

/** «já saíram da empresa» of a table without a day of leaving. */
function isMotionLost(reading: Reading, item: Item, index: number): boolean {
  const form = formOf(reading, item);
  if (item.kind !== 'word' || !isMotion(form) || reading.isFollowUp) return false;
  const isAlready = itemsBefore(reading, index, 2).some(
    (each) => isKeyword(each, 'already') || /^(?:ja|ainda)$/.test(formOf(reading, each)),
  );
  return isAlready && !isTold(reading, form) && !saysOutcome(reading, index);
}

/** Whether a column tells the day of it, or every row is one. */
const isTold = (reading: Reading, form: string): boolean =>
  columnsOfKind(reading, 'date').some((column) => sharesRoot(form, column) || sharesEvent(form, column)) ||
  isVerbOf(form, reading.lexicon.row_verbs) ||
  [...reading.lexicon.rows].some(
    (word) => comesAndGoes(word) || (!GENERAL_ROWS.has(word) && word.slice(0, 4) === form.slice(0, 4)),
  );

/** Whether the word after the verb has become a condition. */
function saysOutcome(reading: Reading, index: number): boolean {
  const next = reading.items
    .slice(index + 1, index + 4)
    .find((each) => !LINK.test(formOf(reading, each)) && !isFiller(reading, each));
  return next !== undefined && reading.filterItems.some((items) => items.includes(next));
}

/** «qual a empresa que está fazendo a reforma»: rows in which nobody says which column was asked for. */
function isAskedNounLost(reading: Reading, item: Item, index: number): boolean {
  const { plan } = reading;
  if (item.kind !== 'word' || item.isFunction || item.isTalk || reading.used.has(item)) return false;
  const isAsked = /^[oa]s?$/.test(formAt(reading, index - 1)) && isKeyword(reading.items[index - 2], 'which');
  const isShown = plan.show !== undefined || plan.order.length > 0 || plan.group_by.length > 0;
  return isAsked && plan.rows && !isShown && !isFiniteVerb(formOf(reading, item));
}
