/** Weighs the words of a question, and tells how much of them a piece of a text names. */
import { isMistypedStem } from '../../../language/edit-distance.ts';
import { questionStems, stemOf, stemsOf } from '../../../language/stems.ts';
import { isStopWord } from '../../../language/stop-words.ts';
import { synonymsIn } from '../../../language/synonyms/asked-synonyms.ts';
import { tokensOf } from '../../../language/words.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import type { PromptPassage } from '../model.ts';

export type AskedTerm = {
  term: string;
  /** Its own and those of its synonyms. */
  stems: ReadonlySet<string>;
  /** The rarer in the passages, the more. */
  weight: number;
};

/** A term that no passage has may be one of everyday, which documents have another one for. */
const UNKNOWN = 0.6;
/** A passage is read up to this length. */
const READ_MAX_CHARACTERS = 12_000;
/** Names of columns stand in each row, and headings above many texts. */
const NAMED_ABOVE = 0.6;

/** The terms of the question, in its order. */
export function askedTerms(
  passages: PromptPassage[],
  terms: ReadonlyMap<string, number>,
  question: string,
): AskedTerm[] {
  const alternatives = alternativeStems(question);
  const lines = passages.flatMap(({ text }) => {
    const columns = columnsOf(text);
    const read = text.slice(0, READ_MAX_CHARACTERS).split('\n');
    return read.map((line) => readLine(line, columns));
  });
  const counted = [...terms.keys()].map((term) => {
    const known = new Set([term, ...(alternatives.get(term)?.keys() ?? [])]);
    const stems = lines.some(({ all }) => [...known].some((stem) => all.has(stem)))
      ? known
      : new Set([...known, ...meantIn(lines, term)]);
    const countIn = (part: keyof ReadLine) =>
      lines.filter((line) => [...stems].some((stem) => line[part].has(stem))).length;
    const count = countIn('said') || countIn('all');
    const rarity = Math.log(1 + (lines.length - count + 0.5) / (count + 0.5));
    return { term, stems, count, weight: rarity };
  });
  const rarest = Math.max(0, ...counted.map(({ count, weight }) => (count ? weight : 0)));
  return counted.map(({ count, weight, ...term }) => ({
    ...term,
    weight: count ? weight : UNKNOWN * rarest,
  }));
}

/** The stems that a word may be a slip of, where no line has it. */
function meantIn(lines: ReadLine[], term: string): string[] {
  const all = new Set(lines.flatMap((line) => [...line.all]));
  return [...all].filter((stem) => stem.charAt(0) === term.charAt(0) && isMistypedStem(term, stem));
}

/** The stems of a line; `said` without the names of columns. */
type ReadLine = { said: ReadonlySet<string>; all: ReadonlySet<string> };

function readLine(line: string, columns: Columns): ReadLine {
  const all = new Set(stemsOf(line));
  const own = withoutColumns(line, columns);
  return { said: own === line ? all : new Set(stemsOf(own)), all };
}

/** The share of the terms, each by its weight, that a piece has; `above` is what it stands under. */
export function shareNamed(
  piece: string,
  above: string,
  { terms, columns }: { terms: readonly AskedTerm[]; columns: Columns },
): number {
  const known = new Set(terms.flatMap(({ stems }) => [...stems]));
  // «Setor: Norte» says both words of «o setor Norte».
  const isNamed = (cell: string) => stemsOf(cell).some((stem) => known.has(stem));
  const said = new Set(stemsOf(withoutColumns(piece, columns, isNamed)));
  const around = new Set(stemsOf(`${above} ${piece}`));
  const has = (all: ReadonlySet<string>, { stems }: AskedTerm) => [...stems].some((stem) => all.has(stem));
  let [named, whole] = [0, 0];
  for (const term of terms) {
    whole += term.weight;
    if (has(said, term)) named += term.weight;
    else if (has(around, term)) named += NAMED_ABOVE * term.weight;
  }
  return whole ? named / whole : 0;
}

/** Names of columns, which stand in several rows. */
export type Columns = ReadonlySet<string>;

const ROW = /^\s*- [^:;]{1,80}: /;
const CELL = /(?<=- |; )([^:;]{1,80}): ([^;]*)/g;

export function columnsOf(text: string): Columns {
  const counts = new Map<string, number>();
  for (const line of text.slice(0, READ_MAX_CHARACTERS).split('\n'))
    if (ROW.test(line))
      for (const [, name = ''] of line.matchAll(CELL)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])));
}

/** «- Prato: Sopa; Preço: 12,00» as «- Sopa; 12,00», but for columns whose cell is named. */
export function withoutColumns(
  line: string,
  columns: Columns,
  isNamed: (cell: string) => boolean = () => false,
): string {
  if (!columns.size || !ROW.test(line)) return line;
  return line.replace(CELL, (whole, name: string, cell: string) =>
    columns.has(name) && !isNamed(cell) ? cell : whole,
  );
}

/** Other words for each asked term, by their stems; the words of a phrase share its weight. */
export const alternativeStems = rememberLast(findAlternatives);

function findAlternatives(question: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const stems = new Map<string, Map<string, number>>();
  for (const { forms, alternatives } of synonymsIn(question))
    for (const term of questionStems(forms.join(' '))) {
      const others = stems.get(term) ?? new Map<string, number>();
      stems.set(term, others);
      for (const { text, weight } of alternatives) {
        const words = tokensOf(text).filter((word) => !isStopWord(word));
        for (const stem of words.map(stemOf))
          others.set(stem, Math.max(others.get(stem) ?? 0, weight / words.length));
      }
    }
  return stems;
}
