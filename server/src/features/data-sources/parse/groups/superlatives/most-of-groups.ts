/** «quantas peças por tipologia e qual a mais numerosa?»: the groups that were just asked for, in the order of their figure. */
import { consume, formOf, isFiller, isKeyword, type Reading } from '../../reading.ts';
import { isFrequentWord } from './group-superlatives.ts';

const JOINS = /^(?:tem|teve|e|foi|possui|del[ea]s?|dess[ea]s|lidera)$/;

/** At a superlative: «e qual tem mais», «qual delas a maior», with nothing of its own that is compared. All groups are shown, for they were asked for first. */
export function readMostOfGroups(reading: Reading, index: number, direction: 'asc' | 'desc'): boolean {
  const { plan } = reading;
  const asked = reading.items.findLastIndex((item, at) => at < index && isKeyword(item, 'which'));
  const [which, item, next] = [asked, index, index + 1].map((at) => reading.items[at]);
  const between = reading.items.slice(asked + 1, index);
  const isAlone = between.every(
    (each) => each.kind === 'number' || isFiller(reading, each) || JOINS.test(formOf(reading, each)),
  );
  const isFrequent = isFrequentWord(formOf(reading, next));
  const isEnd = next === undefined || isFrequent || next.kind === 'rows';
  const isOther = plan.group_by.length === 0 || plan.order.length > 0 || plan.measures.length > 1;
  if (!which || !item || asked === 0 || !isAlone || !isEnd || isOther) return false;
  consume(
    reading,
    'most',
    which,
    item,
    ...between.filter(({ kind }) => kind !== 'number'),
    isFrequent ? next : undefined,
  );
  plan.order.push({ by: 'measure', index: 0, column: null, direction });
  return true;
}
