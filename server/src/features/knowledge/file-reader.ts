/** A program of its own (adapters/extraction/reader-process.ts): a file comes in, its text and its passages go out. */
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { extract } from '../../adapters/extraction/extract.ts';
import { Unreadable } from '../../adapters/extraction/extracted.ts';
import { FRAME_PIPE, type Read, writeFrame } from '../../adapters/extraction/frames.ts';
import { endWithParent } from '../../adapters/extraction/orphan-watch.ts';
import { passagesOf } from './chunks.ts';

const [, , fileType = ''] = process.argv;
endWithParent();

async function read(): Promise<Buffer> {
  try {
    const extracted = await extract(await buffer(process.stdin), fileType);
    const passages = passagesOf(extracted.text, { fileType });
    return writeFrame({ ...extracted, passages } satisfies Read);
  } catch (error) {
    if (error instanceof Unreadable) return writeFrame({ problem: error.problem });
    throw error;
  }
}

// Nothing is left to do: tidying up hundreds of megabytes would only keep the server waiting.
createWriteStream('', { fd: FRAME_PIPE }).end(await read(), () => process.exit());
