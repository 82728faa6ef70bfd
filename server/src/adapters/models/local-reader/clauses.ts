/** A sentence or a row that is too long to be quoted whole: the clauses of it that were asked about. */
import type { Span } from './blocks.ts';

type Limits = {
  /** The clauses that are quoted have at most so many words together. */
  words: number;
  /** The clause that opens the list of clauses is quoted with them up to this size. */
  lead_words: number;
};

/** «Compete ao conselho:» and «I - fixar a taxa;» end clauses; where such a clause is too long, a comma does. */
const CLAUSE_END = /[;:](?=\s)/g;
const COMMA = /,(?=\s)/g;

/**
 * Neighbouring clauses from the best one on, as many as fit, and the clause that leads to them where it stands before
 * them. `scoreOf` tells how much of the question a piece of the text has.
 */
export function clausesAround(
  text: string,
  unit: Span,
  scoreOf: (piece: string) => number,
  { words, lead_words }: Limits,
): Span[] {
  const clauses = clausesOf(text, unit, words);
  const best = bestOf(clauses.map((clause) => scoreOf(text.slice(clause.start, clause.end))));
  let [first, last] = [best, best];
  const fits = (from: number, to: number): boolean =>
    countWords(text, { start: clauses[from]?.start ?? 0, end: clauses[to]?.end ?? 0 }) <= words;
  while (last + 1 < clauses.length && fits(first, last + 1)) last += 1;
  while (first > 0 && fits(first - 1, last)) first -= 1;
  const quoted = { start: clauses[first]?.start ?? unit.start, end: clauses[last]?.end ?? unit.end };
  const [lead] = clauses;
  const leads = lead && first > 0 && text[lead.end - 1] === ':' && countWords(text, lead) <= lead_words;
  return leads ? [lead, quoted] : [quoted];
}

function clausesOf(text: string, unit: Span, words: number): Span[] {
  return divided(text, unit, CLAUSE_END)
    .flatMap((clause) => (countWords(text, clause) > words ? divided(text, clause, COMMA) : [clause]))
    .flatMap((clause) => runsOfWords(text, clause, words));
}

function divided(text: string, { start, end }: Span, border: RegExp): Span[] {
  const ends = [...text.slice(start, end).matchAll(border)].map(({ index }) => start + index + 1);
  return [...ends, end].map((to, at) => trimmed(text, ends[at - 1] ?? start, to)).filter(isFilled);
}

/** A text without any border: runs of a third of what fits, so that the words asked about have company on both sides. */
function runsOfWords(text: string, { start, end }: Span, words: number): Span[] {
  const all = [...text.slice(start, end).matchAll(/\S+/g)];
  if (all.length <= words) return [{ start, end }];
  const size = Math.ceil(words / 3);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, run) => {
    const from = all[run * size];
    const to = all[Math.min(all.length, (run + 1) * size) - 1];
    return {
      start: start + (from?.index ?? 0),
      end: start + (to ? to.index + to[0].length : end - start),
    };
  });
}

const bestOf = (scores: number[]): number =>
  scores.reduce((best, score, at) => (score > (scores[best] ?? 0) ? at : best), 0);
const isFilled = ({ start, end }: Span): boolean => end > start;
const countWords = (text: string, { start, end }: Span): number =>
  text.slice(start, end).match(/\S+/g)?.length ?? 0;

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  return { start: start + lead, end: start + lead + part.trim().length };
}
