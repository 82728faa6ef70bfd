/** The other end of frames.ts: what a reader wrote is data like everything that was made of somebody's file. */
import { z } from 'zod';
import { NOTE_KINDS, type ReadingNote } from '#contract/knowledge.ts';
import { type ExtractionProblem, type OnProgress, Unreadable } from '../extracted.ts';
import { NUMBER_BYTES, NUMBERS, type PassageSpan } from './frames.ts';

/** A passage with its part of the text. */
export type PassageFrame = PassageSpan & { content: Buffer };
/** The text and the passages that a reader process delivers. */
export type ReadText = {
  /** In UTF-8. */
  text: Buffer;
  /** Its length in UTF-16 code units. */
  letters: number;
  pages: number | null;
  pages_without_text: number | null;
  notes: ReadingNote[];
  scanned: number[];
  /** As they are found; fails when the reader does. */
  passages: AsyncIterable<PassageFrame[]>;
};

const PageNumber = z.int().positive();
const Pages = z.array(PageNumber);

const TextHead = z.union([
  z.object({ problem: z.string(), pages: PageNumber.optional(), scanned: Pages.optional() }),
  z.object({ done: z.int().nonnegative(), of: z.int().positive() }),
  z.object({
    pages: z.int().nullable(),
    pages_without_text: z.int().nullable(),
    letters: z.int().nonnegative(),
    notes: z.array(z.object({ kind: z.enum(NOTE_KINDS), count: z.int().positive() })).default([]),
    scanned: Pages.default([]),
  }),
]);
/** Named once in a batch: all its passages may stand in one. */
const BatchHead = z.object({ sections: z.array(z.string()) });

/** As soon as the text is there. Throws what the reader found wrong with the file. */
export async function readFrames(
  bytes: AsyncIterable<Buffer>,
  onProgress: OnProgress = () => {},
): Promise<ReadText> {
  const take = frameTaker(bytes);
  for (;;) {
    const { head: about, body } = await takeFrame(take, TextHead);
    if ('problem' in about) {
      const { problem, pages, scanned } = about;
      throw new Unreadable(problem as ExtractionProblem, {
        scan: pages && scanned ? { pages, scanned } : null,
      });
    }
    if (!('done' in about)) return { ...about, text: body, passages: passagesIn(take, body) };
    onProgress(Math.min(about.done, about.of), about.of);
  }
}

async function* passagesIn(take: Take, text: Buffer): AsyncGenerator<PassageFrame[]> {
  for (;;) {
    const { head, body } = await takeFrame(take, BatchHead);
    if (!body.length) return;
    yield Array.from({ length: Math.floor(body.length / (NUMBERS * NUMBER_BYTES)) }, (_, row) => {
      const at = (place: number) => body.readUInt32LE((row * NUMBERS + place) * NUMBER_BYTES);
      const [first, last] = [at(4), at(5)];
      if (first > last || last > text.length) throw new Unreadable('file_corrupt');
      return {
        start: at(0),
        end: at(1),
        section: head.sections[at(2)] ?? '',
        page: at(3) || null,
        content: text.subarray(first, last),
      };
    });
  }
}

type Take = (many: number) => Promise<Buffer>;

/** The next frame; its head is checked by the schema. Throws `Unreadable` for anything else. */
export async function takeFrame<T>(take: Take, Head: z.ZodType<T>): Promise<{ head: T; body: Buffer }> {
  const lengths = await take(2 * NUMBER_BYTES);
  const json = await take(lengths.readUInt32LE(0));
  const body = await take(lengths.readUInt32LE(NUMBER_BYTES));
  const head = Head.safeParse(parsed(json.toString()));
  if (!head.success) throw new Unreadable('file_corrupt');
  return { head: head.data, body };
}

/** Undefined for what is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Cuts a stream of bytes into the lengths that are asked for. */
export function frameTaker(bytes: AsyncIterable<Buffer>): Take {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  return async (many) => {
    while (length < many) {
      const next = await source.next();
      if (next.done) throw new Unreadable('file_corrupt');
      held.push(next.value);
      length += next.value.length;
    }
    const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [all.subarray(many)];
    length -= many;
    return all.subarray(0, many);
  };
}
