/**
 * The forms in which people tell something and texts state it: «cancelei» and «cancelar», «cancelar» and «cancelação». Made
 * by rule, whether there is such a word or not: they are only looked for. Folded.
 */

/** Shorter words are nouns more often than they are forms of a verb. */
const VERB_LETTERS = 5;

/** Infinitives of what somebody says to have done: «paguei», «perdi», «caiu», and «pagaram». Folded. */
export function infinitivesOf(word: string): string[] {
  if (word.length < VERB_LETTERS) return [];
  const told = FIRST_PERSONS.find(([ending]) => ending.test(word));
  if (!told) return [];
  const [ending, infinitives] = told;
  return infinitives.map((infinitive) => word.replace(ending, infinitive));
}

const FIRST_PERSONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/quei$/, ['car']],
  [/guei$/, ['gar']],
  [/ei$/, ['ar']],
  [/aram$/, ['ar']],
  [/(?<=[^aeiou])i$/, ['er', 'ir']],
];

/** Nouns of a verb, and the verb of such a noun. */
export function derivedForms(word: string): string[] {
  const noun = /^(.{3,})(a|i)coes$|^(.{3,})(a|i)cao$/.exec(word);
  if (noun) {
    const [, many, vowel, one, other] = noun;
    return [`${many ?? one}${vowel ?? other}r`];
  }
  const verbs = /^.{3,}[aei]r$/.test(word) ? [word] : infinitivesOf(word);
  return verbs.flatMap((verb) => [...(verb === word ? [] : [verb]), ...nounsOf(verb)]);
}

function nounsOf(verb: string): string[] {
  const root = verb.slice(0, -2);
  return verb.endsWith('ar')
    ? [`${root}acao`, `${root}acoes`, `${root}amento`]
    : [`${root}icao`, `${root}icoes`, `${root}imento`];
}

/** «notinha» and «nota», «cartãozinho» and «cartão»: people make things small that texts do not. Folded. */
export function withoutDiminutive(word: string): string[] {
  const [, stem = '', ending = ''] = /^(.{3,}?)z?inh([oa]s?)$/.exec(word) ?? [];
  if (!stem) return [];
  return /z?inh/.exec(word)?.[0] === 'zinh' ? [stem, `${stem}${ending}`] : [`${stem}${ending}`];
}

const NUMBERS = new Map(
  `2 dois|3 tres|4 quatro|5 cinco|6 seis|7 sete|8 oito|9 nove|10 dez|11 onze|12 doze|13 treze|14 quatorze|15 quinze|16 dezesseis|17 dezessete
  18 dezoito|19 dezenove|20 vinte|30 trinta|40 quarenta|45 quarenta e cinco|50 cinquenta|60 sessenta|70 setenta|80 oitenta|90 noventa|100 cem`
    .split(/[|\n]\s*/)
    .map((pair) => pair.split(/ (.*)/, 2) as [string, string]),
);
const FIGURES = new Map([...NUMBERS].map(([figure, word]) => [word, figure]));

/** «10» of «dez», and the other way round. */
export function otherNotation(word: string): string[] {
  const other = NUMBERS.get(word) ?? FIGURES.get(word);
  return other === undefined ? [] : [other];
}
