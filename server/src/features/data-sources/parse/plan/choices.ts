/** «reprovadas ou com mais de 800»: two conditions of which one is enough. */
import type { Condition, Plan } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { columnNamed, consume, formOf, isKeyword, isUsed, type Reading } from '../reading.ts';

const UNCLEAR = 'Não sei a que condições o «ou» se aplica: pergunte por um lado de cada vez.';

/** After all conditions: those that «ou» joins are a choice, where nothing else of the question could belong to one side alone. */
export function readChoice(reading: Reading): void {
  const { plan } = reading;
  const places = reading.filterItems.map((items) =>
    items.map((item) => reading.items.indexOf(item)).filter((at) => at >= 0),
  );
  const joined = new Set<number>();
  const words: Item[] = [];
  for (const [at, item] of reading.items.entries()) {
    if (!isKeyword(item, 'or') || isUsed(reading, item)) continue;
    const [before, after] = [nearestFilter(places, at, -1), nearestFilter(places, at, 1)];
    if (before === undefined || after === undefined || before === after) continue;
    joined.add(before).add(after);
    words.push(item);
  }
  if (joined.size === 0) return;
  if (!isClear(reading, joined, places)) {
    reading.refusals.push(UNCLEAR);
    return;
  }
  plan.either = [...joined].toSorted((one, other) => one - other);
  consume(reading, 'choice', ...words);
}

/** The words between «ou» and the conditions that it joins. */
const OR_REACH = 6;

/** The place of the filter whose words are nearest to a word on one side of it; undefined where none are in reach. */
function nearestFilter(places: number[][], at: number, step: 1 | -1): number | undefined {
  for (let near = at + step; Math.abs(near - at) <= OR_REACH; near += step) {
    const found = places.findIndex((own) => own.includes(near));
    if (found >= 0) return found;
  }
  return undefined;
}

function isClear(reading: Reading, joined: Set<number>, places: number[][]): boolean {
  const { filters, share_of, group_by } = reading.plan;
  const isCompared = reading.items.some((item) => isKeyword(item, 'which', 'versus')) && group_by.length > 0;
  const isNegative = [...joined].some((place) => /^not_/.test(filters[place]?.op ?? ''));
  const isHalfShared =
    share_of.some((place) => joined.has(place)) && ![...joined].every((place) => share_of.includes(place));
  const first = Math.min(...[...joined].flatMap((place) => places[place] ?? []));
  const isApart = (condition: Condition, place: number) =>
    joined.has(place) ||
    columnNamed(reading, condition.column)?.kind === 'date' ||
    isOfAll(reading, places[place] ?? [], first);
  return !isCompared && !isNegative && !isHalfShared && reading.offers.length === 0 && filters.every(isApart);
}

/** «corretivas que …», «das corretivas, quantas …»: said before what the choice is about. */
function isOfAll(reading: Reading, own: number[], first: number): boolean {
  const last = Math.max(...own);
  return reading.items.some(
    (item, at) =>
      at > last && at < first && (formOf(reading, item) === 'que' || isKeyword(item, 'how_many', 'how_much')),
  );
}

export const EITHER_KEPT = 'Não sei mudar um lado do «ou» da resposta anterior: faça a pergunta inteira.';

/** The choice of the answer before holds on where both of its conditions do. */
export function keepChoice(reading: Reading, before: Plan): void {
  const { plan } = reading;
  if (!before.either) return;
  const kept = before.either.map((place) =>
    plan.filters.findIndex((filter) => JSON.stringify(filter) === JSON.stringify(before.filters[place])),
  );
  if (plan.either || kept.includes(-1)) reading.refusals.push(EITHER_KEPT);
  else plan.either = kept;
}
