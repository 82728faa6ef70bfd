/** Values and names of columns in several words that stand in the question as a whole. */

import { STATES } from '../../../../language/values/states.ts';
import { fold } from '../../../../language/words.ts';
import { type Lexicon, phrasesAt } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import type { ValuePhrase } from '../words/table-column.ts';
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

/** «Shell da Rodoviária» of «Shell Rodoviária»: a name said with a little word that it does not have. */
export function gappedValue({ forms, bases, lexicon }: Text, at: number): Item | null {
  if (
    !lexicon.phrase_words.has(bases[at] ?? '') ||
    !/^(?:d[aeo]s?|n[ao]s?|[oa]s?)$/.test(forms[at + 1] ?? '')
  )
    return null;
  for (let length = GAPPED_MAX; length > 0; length -= 1) {
    const rest = bases.slice(at + 2, at + 2 + length);
    if (rest.length < length) continue;
    const phrases = (lexicon.phrases.get([bases[at], ...rest].join(' ')) ?? []).filter(
      ({ strength, values }) => values.length === 1 && (strength === 'whole' || strength === 'short'),
    );
    if (phrases.length > 0) return { kind: 'value', phrases, columns: [], from: at, to: at + 2 + length };
  }
  return null;
}

/** «pendentes» of the value «PEND», «divergência» of «DIVERG»: the only state that is cut so, of a column of such states. */
export function cutValue({ forms, lexicon }: Text, at: number): Item | null {
  const form = forms[at] ?? '';
  if (form.length < CUT_LETTERS + 2) return null;
  const found = lexicon.table.columns
    .filter(
      ({ kind, hidden, values }) =>
        !hidden && kind === 'category' && values.length <= CUT_VALUES && values.some(isCut),
    )
    .flatMap(({ name, values }) =>
      values
        .filter((value) => isCut(value) && form.startsWith(fold(value.trim())))
        .map((value): ValuePhrase => ({ bases: [form], column: name, values: [value], strength: 'whole' })),
    );
  const only = onlyOne(found);
  return only ? { kind: 'value', phrases: [only], columns: [], from: at, to: at + 1 } : null;
}

/** In capitals, and with an ending that no Portuguese word has. */
const isCut = (value: string): boolean => /^\p{Lu}{3,7}[BCDFGJKMNPQTVX]$/u.test(value.trim());

const CUT_LETTERS = 4;
const CUT_VALUES = 15;

/** The words of a name after its first. */
const GAPPED_MAX = 3;

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

const isState = (value: string): boolean => STATES.some(({ code }) => code === value);

/** «alunos da tarde» of a table whose description says «AT = ativo»: a code with words of its own stands for no others. */
const hasOtherWords = ({ phrases }: Lexicon, column: string, code: string): boolean =>
  [...phrases.values()].some((found) =>
    found.some(
      (phrase) =>
        phrase.column === column && phrase.values.includes(code) && phrase.bases.join('') !== fold(code),
    ),
  );

/** «ordem de serviço» of a table with the value «OS»: its letters written out, in one column alone. */
export function writtenOutAcronym(text: Text, at: number): Item | null {
  const { forms, lexicon } = text;
  const places = [at];
  while (/^d[eoa]s?$/.test(forms[(places.at(-1) ?? at) + 1] ?? '') && forms[(places.at(-1) ?? at) + 2])
    places.push((places.at(-1) ?? at) + 2);
  for (; places.length > 1; places.pop()) {
    const letters = places
      .map((place) => text.bases[place]?.charAt(0) ?? '')
      .join('')
      .toUpperCase();
    const found = lexicon.table.columns.filter(
      ({ kind, values, hidden }) =>
        !hidden && kind === 'category' && values.includes(letters) && !values.every(isState),
    );
    const only = onlyOne(found);
    // «telefones dos responsáveis» is no «TR»: of two letters a name has nothing but «de» between its words.
    const isName = letters.length > 2 || forms[at + 1] === 'de';
    if (!only || !isName || hasOtherWords(lexicon, only.name, letters)) continue;
    const to = (places.at(-1) ?? at) + 1;
    const phrase = { bases: text.bases.slice(at, to), column: only.name, values: [letters] };
    return { kind: 'value', phrases: [{ ...phrase, strength: 'whole' }], columns: [], from: at, to };
  }
  return null;
}
