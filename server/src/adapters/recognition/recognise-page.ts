/** Recognises one page: blank ones are left, turned ones are turned upright, rubbish is left out. */
import type { Canvas } from '@napi-rs/canvas';
import type { RecognisedWord } from '../../text/recognised-words.ts';
import { greyOf, partOf, pictureOf, turned } from './draw-pages.ts';
import type { Engine, GreyPicture } from './engine.ts';
import { type RecognisedPage, type RecognisedState, withoutSurplus } from './recognised-page.ts';

/** The mean blackness of a page on which nothing is printed. */
const BLANK_INK = 0.002;
/** Below the first, a page has to be compared with its picture; below the second, it and its words are rubbish. */
const WEAK = 60;
const RUBBISH = 30;
/** The part of a page that is tried in four directions, in pixels, and how much better another one must be. */
const TRIED = 900;
const BETTER = 15;
/** Letters of a word that is wider than high where it stands upright. */
const LONG = 4;

export async function recognisePage(
  page: number,
  canvas: Canvas | null,
  engine: Engine,
  keep_images: boolean,
): Promise<RecognisedPage> {
  const nothing = { page, confidence: 0, words: [], image: null };
  if (!canvas) return { ...nothing, state: 'unreadable', width: 0, height: 0 };
  const { width, height } = canvas;
  const grey = greyOf(canvas);
  if (inkOf(grey) < BLANK_INK) return { ...nothing, state: 'blank', width, height };
  let [upright, found] = [canvas, await engine.read(grey)];
  const isOnItsSide = isSideways(found);
  if (isOnItsSide || confidenceOf(found) < WEAK) {
    const quarters = await quartersToTurn(canvas, engine, isOnItsSide);
    if (quarters) {
      upright = turned(canvas, quarters);
      found = await engine.read(greyOf(upright));
    }
  }
  const confidence = confidenceOf(found);
  const words = confidence < RUBBISH ? [] : withoutSurplus(found.filter((word) => word[5] >= RUBBISH));
  return {
    page,
    state: stateOf(confidence, found.length, words.length),
    confidence,
    width: upright.width,
    height: upright.height,
    words,
    image: keep_images ? await pictureOf(upright) : null,
  };
}

function stateOf(confidence: number, found: number, kept: number): RecognisedState {
  if (!found) return 'blank';
  if (!kept) return 'unreadable';
  return confidence < WEAK ? 'weak' : 'done';
}

function inkOf({ pixels }: GreyPicture): number {
  let sum = 0;
  for (const pixel of pixels) sum += 255 - pixel;
  return sum / (255 * (pixels.length || 1));
}

/** The mean of the letters of all words; 0 for none. */
export function confidenceOf(words: RecognisedWord[]): number {
  let [sum, letters] = [0, 0];
  for (const [text, , , , , confidence] of words) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters ? Math.round((sum / letters) * 10) / 10 : 0;
}

/** An engine may read lines that run upwards, and then tells their words as high and narrow. */
function isSideways(words: RecognisedWord[]): boolean {
  const long = words.filter(([text]) => text.length >= LONG);
  return long.filter(([, , , width, height]) => height > width).length > long.length / 2;
}

/** Clockwise; 0 where no other direction is clearly better. A page that `isOnItsSide` is not tried as it lies. */
async function quartersToTurn(canvas: Canvas, engine: Engine, isOnItsSide: boolean): Promise<number> {
  const part = fullestPart(canvas);
  const confidences = [0, 0, 0, 0];
  for (const quarters of isOnItsSide ? [1, 3] : [0, 1, 2, 3]) {
    const words = await engine.read(greyOf(turned(part, quarters)));
    confidences[quarters] = isSideways(words) ? 0 : confidenceOf(words);
  }
  const best = confidences.indexOf(Math.max(...confidences));
  return (confidences[best] ?? 0) >= (confidences[0] ?? 0) + BETTER ? best : 0;
}

/** The upper, the middle or the lower part: a page need not be printed in its middle. */
function fullestPart(canvas: Canvas): Canvas {
  const [width, height] = [Math.min(TRIED, canvas.width), Math.min(TRIED, canvas.height)];
  const parts = [0.5, 0.25, 0.75].map((share) => {
    const y = Math.min(Math.max(0, Math.round(canvas.height * share - height / 2)), canvas.height - height);
    const part = partOf(canvas, Math.round((canvas.width - width) / 2), y, width, height);
    return { part, ink: inkOf(greyOf(part)) };
  });
  return parts.reduce((best, one) => (one.ink > 1.5 * best.ink ? one : best)).part;
}
