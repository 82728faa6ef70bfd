/**
 * What a reader writes when it is done: the length of a JSON head, the head, and the text as it is. A text of twelve
 * million characters inside the JSON would hold up the server while it is parsed.
 */
import type { Extracted, ExtractionProblem } from './extracted.ts';

/** The pipe of a reader's process that its frame goes through. */
export const FRAME_PIPE = 3;

/** Where a passage stands in the text. */
export type PassageFrame = { start: number; end: number; section: string; page: number | null };
export type Frame = Extracted & { passages: PassageFrame[] };

export const LENGTH_BYTES = 4;

export function writeFrame(outcome: Frame | { problem: ExtractionProblem }): Buffer {
  if ('problem' in outcome) return framed(outcome, '');
  const { text, passages, ...pages } = outcome;
  const sections = [...new Set(passages.map(({ section }) => section))];
  const numbers = new Map(sections.map((section, number) => [section, number]));
  const rows = passages.map(({ start, end, section, page }) => [start, end, numbers.get(section) ?? 0, page]);
  return framed({ ...pages, sections, passages: rows }, text);
}

function framed(head: object, text: string): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, Buffer.from(text)]);
}
