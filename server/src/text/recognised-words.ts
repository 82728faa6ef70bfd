/** The words that were recognised on a scanned page, as they are kept. */

/**
 * Left and upper edge, width and height in pixels of the upright page; `confidence` from 0 to 100; `line` numbers the
 * lines of the page, in the order in which they are read.
 */
export type RecognisedWord = [
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  confidence: number,
  line: number,
];

/** The words of a scanned page, with its size in pixels. */
export type RecognisedText = { page: number; width: number; height: number; words: RecognisedWord[] };
