/** Signs other than its words that a passage answers: the name of its file, the form that is asked for, and no list of questions. */
import { hasFormAsked } from '../../../adapters/models/local-reader/asked-form.ts';
import { prefixStemOf } from '../../../language/stems.ts';
import { isFunctionWord } from '../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import { raritiesOf } from './bm25.ts';

type Told = { title: string; content: string };

/** A passage that has the price, the date or the number that is asked for gains so much. */
const FORM = 0.4;
/** A list of questions, as at the beginning of an FAQ, answers none of them. */
const ASKING = 0.7;
const QUESTIONS_MIN = 3;
const QUESTION_LETTERS = 15;
const SENTENCE = /\n+|(?<=[.!?])\s+/;

/** The factor of each passage. */
export function factorsOf(question: string, passages: Told[]): number[] {
  const hasForm = hasFormAsked(question);
  return passages.map(
    ({ content }) => (hasForm?.(fold(content)) ? 1 + FORM : 1) * (onlyAsks(content) ? ASKING : 1),
  );
}

function onlyAsks(content: string): boolean {
  if (!content.includes('?')) return false;
  const sentences = content.split(SENTENCE).filter((sentence) => sentence.length > QUESTION_LETTERS);
  const asking = sentences.filter((sentence) => sentence.trimEnd().endsWith('?')).length;
  return asking >= QUESTIONS_MIN && asking >= sentences.length / 2;
}

/** How many words of the question the name of each passage's file has, each by how few names have it. */
export function titleScores(question: string, passages: Told[]): number[] {
  const asked = [
    ...new Set(
      wordsOf(question)
        .filter((word) => !isFunctionWord(word))
        .map(prefixStemOf),
    ),
  ];
  const known = new Map<string, number[]>();
  const titles = passages.map(({ title }) => {
    const own = known.get(title) ?? askedIn(title, asked);
    known.set(title, own);
    return own;
  });
  const rarities = raritiesOf(titles);
  return titles.map((stems) => stems.reduce((sum, stem) => sum + (rarities.get(stem) ?? 0), 0));
}

/** The places of the words of the question that a name has. */
function askedIn(title: string, asked: string[]): number[] {
  const stems = new Set(wordsOf(title.replace(/\.\w+$/, '')).map(prefixStemOf));
  return asked.flatMap((stem, place) => (stems.has(stem) ? [place] : []));
}
