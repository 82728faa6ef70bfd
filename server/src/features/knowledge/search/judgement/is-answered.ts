/**
 * Whether what was found answers the question, as far as words tell: what an agent without a model says, or that its sources
 * do not say it. One sum of plain weights for each of the best passages, and one floor.
 *
 * The weights are those of a logistic regression, rounded, on five folders of strangers' documents and three question sets
 * (`npm run bench -- retrieval`). Questions without an answer were those of the sets, those of other folders, and all
 * others once more with the passages that answer them taken out. Each folder was also judged by weights that had been
 * found without it.
 */
import { formAsked } from '../../../../adapters/models/local-reader/asked-form.ts';
import { askedTerms, columnsOf } from '../../../../adapters/models/local-reader/asked-terms.ts';
import { termsOf } from '../../../../adapters/models/local-reader/scores.ts';
import { courtesyOf, isLightWord } from '../../../../language/stop-words.ts';
import { fold } from '../../../../language/words.ts';
import type { Passage } from '../passage.ts';
import type { QuestionTerms } from '../question/question-terms.ts';
import { sharesIn, type WeighedWord, weighedWords } from './coverage.ts';
import { askedHeads, askedMeasures, isCode, wordKinds } from './word-kinds.ts';

const WEIGHTS = {
  /** The share of the question's words that the passage has, each by how rare it is. */
  all: 3.5,
  /** The same of the things that are asked about, without the subject of the document. */
  things: 1.2,
  /** The rarity of signs such as «E4» that the passage has. */
  codes: 0.11,
  /** By how many deviations the passage stands above the middle of what was found. */
  standing: 0.95,
  /** How much of what is asked about a piece names that has the form that is asked for, such as a sum or a term. */
  form: 4.8,
  /** The logarithm of the number of words: of a long question no passage has all. */
  words: 2.7,
  /** The logarithm of the number of things that the passage has not. */
  missing: -1,
  /** «Qual é o telefone?» asks for one thing, which may be in no document; «posso …?» is answered by the rule for it. */
  named: -0.7,
  /** A thing that no passage of the bases has, and for which there is no other word. */
  unknown: -0.55,
};
const FLOOR = 9.5;

/** The judgement looks at the best of so many first passages. */
export const FIRST = 4;
/** How rare words are among so many passages decides how much a piece names. */
const PASSAGES = 8;
/** Two words have less in common by chance. */
const LIKE = 0.5;
/** A word that only the name of the file has counts for so much. */
const IN_TITLE = 0.6;
/** Where no word is a thing: what such questions get on average. */
const NO_THINGS = 0.6;
/** The same for questions without a form of their own; no piece need name more than this. */
const NO_FORM = 0.35;
const FORM_MAX = 0.6;
/** Among fewer passages the deviation says little; then one counts that few questions without an answer have. */
const CANDIDATES = 40;
const USUAL_STANDING = 3.5;
const STANDING_MAX = 8;

export type Judged = {
  question: string;
  terms: QuestionTerms;
  /** Best first. */
  passages: Passage[];
  /** The scores of all passages that were looked at, best first. */
  scores: number[];
  /** The lexemes that are the subject of each document. */
  subjects: ReadonlyMap<number, ReadonlySet<string>>;
};

export function isAnswered(judged: Judged): boolean {
  return evidenceOf(judged) >= FLOOR;
}

/** The evidence of the best passage. */
export function evidenceOf({ question, terms, passages, scores, subjects }: Judged): number {
  const words = weighedWords(terms.asked, terms.passages);
  const first = passages.slice(0, FIRST);
  if (courtesyOf(question) || !words.length || !first.length) return Number.NEGATIVE_INFINITY;
  const weighed = withKinds(question, words);
  const formOf = formIn(question, passages.slice(0, PASSAGES));
  const heads = askedHeads(question);
  const named = words.some(({ typed }) => typed.some((form) => heads.has(fold(form)))) ? WEIGHTS.named : 0;
  return Math.max(
    ...first.map((passage, place) => {
      const subject = subjects.get(passage.document_id) ?? new Set();
      return (
        wordEvidence(weighed, passage, subject) +
        WEIGHTS.standing * standingOf(scores, place) +
        WEIGHTS.form * formOf(passage) +
        WEIGHTS.words * Math.log(1 + words.length) +
        named
      );
    }),
  );
}

type KnownWord = WeighedWord & { worth: number; isThing: boolean; isLight: boolean; isCode: boolean };

function withKinds(question: string, words: WeighedWord[]): KnownWord[] {
  const kinds = wordKinds(question);
  const measures = askedMeasures(question);
  // In a question without small letters every word looks like a sign.
  const hasCase = /\p{Ll}/u.test(question);
  return words.map((word) => ({
    ...word,
    // Weights are roots of rarities.
    worth: word.weight ** 2,
    isThing: (kinds.get(fold(word.typed[0] ?? word.lexeme)) ?? 'thing') === 'thing',
    // «Helena Prado, bibliotecária» says the name without the word «nome».
    isLight: word.typed.every(
      (form) => isLightWord(fold(form)) || (word.isUnknown && measures.has(fold(form))),
    ),
    isCode: hasCase && isCode(word.typed[0] ?? ''),
  }));
}

function wordEvidence(
  words: KnownWord[],
  { title, section, content }: Passage,
  subject: ReadonlySet<string>,
): number {
  const said = sharesIn(`${section} ${content}`, words);
  const titled = sharesIn(title, words).map((share) => (share >= IN_TITLE ? share : 0));
  const read = words.map((word, place) => {
    const own = said[place] ?? 0;
    const inTitle = titled[place] ?? 0;
    const inText = own >= LIKE ? own : 0;
    return {
      ...word,
      inText,
      share: Math.max(inText, IN_TITLE * inTitle),
      isAsked: word.isThing && !inTitle && !subject.has(word.lexeme),
    };
  });
  const shareOf = (some: typeof read) =>
    some.length
      ? sum(some.map(({ worth, share }) => worth * share)) / sum(some.map(({ worth }) => worth))
      : NO_THINGS;
  const telling = withoutLight(read);
  // A question for nothing but the subject of the document, «Como crio um agente?», has no other thing.
  const asked = read.filter(({ isAsked }) => isAsked);
  const things = withoutLight(asked.length ? asked : read.filter(({ isThing }) => isThing));
  const codes = read.filter((word) => word.isCode).map(({ worth, inText }) => worth * inText);
  const missing = things.filter(({ isLight, inText }) => !isLight && inText < LIKE);
  return (
    WEIGHTS.all * shareOf(telling) +
    WEIGHTS.things * shareOf(things) +
    WEIGHTS.codes * sum(codes) +
    WEIGHTS.missing * Math.log(1 + missing.length) +
    (missing.some(({ isUnknown, alternatives }) => isUnknown && !alternatives.length) ? WEIGHTS.unknown : 0)
  );
}

/** Without words that go with any subject, unless there are no others. */
function withoutLight<W extends { isLight: boolean }>(words: W[]): W[] {
  const telling = words.filter(({ isLight }) => !isLight);
  return telling.length ? telling : words;
}

function standingOf(scores: number[], place: number): number {
  const sorted = scores.toSorted((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? 0;
  const half = (sorted.length - 1) / 2;
  const middle = (at(Math.floor(half)) + at(Math.ceil(half))) / 2;
  const mean = sum(scores) / scores.length;
  const deviation = Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / scores.length);
  const best = Math.abs(scores[0] ?? 0);
  const standing = ((scores[place] ?? 0) - middle) / (deviation + 0.05 * best + 0.01);
  const trust = Math.min(1, scores.length / CANDIDATES);
  return trust * Math.min(STANDING_MAX, standing) + (1 - trust) * USUAL_STANDING;
}

/** How much of what is asked about the best piece of a passage names that has the form which is asked for. */
function formIn(question: string, passages: Passage[]): (passage: Passage) => number {
  const texts = passages.map(({ title, section, content }, place) => ({
    index: place + 1,
    title,
    section,
    text: content,
  }));
  const terms = askedTerms(texts, termsOf(question, []), question);
  const columns = columnsOf(passages.map(({ content }) => content).join('\n'));
  const { given, told } = formAsked(question, { terms, columns });
  // Most texts tell a person or a time: one without them is no answer, one with them no better than others.
  const most = given ? FORM_MAX : NO_FORM;
  return ({ section, content }) => (told ? Math.min(most, told(content, section)) : NO_FORM);
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
