/** The other end of frames.ts: what a reader wrote is data like everything that was made of somebody's file. */
import { z } from 'zod';
import { type ExtractionProblem, Unreadable } from './extracted.ts';
import { NUMBER_BYTES, NUMBERS, type PassageSpan } from './frames.ts';

/** A passage with its part of the text. */
export type PassageFrame = PassageSpan & { content: Buffer };
/** Text in UTF-8. */
export type Frame = {
  text: Buffer;
  pages: number | null;
  pages_without_text: number | null;
  passages: PassageFrame[];
};

const Head = z.union([
  z.object({ problem: z.string() }),
  z.object({
    pages: z.number().int().nullable(),
    pages_without_text: z.number().int().nullable(),
    /** Sections are named once: thousands of passages may stand in one. */
    sections: z.array(z.string()),
    passages: z.number().int().nonnegative(),
  }),
]);

/** Throws what the reader found wrong with the file. */
export function readFrame(bytes: Buffer): Frame {
  const { head, rest } = parted(bytes);
  if ('problem' in head) throw new Unreadable(head.problem as ExtractionProblem);
  const { sections, passages: many, ...pages } = head;
  const rowBytes = NUMBERS * NUMBER_BYTES;
  if (many * rowBytes > rest.length) throw new Unreadable('file_corrupt');
  const text = rest.subarray(many * rowBytes);
  const passages = Array.from({ length: many }, (_, number): PassageFrame => {
    const at = (place: number) => rest.readUInt32LE(number * rowBytes + place * NUMBER_BYTES);
    const [first, last] = [at(4), at(5)];
    if (first > last || last > text.length) throw new Unreadable('file_corrupt');
    return {
      start: at(0),
      end: at(1),
      section: sections[at(2)] ?? '',
      page: at(3) || null,
      content: text.subarray(first, last),
    };
  });
  return { ...pages, text, passages };
}

function parted(bytes: Buffer) {
  const end = bytes.length < NUMBER_BYTES ? 0 : NUMBER_BYTES + bytes.readUInt32LE(0);
  if (end === 0 || end > bytes.length) throw new Unreadable('file_corrupt');
  const head = Head.parse(JSON.parse(bytes.toString('utf8', NUMBER_BYTES, end)));
  return { head, rest: bytes.subarray(end) };
}
