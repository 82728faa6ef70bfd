/** A program of its own (adapters/extraction/reader-process.ts): a file comes in, its text and its passages go out. */
import { createReadStream, createWriteStream, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { extract } from '../../../adapters/extraction/extract.ts';
import { notesOf, type RecognisedPages, Unreadable } from '../../../adapters/extraction/extracted.ts';
import {
  ASIDE_PIPE,
  FRAME_PIPE,
  problemFrame,
  progressFrame,
  WITH_WORDS,
  writeFrames,
} from '../../../adapters/extraction/process/frames.ts';
import { endWithParent } from '../../../adapters/extraction/process/orphan-watch.ts';
import type { RecognisedText } from '../../../text/recognised-words.ts';
import { divideText, inBatches } from '../passages/chunks.ts';

const [, , task = ''] = process.argv;
const [fileType = '', aside] = task.split(WITH_WORDS);
endWithParent();

const PROGRESS_MS = 250;
let told = Number.NEGATIVE_INFINITY;

/** Written at once, since a reader of a large file does not come back to the event loop. */
function tellProgress(done: number, of: number): void {
  if (performance.now() - told < PROGRESS_MS) return;
  told = performance.now();
  const frame = progressFrame(Math.round(done), Math.round(of));
  for (let at = 0; at < frame.length; ) at += writeSync(FRAME_PIPE, frame, at);
}

/** A line of JSON for each page. */
async function recognisedWords(): Promise<RecognisedPages> {
  const pages = new Map<number, RecognisedText & { state: string }>();
  const lines = createInterface({ input: createReadStream('', { fd: ASIDE_PIPE }) });
  for await (const line of lines) {
    const page = JSON.parse(line) as RecognisedText & { state: string };
    pages.set(page.page, page);
  }
  return pages;
}

async function* read(): AsyncGenerator<Buffer> {
  try {
    const words = aside === undefined ? new Map() : await recognisedWords();
    const extracted = await extract(await buffer(process.stdin), fileType, tellProgress, words);
    const { contents, passages } = divideText(extracted.text, fileType);
    const notes = [...(extracted.notes ?? []), ...notesOf({ contents })];
    yield* writeFrames({ ...extracted, notes }, inBatches(passages));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield problemFrame(error);
  }
}

const pipe = createWriteStream('', { fd: FRAME_PIPE });
for await (const frame of read()) {
  pipe.write(frame);
  // It goes out while the next one is made: the server puts passages into the base meanwhile.
  await turn();
}
// Nothing is left to do: tidying up hundreds of megabytes would only keep a processor busy.
pipe.end(() => process.exit());
