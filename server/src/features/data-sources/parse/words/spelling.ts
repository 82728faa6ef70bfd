/** Corrects a typing error towards the words of the table, and finds the names nearest to one that the table lacks. */
import { isMistyped, isMistypedStem } from '../../../../language/edit-distance.ts';
import type { QuestionWord } from '../../../../language/question-words.ts';
import { isContentWord } from '../../../../language/stop-words.ts';
import { baseForm, singular } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { isHarmless } from './common-words.ts';
import { KEYWORDS } from './keywords.ts';
import { type Lexicon, spelledKey } from './lexicon.ts';
import { rootsMeet } from './roots.ts';
import { isThemeNoun } from './rows/themes.ts';
import { hasSynonyms } from './thesaurus.ts';
import { isFiniteVerb, isParticiple } from './verbs.ts';
import { isDailyNoun } from './vocabulary/daily-nouns.ts';

const SHORTEST = 5;

/** Words of questions that are mistyped often, and that no other word is like. */
const ASKING = ['quantos', 'quantas', 'quanto', 'percentual', 'quantidade', 'mediana', 'vezes'];

/** The words with those replaced that no one can read but as a slip for exactly one word of the table. */
export const correctWords = (words: QuestionWord[], lexicon: Lexicon): QuestionWord[] =>
  words.map((typed, at) => {
    const word = isKnown(typed, lexicon) ? typed : (heard(typed, lexicon) ?? typed);
    const near = isKnown(word, lexicon)
      ? []
      : basesNear(word, lexicon).filter((base) => !isLonePart(base, { words, at, lexicon }));
    // «Ribeirão Preto» is a name, and no slip for the column of prices.
    const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(word.text);
    const [only, another] = isName ? near.filter((base) => lexicon.phrase_words.has(base)) : near;
    const rows = only ? undefined : (slipForRows(word, lexicon) ?? slipInName(word, { words, at, lexicon }));
    if (rows) return { ...word, base: rows };
    if (only) return another === undefined ? { ...word, base: only } : word;
    const asked = isKnown(word, lexicon)
      ? undefined
      : ASKING.find((keyword) => isMistyped(word.form, keyword));
    return asked ? { ...word, form: asked, base: asked } : word;
  });

/** Letters that sound alike: «viajens», «xassi», «enxente»; and «desistirão» where «desistiram» was meant. */
const ALIKE: [RegExp, string][] = [
  [/j(?=[ei])/g, 'g'],
  [/g(?=[ei])/g, 'j'],
  [/x/g, 'ch'],
  [/ch/g, 'x'],
  [/(?<=[aeiou])s(?=[aeiou])/g, 'z'],
  [/z(?=[aeiou])/g, 's'],
  [/(?<=[aei])rao$/g, 'ram'],
];

/** The word as the table or its subject writes it, where only letters differ that sound alike. */
function heard(word: QuestionWord, lexicon: Lexicon): QuestionWord | undefined {
  for (const [sound, letters] of ALIKE) {
    const form = word.form.replace(sound, letters);
    if (form === word.form) continue;
    const base = baseForm(form);
    const isOfTable =
      lexicon.rows.has(base) ||
      lexicon.row_nouns.has(base) ||
      lexicon.columns.has(base) ||
      lexicon.phrases.has(base) ||
      (/ram$/.test(form) && lexicon.roots.some((root) => rootsMeet(form, root.word)));
    if (isOfTable) return { ...word, form, base };
  }
  return undefined;
}

/** «iten», «itms»: the short name of the rows is misspelt too. */
function slipForRows({ form, base }: QuestionWord, lexicon: Lexicon): string | undefined {
  const { one, many } = lexicon.table.rows_word;
  const isOther = lexicon.spellings.has(base) || lexicon.phrase_words.has(base) || KEYWORDS.has(form);
  if (isOther || isDailyNoun(base) || isHarmless(form) || !isContentWord(form)) return undefined;
  const isNear = [one, many].some((name) => name.length < SHORTEST && isMistyped(form, fold(name), 1));
  return form.length >= 4 && isNear ? baseForm(one) : undefined;
}

/** «machado de asis»: a short word beside another word of a name, and like one word of that name alone. */
function slipInName(
  word: QuestionWord,
  { words, at, lexicon }: { words: QuestionWord[]; at: number; lexicon: Lexicon },
): string | undefined {
  const { form, base } = word;
  if (form.length !== SHORTEST - 1 || !isContentWord(form) || isHarmless(form) || KEYWORDS.has(form))
    return undefined;
  if (isKnownWord(word, lexicon)) return undefined;
  const beside = [words[at - 2], words[at - 1], words[at + 1], words[at + 2]].flatMap((one) =>
    one && isContentWord(one.form) ? [one.base] : [],
  );
  const names = beside
    .flatMap((one) => lexicon.phrases.get(one) ?? [])
    .flatMap(({ values }) => values)
    .flatMap((value) => wordsOf(value).map(fold));
  const like = new Set(names.filter((one) => one !== base && isMistypedStem(form, one)));
  const [only, another] = like;
  return only && another === undefined ? baseForm(only) : undefined;
}

/**
 * «visitas» is no slip for a part of «UBS Bela Vista»: a word inside a name is one only beside another word of that name.
 */
function isLonePart(
  base: string,
  { words, at, lexicon }: { words: QuestionWord[]; at: number; lexicon: Lexicon },
): boolean {
  const phrases = lexicon.phrases.get(base) ?? [];
  if (phrases.length === 0 || lexicon.columns.has(base) || lexicon.rows.has(base)) return false;
  if (phrases.some(({ strength }) => strength !== 'part')) return false;
  const beside = [words[at - 2], words[at - 1], words[at + 1], words[at + 2]].map((word) => word?.base ?? '');
  const names = phrases.flatMap(({ values }) => values).map((value) => baseForm(value).split(' '));
  return !names.some((name) => beside.some((word) => isContentWord(word) && name.includes(word)));
}

/** A word of the table or of its subject. */
const isKnownWord = (
  { form, base }: QuestionWord,
  { spellings, phrase_words, mentioned, row_nouns }: Lexicon,
): boolean =>
  phrase_words.has(base) ||
  spellings.has(singular(form)) ||
  spellings.has(base) ||
  isDailyNoun(base) ||
  hasSynonyms(base) ||
  isThemeNoun(base) ||
  row_nouns.has(base) ||
  isHarmless(form) ||
  mentioned.has(form);

function isKnown(word: QuestionWord, lexicon: Lexicon): boolean {
  const { form } = word;
  return (
    isKnownWord(word, lexicon) ||
    KEYWORDS.has(form) ||
    form.length < SHORTEST ||
    !isContentWord(form) ||
    !/^\p{L}+$/u.test(form)
  );
}

/** «concedidas» is no slip for «concluídas», nor «abrimos» for «arrimo»: a verb that differs so much is another word. */
const isSlip = (typed: QuestionWord, word: string): boolean =>
  !isOtherEnding(typed.form, word) &&
  // «por confirmar» is no slip for «confirmada».
  !(/[aei]r$/.test(typed.form) && isParticiple(word)) &&
  !(word.length <= SHORT && isOtherShortWord(singular(typed.form), word)) &&
  isMistyped(singular(typed.form), word, isParticiple(typed.form) || isDerived(typed.form, word) ? 1 : 2) &&
  (!isFiniteVerb(typed.form) ||
    isFiniteVerb(word) ||
    !/mos$/.test(typed.form) ||
    rootsMeet(typed.form, word));

const SHORT = 4;

/** Short words have too many neighbours: a slip in one swaps its letters or doubles one, and «horta» is no «hora». */
const isOtherShortWord = (typed: string, word: string): boolean =>
  lettersOf(typed) !== lettersOf(word) && typed.replace(/(.)\1/g, '$1') !== word;

const lettersOf = (word: string): string => Array.from(word).toSorted().join('');

/** «exportação» is no slip for «expiração»: long endings in common make other words alike. */
const isDerived = (form: string, word: string): boolean =>
  DERIVED.some((ending) => singular(form).endsWith(ending) && word.endsWith(ending));
const DERIVED = ['acao', 'icao', 'mento', 'idade', 'encia', 'ancia', 'agem'];

/** «custas» are no «custos», and «ração» is no «raça»: another ending makes another noun. «bruta» has only another gender. */
function isOtherEnding(form: string, word: string): boolean {
  const typed = singular(form);
  const isOtherPlural =
    form !== typed && /a$/.test(typed) && /o$/.test(word) && typed.slice(0, -1) === word.slice(0, -1);
  return isOtherPlural || (/[ao]$/.test(word) && `${word.slice(0, -1)}ao` === typed);
}

/** Two slips change the length of a word by two at most. */
const SLIPS_MAX = 2;

function basesNear(word: QuestionWord, { spelled }: Lexicon): string[] {
  const typed = singular(word.form);
  const bases = new Set<string>();
  for (let length = typed.length - SLIPS_MAX; length <= typed.length + SLIPS_MAX; length += 1)
    for (const [meant, base] of spelled.get(spelledKey(typed, length)) ?? [])
      if (isSlip(word, meant)) bases.add(base);
  return [...bases];
}

/** The three values most like a name, of the column that holds the likest. */
export function nearestNames(
  { table, remarks }: Lexicon,
  text: string,
): { column: string | null; values: string[] } {
  const asked = gramsOf(baseForm(text));
  const scored = table.columns
    .filter(({ kind, hidden, name }) => kind === 'category' && !hidden && !remarks.includes(name))
    .flatMap(({ name, values }) =>
      values.slice(0, 10_000).map((value) => ({ name, value, score: likeness(asked, gramsOf(fold(value))) })),
    )
    .filter(({ score }) => score >= 0.2)
    .toSorted((one, other) => other.score - one.score);
  const column = scored[0]?.name ?? null;
  return {
    column,
    values: scored
      .filter(({ name }) => name === column)
      .slice(0, 3)
      .map(({ value }) => value),
  };
}

function gramsOf(text: string): Set<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

function likeness(one: Set<string>, other: Set<string>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  return shared / (one.size + other.size - shared || 1);
}
