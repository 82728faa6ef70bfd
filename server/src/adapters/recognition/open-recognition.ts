/**
 * Recognition of text on scanned pages. Each run is a process of its own, without the environment, database or secrets,
 * which gives way to everything else, and is ended when a page takes too long or too much memory.
 */

import { type ExtractionProblem, Unreadable } from '../extraction/extracted.ts';
import { frameTaker, takeFrame } from '../extraction/process/read-frames.ts';
import type { ReaderLimits } from '../extraction/process/reader-limits.ts';
import { startReader } from '../extraction/process/reader-process.ts';
import type { Log } from '../log.ts';
import { type EngineKind, type FoundEngine, findEngine } from './find-engine.ts';
import { PAGES_MAX, PageHead, type Recogniser, type RecognitionTask } from './recognised-page.ts';
import { selfTest } from './self-test.ts';

export type Recognition = {
  /** Null while it is not known yet, where it is switched off, and where nothing can recognise. */
  readonly recogniser: Recogniser | null;
  /** When it is known. */
  readonly ready: Promise<Recogniser | null>;
};

/** `seconds` are for one page. */
const LIMITS: ReaderLimits = { seconds: 60, heap_mb: 768, memory_mb: 1_024 };
/** Pictures and words of all pages of one process. */
const OUTPUT_MAX = 256 * 1024 * 1024;
const PROGRAM = new URL('./recogniser.ts', import.meta.url);
const ONE_THREAD = { OMP_THREAD_LIMIT: '1' };

export const noRecognition = (): Recognition => ({ recogniser: null, ready: Promise.resolve(null) });

export type RecognitionOptions = { path: string; kinds?: EngineKind[]; limits?: ReaderLimits };

/** Returns at once; an engine is looked for and tried when somebody first asks whether there is one. */
export function openRecognition(log: Log, options: RecognitionOptions): Recognition {
  let recogniser: Recogniser | null = null;
  let looking: Promise<Recogniser | null> | undefined;
  const look = async () => {
    recogniser = await tried(options).catch((error: Error) => {
      log.warn({ err: { message: error.message } }, 'text recognition does not work and stays off');
      return null;
    });
    log.info({ engine: recogniser && `${recogniser.name} ${recogniser.version}` }, 'text recognition');
    return recogniser;
  };
  const ready = () => {
    looking ??= look();
    return looking;
  };
  return {
    get recogniser() {
      void ready();
      return recogniser;
    },
    get ready() {
      return ready();
    },
  };
}

async function tried({ path, kinds, limits = LIMITS }: RecognitionOptions): Promise<Recogniser | null> {
  const engine = await findEngine(path, kinds);
  if (!engine) return null;
  const recogniser = recogniserWith(engine, limits);
  await selfTest(recogniser);
  return recogniser;
}

const recogniserWith = ({ choice, name, version }: FoundEngine, limits: ReaderLimits): Recogniser => ({
  name,
  version,
  async recognise({ file_type, content, pages, keep_images, signal }, use) {
    const task: RecognitionTask = {
      file_type,
      pages: pages.slice(0, PAGES_MAX),
      keep_images,
      engine: choice,
    };
    const process = startReader(
      {
        reader: PROGRAM,
        task: JSON.stringify(task),
        content,
        limits,
        output_max: OUTPUT_MAX,
        isPatient: true,
        variables: ONE_THREAD,
        ...(signal ? { signal } : {}),
      },
      () => {},
    );
    try {
      const take = frameTaker(process.output);
      for (;;) {
        const { head, body } = await takeFrame(take, PageHead);
        if ('problem' in head) throw new Unreadable(head.problem as ExtractionProblem);
        if ('end' in head) return;
        process.refresh();
        await use({ ...head, image: body.length ? body : null });
      }
    } finally {
      process.end();
    }
  },
});
