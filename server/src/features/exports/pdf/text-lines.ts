/** Breaks styled text into lines of a width. Words stay whole unless one is wider than the line. */
import type { Run } from '../file-blocks.ts';
import { type Fonts, fontOf, type Piece } from './fonts.ts';

export type Fragment = Piece & { width: number; url?: string | undefined; strike?: true | undefined };
export type TextLine = Fragment[];

type Measure = { fonts: Fonts; size: number; width: number };

const TOKENS = /\n|[ \t]+|[^ \t\n]+/g;
/** Control characters draw nothing. */
const CONTROLS = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

const widthOf = (fragments: TextLine): number => fragments.reduce((sum, { width }) => sum + width, 0);

export function textLines(runs: Run[], measure: Measure): TextLine[] {
  const lines: TextLine[] = [[]];
  let word: TextLine = [];
  let space: TextLine = [];
  const flush = () => {
    if (word.length) placeWord(lines, space, word, measure);
    [word, space] = [[], []];
  };
  for (const run of runs)
    for (const [token] of run.text.matchAll(TOKENS)) {
      if (token === '\n') {
        flush();
        lines.push([]);
      } else if (token.trim() === '') {
        flush();
        space = fragmentsOf(' ', run, measure);
      } else word.push(...fragmentsOf(token, run, measure));
    }
  flush();
  return lines.map(merged);
}

/** Lines as they are written, blanks included, broken only where they are too wide. */
export function codeLines(text: string, measure: Measure): TextLine[] {
  return text
    .replace(/\t/g, '    ')
    .split('\n')
    .flatMap((line) => broken(fragmentsOf(line, { text: line, code: true }, measure), measure));
}

function fragmentsOf(text: string, run: Run, { fonts, size }: Measure): TextLine {
  const drawn = text.replace(CONTROLS, '');
  return fonts.split(drawn, fontOf(run)).map((piece) => ({
    ...piece,
    width: fonts.width(piece, size),
    url: run.url,
    strike: run.strike,
  }));
}

function placeWord(lines: TextLine[], space: TextLine, word: TextLine, measure: Measure): void {
  const line = lines.at(-1) ?? [];
  const isFirst = line.length === 0;
  const needed = widthOf(word) + (isFirst ? 0 : widthOf(space));
  if (widthOf(line) + needed <= measure.width) line.push(...(isFirst ? [] : space), ...word);
  else if (isFirst || widthOf(word) > measure.width) {
    if (!isFirst) lines.push([]);
    const parts = broken(word, measure);
    lines[lines.length - 1] = parts[0] ?? [];
    lines.push(...parts.slice(1));
  } else lines.push(word);
}

/** By characters. */
function broken(word: TextLine, { fonts, size, width }: Measure): TextLine[] {
  if (widthOf(word) <= width) return [word];
  const parts: TextLine[] = [[]];
  let taken = 0;
  for (const fragment of word)
    for (const text of fonts.characters(fragment.text)) {
      const one = { ...fragment, text, width: fonts.width({ text, font: fragment.font }, size) };
      if (taken > 0 && taken + one.width > width) {
        parts.push([]);
        taken = 0;
      }
      parts.at(-1)?.push(one);
      taken += one.width;
    }
  return parts.map(merged);
}

/** Neighbours of one style are drawn at once, so that their text is read back as one. */
function merged(line: TextLine): TextLine {
  const whole: TextLine = [];
  for (const fragment of line) {
    const last = whole.at(-1);
    if (last && last.font === fragment.font && last.url === fragment.url && last.strike === fragment.strike) {
      last.text += fragment.text;
      last.width += fragment.width;
    } else whole.push({ ...fragment });
  }
  return whole;
}
