/** Recognised words as strings at their places, as if the page had been printed into the file. */
import type { RecognisedText, RecognisedWord } from '../../../../text/recognised-words.ts';
import { median, type Piece } from './lines.ts';

/** Shares of the height of letters: long and short ones above the baseline, and descenders below it. */
const LONG = 0.72;
const SHORT = 0.52;
const BELOW = 0.21;
/** Lines whose letters differ less from the usual height were printed in one size. */
const SAME_SIZE = 0.18;
/** Only lines that are so many times longer than high show the slope of a page. */
const LONG_LINE = 8;

type Placed = { word: RecognisedWord; size: number; x: number; right: number; baseline: number };

/** Upright, also where the page lay askew. `page` in points. */
export function recognisedPieces(
  { words, width, height }: RecognisedText,
  page: { width: number; height: number },
): Piece[] {
  if (!words.length) return [];
  // One scale for both directions; the page of the file may lie on its side.
  const scale = Math.sqrt((page.width * page.height) / (width * height));
  const placed = words.map((word) => placedOf(word, scale));
  const lines = [...Map.groupBy(placed, ({ word }) => word[6]).values()];
  const slope = median(lines.flatMap(slopeOf));
  const usual = median(placed.map(({ size }) => size));
  return lines.flatMap((line) => {
    const own = median(line.map(({ size }) => size));
    const size = Math.abs(own - usual) <= SAME_SIZE * usual ? usual : Math.round(own * 2) / 2;
    const y = median(line.map(({ baseline, x }) => baseline - slope * x));
    return line.map(({ word: [text], x, right, baseline }) => ({
      // Turned back about the corner: small angles, and only what is near each other is compared.
      x: x + slope * baseline,
      right: right + slope * baseline,
      y,
      size,
      text,
      isUpright: true,
      isBold: false,
      isMono: false,
    }));
  });
}

/** The letters that reach above and below show how high all are. */
function placedOf(word: RecognisedWord, scale: number): Placed {
  const [text, x, y, width, height] = word;
  const above = /[\p{Lu}\d\u00c0-\u00ffbdfhklt()[\]/!?%&$§"'“”ºª]/u.test(text) ? LONG : SHORT;
  const below = /[gjpqyçQ(),;[\]/$§]/u.test(text) ? BELOW : 0;
  const size = height / (above + below);
  return {
    word,
    size: size * scale,
    x: x * scale,
    right: (x + width) * scale,
    baseline: (y + height - below * size) * scale,
  };
}

function slopeOf(line: Placed[]): number[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || last.x - first.x < LONG_LINE * first.size) return [];
  return [(last.baseline - first.baseline) / (last.x - first.x)];
}
