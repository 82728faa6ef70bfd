/** How many letters of scanned pages are read wrongly, how long a page takes and how much memory: for each engine that is here. */
import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers';
import type { Log } from '../../server/src/adapters/log.ts';
import { type EngineKind, findEngine } from '../../server/src/adapters/recognition/find-engine.ts';
import { openRecognition } from '../../server/src/adapters/recognition/open-recognition.ts';
import type { RecognisedPage, Recogniser } from '../../server/src/adapters/recognition/recognised-page.ts';
import { characterErrors, type ScanWishes } from '../../tests/fixtures/scans.ts';
import { asScan, type PrintedDocument, wordsOf } from './printed-pages.ts';

/** Percent of letters, the dearest page in milliseconds, and mebibytes. */
export type ReadFigures = {
  engine: EngineKind;
  errors: { clean: number; askew: number };
  page_ms: number;
  memory_mb: number;
};

const LOOKS = { clean: { dpi: 300 }, askew: { dpi: 200, skew: 2, noise: 40 } } satisfies Record<
  string,
  ScanWishes
>;
const POLL_MS = 50;
const quiet = { info() {}, warn() {} } as unknown as Log;

/** Null where this engine is not installed. */
export async function readWith(engine: EngineKind, document: PrintedDocument): Promise<ReadFigures | null> {
  const path = process.env.PATH ?? '';
  if (!(await findEngine(path, [engine]))) return null;
  const recogniser = await openRecognition(quiet, { path, kinds: [engine] }).ready;
  if (!recogniser) throw new Error(`${engine} does not pass its own test`);
  const memory = watchMemory();
  const clean = await read(recogniser, document, LOOKS.clean);
  const askew = await read(recogniser, document, LOOKS.askew);
  return {
    engine,
    errors: { clean: clean.errors, askew: askew.errors },
    page_ms: Math.max(clean.page_ms, askew.page_ms),
    memory_mb: memory.end(),
  };
}

async function read(recogniser: Recogniser, document: PrintedDocument, look: ScanWishes) {
  const bytes = asScan(document, look);
  const read: { page: RecognisedPage; ms: number }[] = [];
  let before = performance.now();
  async function* content() {
    yield bytes;
  }
  const pages = document.pages.map((_, index) => index + 1);
  await recogniser.recognise(
    { file_type: 'pdf', content: content(), pages, keep_images: true },
    async (page) => {
      read.push({ page, ms: performance.now() - before });
      before = performance.now();
    },
  );
  const shares = document.pages.map((lines, index) => {
    const words = read.find(({ page }) => page.page === index + 1)?.page.words ?? [];
    return characterErrors(words.map(([text]) => text).join(' '), wordsOf(lines));
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  // The first page waits for the process to begin.
  const page_ms = Math.round(Math.max(...read.slice(1).map(({ ms }) => ms)));
  return { errors: Math.round(mean * 10_000) / 100, page_ms };
}

/** The most that all processes below this one held at one time. */
function watchMemory() {
  let most = 0;
  const timer = setInterval(() => {
    void residentBelow(process.pid).then((kilobytes) => {
      most = Math.max(most, kilobytes / 1_024);
    });
  }, POLL_MS);
  return {
    end() {
      clearInterval(timer);
      return Math.round(most);
    },
  };
}

async function residentBelow(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (child) => {
        const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '');
        // The database of a bench is no part of a recogniser.
        if (/^Name:\s+postgres/m.test(status)) return 0;
        return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) + (await residentBelow(Number(child)));
      }),
  );
  return own.reduce((sum, one) => sum + one, 0);
}
