/** Values and names of columns in several words that stand in the question as a whole. */
import { phrasesAt } from '../words/lexicon.ts';
import { type Item, isCountOfRows, type Text } from './items.ts';
import { CODE } from './literals.ts';

/** The whole of a value in several words is that value, also where it begins as a number does: «primeira consulta». */
export function longValue({ bases, lexicon }: Text, at: number): Item | null {
  const phrases = phrasesAt(lexicon, bases, at).filter(
    ({ bases: own, strength }) =>
      (own.length > 1 || CODE.test(own[0] ?? '')) && (strength === 'whole' || strength === 'short'),
  );
  const length = Math.max(0, ...phrases.map(({ bases: own }) => own.length));
  if (length === 0) return null;
  const longest = phrases.filter(({ bases: own }) => own.length === length);
  // «Vila Nova» is a district, and a part of «UBS Vila Nova» too.
  const parts = (lexicon.phrases.get(bases.slice(at, at + length).join(' ')) ?? []).filter(
    ({ column, strength }) => strength === 'part' && longest.every((phrase) => phrase.column !== column),
  );
  return { kind: 'value', phrases: [...longest, ...parts], columns: [], from: at, to: at + length };
}

/** The whole name of a column in several words, whatever else they are: «parcelas em aberto», «primeira visita». */
export function longColumn({ forms, bases, lexicon }: Text, at: number): Item | null {
  let longest: Item | null = null;
  for (const { bases: name, column } of lexicon.column_names) {
    const to = endOfName({ forms, bases }, at, name);
    if (to === null || isCountOfRows({ forms, bases, lexicon }, at, to - 1) || (longest && to < longest.to))
      continue;
    const columns: string[] = longest?.kind === 'column' && longest.to === to ? longest.columns : [];
    longest = { kind: 'column', columns: [...new Set([...columns, column])], from: at, to };
  }
  return longest;
}

/** The place after a name whose words stand here, with little words between them or without. */
function endOfName(
  { forms, bases }: Pick<Text, 'forms' | 'bases'>,
  at: number,
  name: string[],
): number | null {
  let to = at;
  for (const [place, base] of name.entries()) {
    if (place > 0)
      while (to - at < LONG_NAME && /^(?:de|do|da|dos|das|em|no|na|por)$/.test(forms[to] ?? '')) to += 1;
    if (bases[to] !== base) return null;
    to += 1;
  }
  return to;
}

const LONG_NAME = 12;
