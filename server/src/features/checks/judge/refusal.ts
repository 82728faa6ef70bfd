/**
 * Whether an answer says that it does not know, does not find or will not do it, in Portuguese or English. A phrase
 * is not enough: «Não sei ao certo, mas o prazo é de 30 dias» answers. So what else is said must not be an answer.
 */
import { fold } from '../../../language/words.ts';
import { ABOUT_SOURCES, ADVERSATIVE, COURTESY, REFUSING } from './refusal-phrases.ts';

/** The most words that a refusal may add, apart from sentences about the sources. */
const BESIDES_MAX_WORDS = 12;
/** The most sentences before the refusal: a greeting, a sentence on the question. */
const BEFORE_MAX_SENTENCES = 2;

export function isRefusal(answer: string): boolean {
  const sentences = sentencesOf(answer);
  const first = sentences.findIndex(refuses);
  if (
    first < 0 ||
    sentences.slice(0, first).filter((sentence) => !isCourtesy(sentence)).length > BEFORE_MAX_SENTENCES
  )
    return false;
  if (sentences.some((sentence) => refuses(sentence) && goesOnToAnswer(sentence))) return false;
  const besides = sentences.filter((sentence) => !refuses(sentence) && !isCourtesy(sentence));
  const own = besides.filter((sentence) => !ABOUT_SOURCES.test(sentence));
  return !besides.some(tellsFigures) && countWords(own) <= BESIDES_MAX_WORDS;
}

const refuses = (sentence: string) => REFUSING.some((phrase) => phrase.test(sentence));

const isCourtesy = (sentence: string) => sentence.endsWith('?') || COURTESY.test(sentence);

/** «Não sei, mas acho que é Paris»: what follows the turn is neither help nor a word on the sources. */
function goesOnToAnswer(sentence: string): boolean {
  const [, ...turns] = sentence.split(ADVERSATIVE);
  return turns.some((turn) => !refuses(turn) && !isCourtesy(turn) && !ABOUT_SOURCES.test(turn));
}

/** A number in what is said besides the refusal is a fact. */
const tellsFigures = (sentence: string) => /\d/.test(sentence);

const countWords = (sentences: string[]) => sentences.join(' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Folded, without emphasis; the items of a list are sentences too. */
function sentencesOf(answer: string): string[] {
  return fold(answer.replace(/[*_`#>\p{Cf}]/gu, '').replace(/[’‘]/g, "'"))
    .split(/(?<=[.!?…:])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
