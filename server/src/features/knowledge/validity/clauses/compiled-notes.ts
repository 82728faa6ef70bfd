/** Notes of compiled laws: «(Revogado pela Lei nº 9.527, de 1997)», «(Redação dada pela Lei nº 9.527, de 10.12.97)». */
import type { Norm, RelationKind } from '#contract/validity.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { mentionsIn, normOfMention } from './norm-mentions.ts';
import { CAPUT } from './provision-lists.ts';
import { withoutQuoted } from './quoted-wording.ts';

/** `norm` did it to the text, on its provisions; `day`: that of its act. */
export type FoundNote = {
  kind: Extract<RelationKind, 'repeals' | 'repeals_in_part' | 'amends'>;
  norm: Norm;
  provisions: string[];
  day: Day | null;
  start: number;
  end: number;
};

const NOTE =
  /\(\s*(revogad[oa]s?|reda[çc][ãa]o\s+dada|nova\s+reda[çc][ãa]o|inclu[íi]d[oa]s?|acrescid[oa]s?|acrescentad[oa]s?)(?:\s+dada)?\s+(?:pel[oa]s?|por)\s+[^()]{3,200}\)/giu;

/** `provisionAt` gives the provision of a place in the text; the note at an article's head speaks of the head alone. */
export function notesIn(text: string, provisionAt: (at: number) => string | null): FoundNote[] {
  const masked = withoutQuoted(text);
  return [...masked.matchAll(NOTE)].flatMap((note) => {
    const [mention] = mentionsIn(note[0]);
    const norm = mention && normOfMention(mention);
    if (!mention || !norm) return [];
    const isRepeal = /^\(\s*revog/i.test(note[0]);
    const provision = provisionAt(note.index);
    // A note above the first article is about the whole norm.
    if (provision === null && !isRepeal) return [];
    return [
      {
        kind: isRepeal ? (provision === null ? 'repeals' : 'repeals_in_part') : 'amends',
        norm,
        provisions:
          provision === null ? [] : [isRepeal || provision.includes('/') ? provision : provision + CAPUT],
        day: mention.day,
        start: note.index,
        end: note.index + note[0].length,
      },
    ];
  });
}
