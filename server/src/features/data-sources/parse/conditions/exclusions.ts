/** «não concluídos», «exceto as homologadas», «todas menos as canceladas»: what the question excludes. */
import type { Item } from '../chunk/items.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  isUsed,
  type Reading,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { sharesRoot } from '../words/roots.ts';
import { isFiniteVerb, isParticiple } from '../words/verbs.ts';

/** «não recebem», «não usam»: a verb that says nothing of its own. */
const isEmptyWord = (reading: Reading, item: Item): boolean =>
  item.kind === 'word' && EMPTY_WORDS.has(formOf(reading, item));

export const COPULAS =
  /^(sao|e|esta|estao|foi|foram|tem|ter|seja|sejam|possui|possuem|ainda|sendo|ficou|ficaram|teve|tiveram|era|eram|fica|ficam|fizeram|feitas|feitos)$/;

/** «não resolvidas da TimeNet»: a participle that a column is named after is excluded itself. */
const isPassedColumn = (reading: Reading, item: Item): boolean =>
  item.kind === 'column' && !isParticiple(formOf(reading, item));

/** «não foram causados por raio» of the column «causa». */
function isOwnColumn(reading: Reading, item: Item, name: string): boolean {
  if (item.kind === 'column') return item.columns.includes(name);
  const column = columnNamed(reading, name);
  const form = formOf(reading, item);
  return item.kind === 'word' && isParticiple(form) && column !== undefined && sharesRoot(form, column);
}

/** Words between the exclusion and what it excludes. */
const isPassedByExclusion = (reading: Reading, item: Item): boolean =>
  isFiller(reading, item) ||
  isEmptyWord(reading, item) ||
  (item.kind === 'word' && isFiniteVerb(formOf(reading, item))) ||
  COPULAS.test(formOf(reading, item)) ||
  isKeyword(item, 'and', 'or', 'by') ||
  item.kind === 'rows' ||
  isPassedColumn(reading, item) ||
  (item.kind === 'word' && /^(curso|nivel|tipo|status|excecao|ser)$/.test(formOf(reading, item)));

/** «não concluídos», «exceto as homologadas», «fora da Secretaria de Obras», «não têm curso superior nem pós». */
export function excludes(reading: Reading, index: number, column: string): boolean {
  for (let at = index - 1; at >= 0 && at >= index - 7; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    if (isKeyword(item, 'not', 'except', 'nor', 'without')) {
      // «sem convênio na Unidade Sul»: it has excluded what stands right after it.
      if (isUsed(reading, item) && !isTakenBy(reading, item, 'exclusion')) return false;
      if (
        item.kind === 'keyword' &&
        item.keyword === 'not' &&
        !reaches(reading, { from: at, to: index, column })
      )
        return false;
      consume(reading, 'exclusion', item, isKeyword(item, 'nor') ? notBefore(reading, at) : undefined);
      return true;
    }
    if (isMinus(reading, at)) {
      consume(reading, 'exclusion', item);
      return true;
    }
    if (continuesExclusion(reading, item, column)) return !isApposed(reading, index);
    if (!isPassedByExclusion(reading, item) && !isOwnColumn(reading, item, column)) break;
  }
  return false;
}

/** «não são nem A nem B»: the first word only says that an exclusion follows. */
function notBefore(reading: Reading, index: number): Item | undefined {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (isKeyword(item, 'not') && item && !isUsed(reading, item)) return item;
    if (!item || !isPassedByExclusion(reading, item)) return undefined;
  }
  return undefined;
}

/** Nothing but verbs and little words stand between «não» and the value. */
const reaches = (
  reading: Reading,
  { from, to, column }: { from: number; to: number; column: string },
): boolean =>
  reading.items
    .slice(from + 1, to)
    .every(
      (item) =>
        isFiller(reading, item) ||
        item.kind === 'word' ||
        isPassedColumn(reading, item) ||
        isOwnColumn(reading, item, column) ||
        isKeyword(item, 'and', 'or', 'nor', 'by'),
    );

/** «todas menos as canceladas», «de todos os turnos menos noite». */
const isMinus = (reading: Reading, at: number): boolean =>
  isKeyword(reading.items[at], 'fewer') &&
  (/^(o|a|os|as)$/.test(formAt(reading, at + 1)) ||
    // «de todos os públicos menos turista»; «menos móveis», which goes on from an answer
    (reading.items[at + 1]?.kind === 'value' &&
      ((reading.isFollowUp &&
        reading.items.slice(0, at).every((item) => isFiller(reading, item) || isKeyword(item, 'and'))) ||
        reading.items.slice(0, at).some((item) => /^tod[oa]s?$/.test(formOf(reading, item))))));

/** «exceto as homologadas e as canceladas»: the list goes on. */
const continuesExclusion = (reading: Reading, item: Item, column: string): boolean =>
  item.kind === 'value' &&
  isTakenBy(reading, item, 'excluded value') &&
  item.phrases.some((phrase) => phrase.column === column);

/** «ainda não pagas, pendentes»: after a comma that begins no list, the same is said again in other words. */
function isApposed(reading: Reading, index: number): boolean {
  const item = reading.items[index];
  if (!item || !reading.words[item.from]?.before.includes(',')) return false;
  return !reading.items
    .slice(index + 1, index + 5)
    .some(
      (each, step) =>
        isKeyword(each, 'and', 'or', 'nor') && reading.items[index + 2 + step]?.kind === 'value',
    );
}
