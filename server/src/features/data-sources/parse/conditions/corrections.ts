/** People who correct or explain themselves: «Recife, digo, Olinda», «os inadimplentes, ou seja, …», «permanência (em diárias)». */
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  consume,
  formAt,
  isFiller,
  isKeyword,
  isUsed,
  nextIndex,
  type Reading,
} from '../reading.ts';

/** After one of these, the words take the place of those before. */
const CORRECTIONS = [
  'digo',
  'quero dizer',
  'quis dizer',
  'ou melhor',
  'melhor dizendo',
  'alias',
  'desculpe',
  'desculpa',
  'corrigindo',
  'perdao',
];
/** After one of these, the words say the same in terms of the table. */
const EXPLANATIONS = ['ou seja', 'isto e', 'quer dizer', 'isso e'];

/** Before all other rules. */
export function readCorrections(reading: Reading): void {
  for (let at = 1; at < reading.items.length; at += 1) {
    const mark = markOf(reading, at);
    if (mark.length === 0 && !mark.isBracket) continue;
    consume(reading, 'correction', ...reading.items.slice(at, at + mark.length));
    const said = reading.items[nextIndex(reading, at + mark.length - 1)];
    if (!said) continue;
    if (mark.length > 0 && isKeyword(said, 'how_many', 'how_much', 'which', 'list')) {
      // «quantos filhotes… quer dizer, quantos coelhos foram adotados?»: the question begins anew.
      consume(reading, 'corrected', ...reading.items.slice(0, at));
      return;
    }
    if (mark.isCorrection) replace(reading, at, said);
    if (!isAddition(reading, at, mark) && (mark.isCorrection || said.kind !== 'word'))
      takeBack(reading, at, said, mark);
    at += mark.length;
  }
}

/** `length`: so many items; 0 for a bracket alone, and where there is no mark. */
type Mark = { length: number; isCorrection: boolean; isBracket: boolean };

function markOf(reading: Reading, at: number): Mark {
  const corrected = markAt(reading, at, CORRECTIONS);
  return {
    length: corrected || markAt(reading, at, EXPLANATIONS),
    isCorrection: corrected > 0,
    isBracket: (reading.words[reading.items[at]?.from ?? -1]?.before ?? '').includes('('),
  };
}

/** «(pelo check-in)» only adds to the words before. */
const isAddition = (reading: Reading, at: number, { length, isBracket }: Mark): boolean =>
  isBracket && length === 0 && /^(?:por|pel[oa]s?|em|n[oa]s?|so|de|d[oa]s?)$/.test(formAt(reading, at));

/** The words before, which the table does not know, are said again in others. */
function takeBack(reading: Reading, at: number, said: Item, { length, isBracket }: Mark): void {
  const all = unknownBefore(reading, at);
  // «terminaram (data de conclusão)»: a column explains the word right before it.
  const unknown = isBracket && length === 0 && said.kind === 'column' ? all.slice(0, 1) : all;
  consume(reading, 'corrected', ...unknown);
  // «ainda não foram colhidas (sem data de colheita)»: what is denied is denied again.
  const denied = reading.items[nextIndex(reading, reading.items.indexOf(unknown.at(-1) ?? said), -1)];
  if (isKeyword(said, 'without', 'not') && isKeyword(denied, 'not') && unknown.length > 0)
    consume(reading, 'corrected', denied);
}

/** How many items one of the marks takes, or 0. */
function markAt(reading: Reading, at: number, marks: string[]): number {
  for (const mark of marks) {
    const words = mark.split(' ');
    if (words.every((word, step) => formAt(reading, at + step) === word)) return words.length;
  }
  return 0;
}

/** The nearest item before that is of the same sort: a value of the same column, a period, a comparison. */
function replace(reading: Reading, mark: number, said: Item): void {
  for (let at = mark - 1; at >= 0; at -= 1) {
    const item = reading.items[at];
    if (!item || isUsed(reading, item) || !isSameSort(item, said)) continue;
    const to = said.kind === 'value' || said.kind === 'period' ? at + 1 : mark;
    consume(reading, 'corrected', ...reading.items.slice(at, to));
    return;
  }
}

function isSameSort(one: Item, other: Item): boolean {
  if (one.kind === 'value' && other.kind === 'value')
    return one.phrases.some(({ column }) => other.phrases.some((phrase) => phrase.column === column));
  if (other.kind === 'comparison') return one.kind === 'comparison';
  return other.kind === 'period' && one.kind === 'period';
}

const STRETCH_MAX = 8;

/** The unknown words that end before the mark: «RH ou TI», «permanência», «gripe este ano». */
function unknownBefore(reading: Reading, mark: number): Item[] {
  const found: Item[] = [];
  for (let at = mark - 1; at >= 0 && at >= mark - STRETCH_MAX; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    if (item.kind === 'word' && !isFiller(reading, item)) found.push(item);
    else if (isKeyword(item, 'or') && found.length > 0) found.push(item);
    else if (!isPassed(reading, item)) break;
  }
  return found;
}

const isPassed = (reading: Reading, item: Item): boolean =>
  (isFiller(reading, item) && candidates(item).length === 0) ||
  item.kind === 'period' ||
  isKeyword(item, 'average', 'versus', 'and');
