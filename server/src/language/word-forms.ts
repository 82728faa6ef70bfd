/** The forms of Portuguese words that ask for the same value: case, accents, plurals, and the gender of participles. */
import { fold } from './words.ts';

/** A word as it stands in the text; an accent may be a character of its own, as in texts out of some PDFs. */
export type Token = { text: string; start: number; end: number };

export const tokensWithOffsets = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** Folded words with a space between: "São Paulo" is "sao paulo". */
export const plainForm = (text: string): string =>
  tokensWithOffsets(text)
    .map(({ text: word }) => fold(word))
    .join(' ');

/** The same in the singular, participles without their gender: "Pregões Homologados" is "pregao homologad". */
export const baseForm = (text: string): string =>
  tokensWithOffsets(text)
    .map(({ text: word }) => withoutGender(singular(fold(word))))
    .join(' ');

/** Plural endings and what they are in the singular; the longer first. Folded. */
const PLURALS: [RegExp, string][] = [
  [/oes$/, 'ao'],
  [/aes$/, 'ao'],
  [/aos$/, 'ao'],
  // «úteis», «fáceis»: the «i» of the singular has no stress.
  [/\b((?:in)?ut|fac|dific|ag|hab|deb|fert|frag|doc|rept|foss|versat|volat|test)eis$/, '$1il'],
  [/^(civ|fuz|barr|perf|infant|juven|gent|host|sut|serv|febr|mercant|estudant|fun)is$/, '$1il'],
  [/eis$/, 'el'],
  [/ais$/, 'al'],
  [/ois$/, 'ol'],
  [/uis$/, 'ul'],
  [/([eiou])ns$/, '$1m'],
  [/([aeiou][rz])es$/, '$1'],
  [/([aeiou])s$/, '$1'],
  // Words from abroad: «tickets», «loans».
  [/([b-df-hj-np-rtv-xz])s$/, '$1'],
];

export function singular(word: string): string {
  if (word.length < 4) return word;
  for (const [plural, ending] of PLURALS) if (plural.test(word)) return word.replace(plural, ending);
  return word;
}

/** Endings of the singular whose plural no stem shares with it, and the endings of that plural. Folded. */
const IRREGULAR_PLURALS: [RegExp, string[]][] = [
  [/ao$/, ['oes', 'aes', 'aos']],
  [/al$/, ['ais']],
  [/el$/, ['eis']],
  [/il$/, ['is', 'eis']],
  [/ol$/, ['ois']],
  [/ul$/, ['uis']],
  [/([aeiou])m$/, ['$1ns']],
];
/** Shorter words have their number in common with too many others: «mais» is no plural of «mal». */
const NUMBER_LETTERS = 5;

/** «inscrições» of «inscrição», «fiscal» of «fiscais»: words whose stems differ between singular and plural; folded. */
export function otherNumbers(word: string): string[] {
  if (word.length < NUMBER_LETTERS) return [];
  const one = singular(word);
  const [ending, plurals] = IRREGULAR_PLURALS.find(([end]) => end.test(one)) ?? [];
  if (!ending || !plurals) return [];
  return one === word ? plurals.map((plural) => word.replace(ending, plural)) : [one];
}

/** Participles agree with their noun: "aberto" and "aberta" are one answer to one question. */
export const withoutGender = (word: string): string => word.replace(/(ad|id|ert|ens|ost|cis|eit)[oa]$/, '$1');

export const isParticiple = (form: string): boolean => /(ad|id|ert|ens|ost|cis|eit)[oa]$/.test(form);
