/**
 * What a reader writes when it is done: the length of a JSON head, the head, a row of numbers for each passage, and the
 * text as it is. A text of twelve million characters inside the JSON would hold up the server while it is parsed, and so
 * would thousands of passages: the server passes bytes on and makes no text of them.
 */
import type { Extracted, ExtractionProblem } from './extracted.ts';

/** The pipe of a reader's process that its frame goes through. */
export const FRAME_PIPE = 3;

/** Where a passage stands in the text, in UTF-16 code units and in order of its start. */
export type PassageSpan = { start: number; end: number; section: string; page: number | null };
/** What was read. */
export type Read = Extracted & { passages: PassageSpan[] };

export const NUMBER_BYTES = 4;
/** Of a passage: start, end, section, page or 0, and where it begins and ends in the bytes of the text. */
export const NUMBERS = 6;

export function writeFrame(outcome: Read | { problem: ExtractionProblem }): Buffer {
  if ('problem' in outcome) return framed(outcome, [], '');
  const { text, passages, ...pages } = outcome;
  const sections = [...new Set(passages.map(({ section }) => section))];
  const numbers = new Map(sections.map((section, number) => [section, number]));
  const bytesAt = byteCounter(text);
  const rows = passages.flatMap(({ start, end, section, page }) => {
    const first = bytesAt(start);
    return [start, end, numbers.get(section) ?? 0, page ?? 0, first, first + sizeOf(text, start, end)];
  });
  return framed({ ...pages, sections, passages: passages.length }, rows, text);
}

function framed(head: object, numbers: number[], text: string): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const rows = Buffer.alloc(NUMBER_BYTES * (1 + numbers.length));
  rows.writeUInt32LE(json.length);
  for (const [at, number] of numbers.entries()) rows.writeUInt32LE(number, NUMBER_BYTES * (1 + at));
  return Buffer.concat([
    rows.subarray(0, NUMBER_BYTES),
    json,
    rows.subarray(NUMBER_BYTES),
    Buffer.from(text),
  ]);
}

/** How many bytes there are before a place; places are asked in order. */
function byteCounter(text: string): (at: number) => number {
  let [letters, bytes] = [0, 0];
  return (at) => {
    if (at < letters) [letters, bytes] = [0, 0];
    bytes += sizeOf(text, letters, at);
    letters = at;
    return bytes;
  };
}

const sizeOf = (text: string, start: number, end: number) => Buffer.byteLength(text.slice(start, end));
