/** A program of its own (recogniser-process.ts): a file comes in, the words of its scanned pages go out, page by page. */
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Unreadable } from '../extraction/extracted.ts';
import { FRAME_PIPE, framed, problemFrame } from '../extraction/process/frames.ts';
import { endWithParent } from '../extraction/process/orphan-watch.ts';
import { drawPages } from './draw-pages.ts';
import { openEngine } from './engine.ts';
import { recognisePage } from './recognise-page.ts';
import type { RecognitionTask } from './recognised-page.ts';

const [, , task = '{}'] = process.argv;
endWithParent();

async function* recognise(): AsyncGenerator<Buffer> {
  const { file_type, pages, keep_images, engine: choice } = JSON.parse(task) as RecognitionTask;
  try {
    const drawPage = await drawPages(await buffer(process.stdin), file_type);
    const engine = await openEngine(choice);
    for (const page of pages) {
      // A page that cannot be drawn does not keep the others from being read.
      const canvas = await drawPage(page).catch(() => null);
      const { image, ...recognised } = await recognisePage(page, canvas, engine, keep_images);
      yield framed(recognised, image ?? Buffer.alloc(0));
    }
    yield framed({ end: true }, Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield problemFrame(error);
  }
}

const pipe = createWriteStream('', { fd: FRAME_PIPE });
for await (const frame of recognise()) pipe.write(frame);
pipe.end(() => process.exit());
