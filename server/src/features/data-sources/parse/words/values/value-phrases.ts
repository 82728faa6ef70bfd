/** The phrases of questions that name the values of a column: whole, shortened, by one word, by a synonym. */
import { portugueseValues } from '../../../../../language/english-terms.ts';
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { STATES } from '../../../../../language/values/states.ts';
import { fold, wordsOf } from '../../../../../language/words.ts';
import { isEnglishFunctionWord } from '../../../../../language/written-language.ts';
import { PERSON_NAMES } from '../columns/telling-names.ts';
import { isHarmless } from '../common-words.ts';
import { isYesNo, yesNoPhrases } from '../flags.ts';
import { KEYWORDS } from '../keywords.ts';
import { RANK, type Strength, type TableColumn, type ValuePhrase } from '../table-column.ts';
import { CITY_ALIASES, PLACE_COLUMN, valueSynonyms, wordsOfCode } from '../thesaurus.ts';
import type { DescribedCode } from './described-codes.ts';
import { isNameOfSpelling, otherSpellings, shorterNames } from './other-spellings.ts';
import { holdsRemarks, isTypedSentence } from './remarks.ts';
import { phrasesForNumber } from './words-for-numbers.ts';

/** «visita domiciliar» of the code V; its first word alone says less. */
export function phrasesOfCode({ column, code, text }: DescribedCode): ValuePhrase[] {
  const bases = basesOf(text);
  const whole: ValuePhrase = { bases, column, values: [code], strength: 'whole' };
  if (bases.length > 1) return [whole, { ...whole, bases: bases.slice(0, 1), strength: 'head' }];
  // «à tarde» of «VES = vespertino»
  return [
    whole,
    ...bases
      .flatMap(valueSynonyms)
      .map((word): ValuePhrase => ({ ...whole, bases: [word], strength: 'synonym' })),
  ];
}

export const CODES = new Set(STATES.map(({ code }) => code));

export const byStrength = (one: ValuePhrase, other: ValuePhrase): number =>
  RANK[other.strength] - RANK[one.strength];

/** No value is named by more words. */
export const PHRASE_WORDS_MAX = 12;

export function addPhrase(phrases: Map<string, ValuePhrase[]>, phrase: ValuePhrase): void {
  if (phrase.bases.length === 0 || phrase.bases.length > PHRASE_WORDS_MAX) return;
  const key = phrase.bases.join(' ');
  const there = phrases.get(key) ?? [];
  phrases.set(key, there);
  const same = there.find((other) => other.column === phrase.column);
  if (!same) there.push(phrase);
  else if (RANK[same.strength] < RANK[phrase.strength]) Object.assign(same, phrase);
  else if (same.strength === phrase.strength)
    // Values come one after the other, so that only the last can be the same.
    for (const value of phrase.values) if (same.values.at(-1) !== value) same.values.push(value);
}

export function phrasesOf(column: TableColumn): ValuePhrase[] {
  if (column.kind !== 'category' && column.kind !== 'boolean' && column.kind !== 'text')
    return phrasesForNumber(column);
  if (column.kind === 'boolean' || isYesNo(column.values)) return yesNoPhrases(column);
  if (holdsRemarks(column)) return column.values.map((value) => wholePhrase(column.name, value));
  if (column.kind === 'text') {
    const own = wordsOfOne(column);
    return column.values.flatMap((value) => [
      wholePhrase(column.name, value),
      ...beginning(column.name, value, own),
      ...shorterNames(column.name, value),
    ]);
  }
  const common = commonFirstWord(column);
  const shared = sharedFirstWords(column);
  const own = wordsOfOne(column);
  const isPlace = PLACE_COLUMN.test(fold(`${column.name} ${column.label}`));
  const names = fold(`${column.name} ${column.label}`);
  // One word of a person's name is said more often than all of them.
  const isOfPeople = PERSON_NAMES.test(names);
  return column.values.flatMap((value) => [
    ...phrasesOfValue(column.name, value, { common, shared, own, isPlace, isOfPeople }),
    ...otherSpellings(value)
      .flatMap((text) => [
        ...phrasesOfValue(column.name, text, {
          // «Garagem Matriz» of «Gar. Matriz», with which most values begin.
          common: basesOf(value)[0] === common ? (basesOf(text)[0] ?? null) : common,
          ...{ shared, own, isPlace, isOfPeople },
        }).filter((phrase) => isNameOfSpelling(phrase, text)),
        ...otherGender(column.name, text, isPlace),
      ])
      .map((phrase) => ({ ...phrase, values: [value] })),
    ...[...wordsOfCode(names, value, column.values), ...stanceWords(names, value), ...portugueseValues(value)]
      .flatMap(inBothGenders)
      .map(
        (text): ValuePhrase => ({
          bases: basesOf(text),
          column: column.name,
          values: [value],
          strength: 'short',
        }),
      ),
    ...otherGender(column.name, value, isPlace),
    ...acronym(column, value),
    ...shorterNames(column.name, value),
    ...negatedPlural(column.name, value),
    ...partsInOrder(value, own).map(
      (bases): ValuePhrase => ({ bases, column: column.name, values: [value], strength: 'short' }),
    ),
  ]);
}

const wholePhrase = (column: string, value: string): ValuePhrase => ({
  ...{ bases: basesOf(value), column, values: [value], strength: 'whole' },
});

/** «chuveiro elétrico» of «Chuveiro elétrico 5500 W», where no other value has one of the words. */
function beginning(column: string, value: string, own: ReadonlySet<string>): ValuePhrase[] {
  const bases = basesOf(value).slice(0, 2);
  const isName =
    bases.length === 2 && bases.every((base) => /^\p{L}{3,}$/u.test(base) && !isFunctionWord(base));
  return isName && bases.some((base) => own.has(base))
    ? [{ bases, column, values: [value], strength: 'short' }]
    : [];
}

/** «a favor», «contra» of the values «Sim» and «Não» of a column of votes. */
const stanceWords = (names: string, value: string): string[] => {
  if (!/\b(?:votos?|votacao|parecer|posicao|posicionamento|manifestacao)\b/.test(names)) return [];
  const word = fold(value);
  if (/^(?:sim|favoravel|a favor)$/.test(word)) return ['a favor', 'favor', 'favoravel', 'sim'];
  return /^(?:nao|contrario|contra)$/.test(word) ? ['contra', 'contrario'] : [];
};

/** «alta» as well as «alto» of the value «High». */
const inBothGenders = (text: string): string[] =>
  /^\p{L}+o$/u.test(text) ? [text, text.replace(/o$/, 'a')] : [text];

/** «Dra. Camila Rocha», «Sr. João» */
const TITLE = /^(?:dra?|profa?|sra?|eng|enf|enfa|don[ao]|seu|pe|frei)$/;

/** The words that only one value of a column has, for names of several words. */
function wordsOfOne({ values }: TableColumn): Set<string> {
  const counts = new Map<string, number>();
  for (const value of values)
    for (const base of new Set(basesOf(value))) counts.set(base, (counts.get(base) ?? 0) + 1);
  return new Set(
    [...counts].filter(([base, count]) => count === 1 && base.length >= 3).map(([base]) => base),
  );
}

/** No value is named by more pairs of its words. */
const PAIRS_MAX = 30;

/**
 * Words of a long name, in its order and with those between left out: «Hospital São Lucas» of «Hospital Municipal
 * São Lucas»; or the two of «Fraude suspeita» the other way round, «suspeita de fraude». One of them belongs to it alone.
 */
function partsInOrder(value: string, own: Set<string>): string[][] {
  const bases = basesOf(value).filter((base) => !/^(?:de|do|da|dos|das|e)$/.test(base));
  if (bases.length === 2) {
    const [one = '', other = ''] = bases;
    return own.has(one) && own.has(other) ? ['de', 'da', 'do'].map((link) => [other, link, one]) : [];
  }
  const found: string[][] = [];
  for (const [at, one] of bases.entries())
    for (const [after, other] of bases.entries()) {
      if (after <= at + 1) continue;
      const rest = bases.slice(after);
      if (own.has(one) || own.has(other)) found.push([one, other]);
      if (rest.length > 1 && rest.some((base) => own.has(base))) found.push([one, ...rest]);
    }
  return found.slice(0, PAIRS_MAX);
}

/** «alta» names the value «Alto», and «paga» the value «Pago»; of a name of two words the gender is its own. */
function otherGender(column: string, value: string, isPlace: boolean): ValuePhrase[] {
  const [base = '', ...more] = basesOf(value);
  if (isPlace || more.length > 0 || base.length < 3 || !/[oa]$/.test(base)) return [];
  const bases = [base.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))];
  return [{ bases, column, values: [value], strength: 'part' }];
}

const PLURALS: [RegExp, string][] = [
  [/eu$/, 'eram'],
  [/iu$/, 'iram'],
  [/ou$/, 'aram'],
  [/^foi$/, 'foram'],
];

/** «não compareceram» of the value «Não compareceu». */
function negatedPlural(column: string, value: string): ValuePhrase[] {
  const [not, verb = '', ...more] = basesOf(value);
  const ending = PLURALS.find(([end]) => end.test(verb));
  if (not !== 'nao' || more.length > 0 || !ending) return [];
  return [{ bases: [not, ...basesOf(verb.replace(...ending))], column, values: [value], strength: 'short' }];
}

/** «RH» of «Recursos Humanos», where no other value begins with those letters. */
function acronym(column: TableColumn, value: string): ValuePhrase[] {
  const letters = initialsOf(value);
  const isOwn = column.values.every((other) => other === value || initialsOf(other) !== letters);
  const isWord = isFunctionWord(letters) || isHarmless(letters) || KEYWORDS.has(letters);
  if (letters.length < 2 || letters.length > 5 || !isOwn || isWord || CODES.has(letters.toUpperCase()))
    return [];
  return [{ bases: [letters], column: column.name, values: [value], strength: 'part', isAcronym: true }];
}

const initialsOf = (value: string): string => {
  const content = wordsOf(value).filter((word) => !isFunctionWord(word));
  return content.length > 1 ? content.map((word) => word[0]).join('') : '';
};

function phrasesOfValue(
  column: string,
  value: string,
  {
    common,
    shared,
    own,
    isPlace,
    isOfPeople,
  }: { common: string | null; shared: Set<string>; own: Set<string>; isPlace: boolean; isOfPeople: boolean },
): ValuePhrase[] {
  const bases = basesOf(value);
  if (bases.join('').length < 2) return [];
  if (isTypedSentence(value)) return [wholePhrase(column, value)];
  const phrase = (named: string[], strength: Strength): ValuePhrase => ({
    ...{ bases: named, column, values: [value], strength },
  });
  const isTitled = isOfPeople && bases.length > 1 && TITLE.test(bases[0] ?? '');
  const short = bases[0] === common || isTitled ? withoutLead(bases.slice(1)) : bases;
  const content = short.filter((base) => !isFunctionWord(base) && !isEnglishFunctionWord(base));
  const isShorter = short.length > 0 && short.length < bases.length;
  const parts =
    isPlace && !isOfPeople
      ? (CITY_ALIASES.get(bases.join(' ')) ?? []).map((alias) => phrase([alias], 'short'))
      : partsOf(short, content, own).map(([base, strength]) => phrase([base], strength));
  // «Vitória» is a city, and «ganhou» no word for it.
  const synonyms =
    !isPlace && (short.length === 1 || content.length === 1) ? content.flatMap(valueSynonyms) : [];
  return [
    phrase(bases, 'whole'),
    ...(isShorter ? [phrase(short, 'short')] : []),
    ...(shared.has(bases[0] ?? '') && bases.length === 2 ? [phrase(bases.slice(1), 'part')] : []),
    ...[...tailsOf(short), ...leadsOf(short)].map((some) => phrase(some, 'part')),
    ...parts,
    ...synonyms.map((synonym) => phrase([synonym], 'synonym')),
  ];
}

/** The first word of a name of several, and its longer other words; of the name of a place one word says nothing. */
function partsOf(short: string[], [head, ...others]: string[], own: Set<string>): [string, Strength][] {
  // «peças» are no «Aguardando peça»: what is waited for names something else.
  if (/[aei]ndo$/.test(head ?? '')) return head && short.length > 1 ? [[head, 'head']] : [];
  const isHead = short.length > 1 && head !== undefined && (head.length >= 3 || /^\d+[ºª]$/.test(head));
  return [
    ...(isHead ? [[head, 'head'] as [string, Strength]] : []),
    ...others
      .filter(
        (base) =>
          !isHarmless(base) &&
          // «feito» has lost its gender.
          !isHarmless(`${base}o`) &&
          (base.length >= 5 || (base.length >= 3 && own.has(base) && !KEYWORDS.has(base))),
      )
      .map((base): [string, Strength] => [base, 'part']),
  ];
}

/** The last words of a name of three or more: «Zona Leste» of «Ramal Zona Leste». */
const tailsOf = (bases: string[]): string[][] =>
  bases
    .map((_, from) => bases.slice(from))
    .filter(
      (tail, from) => from > 0 && tail.length >= 2 && (tail[0] === 'sao' || !isFunctionWord(tail[0] ?? '')),
    );

/** The first words of a name of three or more: «Santa Casa» of «Santa Casa de Misericórdia». */
const leadsOf = (bases: string[]): string[][] =>
  bases
    .map((_, to) => bases.slice(0, to))
    .filter((lead) => lead.filter((base) => !isFunctionWord(base)).length >= 2)
    .filter((lead) => !isFunctionWord(lead.at(-1) ?? ''));

/** «São» begins a name. */
const withoutLead = (bases: string[]): string[] =>
  isFunctionWord(bases[0] ?? '') && bases[0] !== 'sao' ? bases.slice(1) : bases;

/** The word with which most values of a column begin, such as «Secretaria». */
export function commonFirstWord({ values }: TableColumn): string | null {
  const counts = new Map<string, number>();
  for (const value of values) {
    const [first, ...rest] = basesOf(value);
    if (first && rest.length) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const [first, count] of counts) if (count >= 3 && count * 2 > values.length) return first;
  return null;
}

/** The words with which two values or more begin: «sul» is enough beside «norte» where both are «Depósito». */
const sharedFirstWords = ({ values }: TableColumn): Set<string> => {
  const firsts = Map.groupBy(values, (value) => basesOf(value)[0] ?? '');
  return new Set([...firsts].filter(([, begun]) => begun.length > 1).map(([first]) => first));
};
