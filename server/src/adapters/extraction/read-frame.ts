/** The other end of frames.ts: what a reader wrote is data like everything that was made of somebody's file. */
import { z } from 'zod';
import { type ExtractionProblem, Unreadable } from './extracted.ts';
import { type Frame, LENGTH_BYTES } from './frames.ts';

const Head = z.union([
  z.object({ problem: z.string() }),
  z.object({
    pages: z.number().int().nullable(),
    pages_without_text: z.number().int().nullable(),
    /** Sections are named once: thousands of passages may stand in one. */
    sections: z.array(z.string()),
    passages: z.array(z.tuple([z.number(), z.number(), z.number(), z.number().nullable()])),
  }),
]);

/** Throws what the reader found wrong with the file. */
export function readFrame(bytes: Buffer): Frame {
  const end = bytes.length < LENGTH_BYTES ? 0 : LENGTH_BYTES + bytes.readUInt32LE(0);
  if (end === 0 || end > bytes.length) throw new Unreadable('file_corrupt');
  const head = Head.parse(JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)));
  if ('problem' in head) throw new Unreadable(head.problem as ExtractionProblem);
  const { sections, passages, ...pages } = head;
  return {
    ...pages,
    text: bytes.toString('utf8', end),
    passages: passages.map(([start, stop, section, page]) => ({
      start,
      end: stop,
      section: sections[section] ?? '',
      page,
    })),
  };
}
