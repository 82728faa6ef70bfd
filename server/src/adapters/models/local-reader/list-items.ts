/** Which items of a list answer, and what leads to them. */
import { markOf, type Span } from './blocks.ts';
import type { Scored } from './scores.ts';
import { leadSentence } from './whole-span.ts';

/** Another item of a list must come this close to the best one. */
const NEAR_ITEM = 0.6;

/** The items that are as near to the question as the best one, each of which stands for itself, and those below them. */
export function itemsOf({ passage: { text }, block, units }: Scored): Span {
  const best = units.reduce((top, unit, index) => (unit.score > (units[top]?.score ?? 0) ? index : top), 0);
  const isNear = (index: number) => (units[index]?.score ?? 0) >= NEAR_ITEM * (units[best]?.score ?? 0);
  let [first, last] = [best, best];
  while (isNear(first - 1) || isNear(first - 2)) first -= 1;
  while (isNear(last + 1) || isNear(last + 2)) last += 1;
  const span = (index: number): Span => units[Math.max(0, Math.min(units.length - 1, index))]?.span ?? block;
  const itemAt = (index: number): string => text.slice(span(index).start, span(index).end);
  // A numbered item may go on in the next.
  const beside = markOf(itemAt(0)) === 'number' ? 1 : 0;
  const above = last;
  if (itemAt(above).endsWith(':'))
    while (last + 1 < units.length && markOf(itemAt(last + 1)) !== markOf(itemAt(above))) last += 1;
  return { start: span(first - beside).start, end: span(last + beside).end };
}

/** The sentence above the list, and the item that the first of the quoted ones belongs to: «a)» stands below «II – …:». */
export function leadsTo(candidate: Scored, first: Span): Span[] {
  const { passage, units } = candidate;
  const textOf = ({ start, end }: Span): string => passage.text.slice(start, end);
  const mark = markOf(textOf(first));
  const above = units
    .filter(({ span }) => span.start < first.start)
    .findLast(({ span }) => markOf(textOf(span)) !== mark);
  const isParent = above !== undefined && textOf(above.span).endsWith(':');
  return [leadSentence(candidate), isParent ? above.span : undefined].filter((span) => span !== undefined);
}
