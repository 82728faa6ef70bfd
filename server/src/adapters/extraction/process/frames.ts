/**
 * The output of a reader process: how far it is, the text, then its passages as it finds them, a batch at a time, and an empty batch at the end.
 * A frame is the lengths of its head and of its body, the head in JSON, and the body: the text as it is, or a row of
 * numbers for each passage. A text of twelve million characters inside the JSON would hold up the server while it is
 * parsed, and so would thousands of passages: the server passes bytes on and makes no text of them.
 */
import type { Extracted, Unreadable } from '../extracted.ts';

/** The pipe of a reader's process that its frames go through. */
export const FRAME_PIPE = 3;
/** The pipe on which a reader gets what it reads beside the file. */
export const ASIDE_PIPE = 4;
/** Behind the type of a file: the words of its scanned pages come aside. */
export const WITH_WORDS = '+words';

/** Where a passage stands in the text, in UTF-16 code units and in order of its start. */
export type PassageSpan = { start: number; end: number; section: string; page: number | null };

export const NUMBER_BYTES = 4;
/** The numbers of a passage: start, end, section, page or 0, and its first and last byte in the text. */
export const NUMBERS = 6;

/** Each as soon as it can be written. */
export function* writeFrames(
  { text, ...pages }: Extracted,
  batches: Iterable<PassageSpan[]>,
): Generator<Buffer> {
  yield framed({ ...pages, letters: text.length }, Buffer.from(text));
  const bytesAt = byteCounter(text);
  for (const batch of batches) yield passagesFrame(batch, text, bytesAt);
  yield passagesFrame([], text, bytesAt);
}

/** Any number of them comes before the text. */
export const progressFrame = (done: number, of: number): Buffer => framed({ done, of }, Buffer.alloc(0));

export const problemFrame = ({ problem, scan }: Pick<Unreadable, 'problem' | 'scan'>): Buffer =>
  framed({ problem, ...scan }, Buffer.alloc(0));

function passagesFrame(passages: PassageSpan[], text: string, bytesAt: (at: number) => number): Buffer {
  const sections = [...new Set(passages.map(({ section }) => section))];
  const numbers = new Map(sections.map((section, number) => [section, number]));
  const rows = passages.flatMap(({ start, end, section, page }) => {
    const first = bytesAt(start);
    return [start, end, numbers.get(section) ?? 0, page ?? 0, first, first + sizeOf(text, start, end)];
  });
  return framed({ sections }, bytesOf(rows));
}

/** `head` as JSON, and the bytes of `body` as they are. */
export function framed(head: object, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  return Buffer.concat([bytesOf([json.length, body.length]), json, body]);
}

function bytesOf(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, NUMBER_BYTES * at);
  return bytes;
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
