/**
 * The things that a question names: «Kubernetes», «Ministério da Saúde», «Debian 15», «018/2024», «config.yaml». Where
 * the passages do not have the rarest of them, they speak of something else.
 */
import { isMistyped } from '../../../../language/edit-distance.ts';
import { stemOf } from '../../../../language/stems.ts';
import { isContentWord, isFunctionWord } from '../../../../language/stop-words.ts';
import { fold } from '../../../../language/words.ts';

export type NamedThing = {
  /** As it stands in the question. */
  name: string;
  /** Whole: letter for letter, never by a stem, a typo or a synonym. */
  isWhole: boolean;
};

const QUOTED = /"[^"\n]{2,80}"|«[^»\n]{2,80}»|“[^”\n]{2,80}”/gu;
/** Addresses, names of files, paths, options of a command, and codes with a digit in them. */
const CODE =
  /(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?<![\p{L}\p{N}])(?:--?[a-z][\w-]+|\\[a-z]{3,}|[\p{L}\p{N}_~]*(?:\/[\p{L}\p{N}_.~-]+)+|[\p{L}\p{N}_-]+\.\p{L}[\p{L}\p{N}]{1,4}|\d+(?:\.\d+)*\/\d{4}|\p{L}[\p{L}-]*\d[\p{L}\d-]*|\d+\p{L}[\p{L}\d]*)(?![\p{L}\p{N}])/giu;
/** «3x», «24h», «10kg», «2a via»: texts write them in other ways, and they name nothing. */
const MEASURE =
  /^\d+(?:x|[oa]|h|hs|hrs?|horas?|min|s|dias?|anos?|kg|g|mg|mcg|ml|l|km|m|cm|mm|gb|mb|kb|tb|mbps|w|kw|kwh|v|mil|k|reais|pessoas)$/iu;
/** «artigo 37», «lei nº 8.112»: people type the names of acts and of their articles in small letters. */
const ACT =
  /(?<![\p{L}\p{N}])(?:artigo|art\.)\s*\d+[ºo°]?(?![\p{L}\p{N}])|(?<=(?<![\p{L}\p{N}])(?:decreto|edital|lei|portaria|resolu[cç][aã]o|s[uú]mula)\s+(?:n[ºo°.]*\s*)?)\d[\d.]+\d(?![\p{L}\p{N}/])/giu;
/** Capitalised words, joined by small ones; a number that follows belongs to them. */
const NAME =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}-]*(?:\s+(?:(?:de|da|do|das|dos|e)\s+)?\p{Lu}[\p{L}-]*)*(?:\s+(?:n[ºo.]*\s*)?\d+(?:[.,/]\d+)*(?![\p{L}\p{N}]))?/gu;
const SENTENCE_END = /[.!?:…]$/u;
/** In a longer piece without a space nothing is looked for: the search would take as long as the square of its length. */
const PIECE_MAX = 200;

/** In their order; a thing that is part of another one is left out. */
export function namedThings(question: string): NamedThing[] {
  const things: NamedThing[] = [];
  const take = (thing: string) => {
    things.push({ name: thing.replace(/[.,;:?!]+$/u, ''), isWhole: true });
    return ' '.repeat(thing.length);
  };
  const plain = question
    .replace(QUOTED, (quoted) => ` ${take(quoted.slice(1, -1))} `)
    .replace(ACT, take)
    .replace(/\S+/gu, (piece) =>
      piece.length > PIECE_MAX
        ? piece
        : piece.replace(CODE, (thing) => (MEASURE.test(thing) ? thing : take(thing))),
    );
  for (const { 0: run, index } of plain.matchAll(NAME)) {
    const thing = nameIn(run, isSentenceStart(question.slice(0, index)));
    if (thing) things.push(thing);
  }
  return things;
}

/** Looks back over white space once, since a question may be a page of line ends. */
function isSentenceStart(before: string): boolean {
  const open = before.replace(/["«“(¿]$/u, '');
  const told = open.trimEnd();
  return !told || SENTENCE_END.test(told.slice(-1)) || open.slice(told.length).includes('\n');
}

/** The first word of a sentence is capitalised whatever it is: it counts only where it is an abbreviation. */
function nameIn(run: string, isFirst: boolean): NamedThing | null {
  const [opening = '', ...others] = run.split(/\s+/);
  const isPart = !isFirst || isAbbreviation(opening);
  const name = (isPart ? [opening, ...others] : others).join(' ').replace(/^(?:d[eao]s?|e)\s+/u, '');
  // «IP», «RH», «TV» are words of everyday.
  if (!/\p{Lu}/u.test(name) || !contentOf(name).length || /^\p{Lu}{2}$/u.test(name)) return null;
  return { name, isWhole: /\p{N}/u.test(name) };
}

const isAbbreviation = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);

/** A letter alone and a word that only holds sentences together name nothing. */
const contentOf = (name: string): string[] =>
  (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && isContentWord(word));

/** Whether a passage has the thing; `alternatives` are other words for a word of its name. */
export function hasThing(
  text: string,
  { name, isWhole }: NamedThing,
  alternatives: (word: string) => string[][],
): boolean {
  if (isWhole) return ` ${bare(text)} `.includes(` ${bare(name)} `);
  const words = new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []);
  const stems = new Set([...words].map(stemOf));
  // A letter more or less makes another abbreviation: «PROCV» is not «proc».
  const isShort = isAbbreviation(name);
  const isTypo = (word: string, other: string) =>
    (!isShort || word.length === other.length) && isMistyped(word, other);
  const has = (word: string): boolean =>
    words.has(word) || stems.has(stemOf(word)) || [...words].some((other) => isTypo(word, other));
  const content = contentOf(name);
  return (
    (isShort && hasInitials(text, name)) ||
    content.every((word) => has(word) || alternatives(word).some((others) => others.every((one) => has(one))))
  );
}

/** A name with a digit or in quotes is compared by its letters and figures, without «nº» and leading zeros. */
const bare = (text: string): string =>
  fold(text)
    .replace(/(?<![\p{L}\p{N}])art(?:igos?|s?\.)(?=\s*\d)/gu, 'art ')
    .replace(/(?<=\d)[ºª°o](?![\p{L}\p{N}])/gu, '')
    .replace(/(?<![\p{L}\p{N}])n[º°o]\.?\s*(?=\d)/gu, '')
    .replace(/(?<=\d)\.(?=\d{3}(?!\d))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])0+(?=\d)/gu, '')
    .trim();

/** «Imposto sobre Serviços» for ISS: the first and the last word are capitalised. */
function hasInitials(text: string, abbreviation: string): boolean {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3 || !isFunctionWord(fold(word)));
  const initials = fold(words.map((word) => word.charAt(0) || ' ').join(''));
  const isCapital = (word = '') => /^\p{Lu}/u.test(word);
  const wanted = fold(abbreviation);
  for (let at = initials.indexOf(wanted); at >= 0; at = initials.indexOf(wanted, at + 1))
    if (isCapital(words[at]) && isCapital(words[at + wanted.length - 1])) return true;
  return false;
}
