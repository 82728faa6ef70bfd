/** A program of its own (adapters/extraction/reader-process.ts): a file comes in, its text and its passages go out. */
import { createWriteStream, writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { extract } from '../../../adapters/extraction/extract.ts';
import { notesOf, Unreadable } from '../../../adapters/extraction/extracted.ts';
import {
  FRAME_PIPE,
  problemFrame,
  progressFrame,
  writeFrames,
} from '../../../adapters/extraction/process/frames.ts';
import { endWithParent } from '../../../adapters/extraction/process/orphan-watch.ts';
import { divideText, inBatches } from '../passages/chunks.ts';

const [, , fileType = ''] = process.argv;
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

async function* read(): AsyncGenerator<Buffer> {
  try {
    const extracted = await extract(await buffer(process.stdin), fileType, tellProgress);
    const { contents, passages } = divideText(extracted.text, fileType);
    const notes = [...(extracted.notes ?? []), ...notesOf({ contents })];
    yield* writeFrames({ ...extracted, notes }, inBatches(passages));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield problemFrame(error.problem);
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
