/** Verbs that only join what the question names, so that they narrow nothing: «que vieram de Ilhéus», «pagas em dinheiro». */
import type { Item } from './chunk.ts';
import { consume, formOf, isFiller, isKeyword, isUsed, type Reading } from './reading.ts';
import { isFiniteVerb, isGerund, isOutcome, isParticiple } from './words/verbs.ts';

/** After all other rules: a verb whose subject or object a rule has taken says no more than that they belong together. */
export function readLinks(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'word' || item.isFunction || isUsed(reading, item)) continue;
    const form = formOf(reading, item);
    if (!isOutcome(form) && joins(reading, index, form)) consume(reading, 'verb between', item);
  }
}

function joins(reading: Reading, index: number, form: string): boolean {
  const after = neighbour(reading, index, 1);
  const before = neighbour(reading, index, -1);
  const hasObject = after !== undefined && isTaken(reading, after);
  if (isFiniteVerb(form)) return hasObject || isComparedBy(reading, index) || isSubject(reading, before);
  if (isParticiple(form) || isGerund(form)) return hasObject || isMost(reading, before);
  return isPresent(reading, index, form) && (hasObject || isMost(reading, after));
}

/** The next item that is more than a little word, on the same side of a sentence's end. */
function neighbour(reading: Reading, index: number, step: 1 | -1): Item | undefined {
  for (let at = index + step; at >= 0 && at < reading.items.length; at += step) {
    const item = reading.items[at];
    const isLittle = item && (isFiller(reading, item) || isKeyword(item, 'by'));
    if (item && (!isLittle || isUsed(reading, item))) return item;
  }
  return undefined;
}

const isTaken = (reading: Reading, item: Item): boolean =>
  isUsed(reading, item) && item.kind !== 'rows' && (item.kind !== 'keyword' || isMost(reading, item));

const isMost = (reading: Reading, item: Item | undefined): boolean =>
  item !== undefined && isUsed(reading, item) && isKeyword(item, 'more', 'fewer');

/** «quem mais emprestou», «que menos vendeu». */
const isComparedBy = (reading: Reading, index: number): boolean =>
  isMost(reading, reading.items[index - 1]) || isMost(reading, reading.items[index + 1]);

/** «os jogos que o Corinthians disputou»: a value is the subject, and what it did is what the rows are. */
const isSubject = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'value' && isUsed(reading, item);

/** «quem vende mais», «que mora em Ilhéus»: in the present a verb ends as nouns do, and only its place shows it. */
const isPresent = (reading: Reading, index: number, form: string): boolean =>
  /(?:[aei]|em)$/.test(form) && /^(?:que|quem)$/.test(formOf(reading, reading.items[index - 1]));
