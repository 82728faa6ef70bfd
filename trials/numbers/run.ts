/** Counts both errors of the number check over generated texts: wrong figures not found, right ones marked. */
import { uncheckedNumbers } from '../../server/src/features/grounding/numbers/check-numbers.ts';
import { KnownNumbers } from '../../server/src/features/grounding/numbers/known-numbers.ts';
import { seeded } from '../support/seeded-random.ts';
import { modelText } from './model-texts.ts';

export type NumberFigures = {
  texts: number;
  wrong: number;
  right: number;
  found: number;
  false_marks: number;
  /** Some of the errors, as they stand in their texts. */
  missed: string[];
  mistaken: string[];
};

const SHOWN = 10;
const AROUND = 25;

export function checkModelTexts(texts: number, seed: number): NumberFigures {
  const chance = seeded(seed);
  const figures: NumberFigures = {
    texts,
    wrong: 0,
    right: 0,
    found: 0,
    false_marks: 0,
    missed: [],
    mistaken: [],
  };
  for (let count = 0; count < texts; count += 1) {
    const { question, result, text, wrong, right } = modelText(chance);
    const known = new KnownNumbers();
    known.addText(question);
    known.addResult(result);
    const marks = uncheckedNumbers(text, known);
    const isMarked = (place: { start: number; end: number }) =>
      marks.some(({ start, end }) => start < place.end && end > place.start);
    const missed = wrong.filter((place) => !isMarked(place));
    const mistaken = marks.filter(
      ({ start, end }) => !wrong.some((one) => start < one.end && end > one.start),
    );
    figures.wrong += wrong.length;
    figures.right += right.length;
    figures.found += wrong.length - missed.length;
    figures.false_marks += mistaken.length;
    const excerpt = ({ start, end }: { start: number; end: number }) =>
      text.slice(Math.max(0, start - AROUND), end + AROUND);
    figures.missed.push(...missed.map(excerpt));
    figures.mistaken.push(...mistaken.map(excerpt));
  }
  return { ...figures, missed: figures.missed.slice(0, SHOWN), mistaken: figures.mistaken.slice(0, SHOWN) };
}
