/** A thing that a question asks about and the passages do not have: it only ever turns an answer into a refusal. */
import { PERSONAL_DATA_KINDS } from '#contract/personal-data.ts';
import { isMistyped } from '../../../../language/edit-distance.ts';
import { stemOf } from '../../../../language/stems.ts';
import { isSubjectWord } from '../../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import { maskUnnumbered } from '../../../../personal-data/marks.ts';
import { coverageOf } from '../judgement/coverage.ts';
import { askedHeads } from '../judgement/word-kinds.ts';
import type { Passage } from '../passage.ts';
import { missingRole } from './asked-role.ts';
import { askingPart } from './asking-part.ts';
import { hasThing, type NamedThing, namedThings } from './named-things.ts';
import type { AskedWord, QuestionTerms } from './question-terms.ts';

/** The thing must be in one of so many first passages. */
const LOOKED_AT = 5;
/** A name that so large a share of the passages has is the subject of the bases. */
const USUAL_SHARE = 0.2;
/** A common word that no passage has is missed where the rest of the question is covered less than this. */
const COVERED = 0.5;
const LETTERS_MIN = 5;
const YEAR = /^(?:19|20)\d\d$/;
/** Infinitives, gerunds, conditionals, third persons, the past and participles: people ask with other verbs than documents have. */
const VERB = /(?:[aei]r|ndo|ria|am|ou|i|iu|[ai]d[oa]s?)$/;

type Search = {
  question: string;
  terms: Pick<QuestionTerms, 'asked' | 'passages'>;
  /** Best first. */
  found: Pick<Passage, 'title' | 'section' | 'content'>[];
  /** Names of the bases and of the agent, which their passages need not repeat. */
  known_names: string[];
  /** The passages hold on the days that the question names, and need not name its year. */
  isDated: boolean;
};

/** As it stands in the question; null where nothing is missing. */
export function missingThing(search: Search): string | null {
  const texts = search.found
    .slice(0, LOOKED_AT)
    .map(({ title, section, content }) => `${title}\n${section}\n${content}`);
  if (!texts.length) return null;
  return (
    missingName(search, texts) ?? unknownYear(search) ?? missingRoleIn(search) ?? unknownWord(search, texts)
  );
}

function missingName({ question, terms, known_names }: Search, texts: string[]): string | null {
  // In a question without small letters every word is capitalised.
  if (!/\p{Ll}/u.test(question)) return null;
  const words = wordIndex(terms.asked);
  const frequencyOf = ({ name }: NamedThing) =>
    Math.min(
      ...wordsOf(name)
        .filter(isSubjectWord)
        .map((word) => words.get(word)?.document_frequency ?? 0),
    );
  const alternatives = (word: string) => words.get(word)?.alternatives ?? [];
  const told = withoutPersonalData(question);
  const asking = askingPart(told);
  const things = namedThings(told)
    // A name of the circumstances that somebody tells need not stand in a document; a number with its name is meant.
    .filter((thing) => isNumbered(thing) || asking.includes(thing.name))
    .filter(({ name }) => !isOnesOwn(question, name) && !isExplained(question, name))
    .filter((thing) => !known_names.some((known) => hasThing(known, thing, alternatives)))
    .map((thing) => ({ ...thing, frequency: frequencyOf(thing) }))
    .filter(({ frequency, isWhole }) => isWhole || frequency < USUAL_SHARE * terms.passages)
    .sort((one, other) => one.frequency - other.frequency);
  // A number after a name says which one is meant, however rare the other names of the question are.
  const required = things.filter((thing, place) => place === 0 || isNumbered(thing));
  return required.find((thing) => !texts.some((text) => hasThing(text, thing, alternatives)))?.name ?? null;
}

/** «Meu TCC» is somebody's own, and not named in a document. */
const isOnesOwn = (question: string, name: string): boolean =>
  /(?<![\p{L}])(?:minhas?|meus?)\s+$/iu.test(question.slice(0, question.indexOf(name)));

/**
 * «Vai a Recife, capital de outro estado, e ganha quanto?»: what a name of one word is stands beside it, and the document
 * has a rule for all that are so. «Prosa, da empresa Tal» may be another one.
 */
function isExplained(question: string, name: string): boolean {
  const after = question.slice(question.indexOf(name) + name.length);
  return (
    /^\p{Lu}\p{L}+$/u.test(name) &&
    /^, (?:que (?:é|fica) )?(?:uma? |[oa] )?(?!e |ou |d[aeo]s? |na |no |em |por |para |com |que |qual |quais |quant|quando |como |onde |quem )\p{Ll}{4,} (?:d[aeo]s?|em|n[ao]s?|fora) [^,?]{3,60},/u.test(
      after,
    )
  );
}

/** «Debian 14», «Lei 8.112»: letters and a number. */
function isNumbered({ name, isWhole }: NamedThing): boolean {
  const number = isWhole ? /\s\d[\d.,/]*$/u.exec(name) : null;
  return number !== null && /\p{L}/u.test(name.slice(0, number.index).split('\n').at(-1) ?? '');
}

function missingRoleIn({ question, terms, found }: Search): string | null {
  const things = namedThings(withoutPersonalData(question));
  return missingRole({ question, asked: terms.asked, things, passages: found.slice(0, LOOKED_AT) });
}

/** A trace and a prompt would show it: personal data names nothing that a document must have. */
const withoutPersonalData = (question: string): string =>
  maskUnnumbered(question, PERSONAL_DATA_KINDS).replace(/\[[^\]\n]{1,40}\]/gu, ' ');

/** A year that no passage of the bases has. */
function unknownYear({ terms, isDated }: Search): string | null {
  if (isDated) return null;
  const isUnknown = ({ lexeme, document_frequency }: AskedWord) =>
    document_frequency === 0 && YEAR.test(lexeme);
  return terms.asked.find(isUnknown)?.lexeme ?? null;
}

/** The noun that is asked for, in small letters, where no passage of the bases has it, in no form and by no other word. */
function unknownWord({ question, terms, found }: Search, texts: string[]): string | null {
  const heads = askedHeads(question);
  const unknown = terms.asked.filter(
    (word) => isUnknown(word) && word.forms.some((form) => heads.has(fold(form))),
  );
  if (!unknown.length) return null;
  const words = texts.flatMap(wordsOf);
  const stems = new Set(words.map(stemOf));
  const isSaid = ({ forms, alternatives = [] }: AskedWord) =>
    forms.some((form) => words.some((word) => isMistyped(fold(form), word))) ||
    alternatives.some((others) => others.length > 0 && others.every((other) => stems.has(stemOf(other))));
  const missing = unknown.find((word) => !isSaid(word));
  if (!missing) return null;
  const coverage = coverageOf(
    terms.asked.filter((word) => word !== missing),
    terms.passages,
  );
  const best = Math.max(
    ...found.slice(0, LOOKED_AT).map(({ section, content }) => coverage(`${section} ${content}`, 0)),
  );
  const form = missing.forms[0] ?? missing.lexeme;
  return best < COVERED && question.includes(form) ? form : null;
}

const isUnknown = ({ document_frequency, forms }: AskedWord): boolean =>
  document_frequency === 0 &&
  forms.length > 0 &&
  forms.every(
    (form) =>
      form.length >= LETTERS_MIN && /^\p{Ll}+$/u.test(form) && isSubjectWord(fold(form)) && !VERB.test(form),
  );

/** By each form as it was typed, folded. */
function wordIndex(asked: AskedWord[]): Map<string, AskedWord> {
  return new Map(asked.flatMap((word) => word.forms.map((form) => [fold(form), word] as const)));
}
