/** A program of its own (adapters/extraction/reader-process.ts): a file comes in, its text and its passages go out. */
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { extract } from '../../../adapters/extraction/extract.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import { FRAME_PIPE, problemFrame, writeFrames } from '../../../adapters/extraction/process/frames.ts';
import { endWithParent } from '../../../adapters/extraction/process/orphan-watch.ts';
import { inBatches, passagesIn } from '../passages/chunks.ts';

const [, , fileType = ''] = process.argv;
endWithParent();

async function* read(): AsyncGenerator<Buffer> {
  try {
    const extracted = await extract(await buffer(process.stdin), fileType);
    yield* writeFrames(extracted, inBatches(passagesIn(extracted.text, { fileType })));
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
