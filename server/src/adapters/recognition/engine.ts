/** Tesseract, which makes words of a picture: the program of the system, or its build for JavaScript. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { cleanText } from '../../text/clean-text.ts';
import type { RecognisedWord } from '../../text/recognised-words.ts';
import { type EngineChoice, LANGUAGE } from './recognised-page.ts';

/** One byte a pixel. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array };

export type Engine = {
  read: (picture: GreyPicture) => Promise<RecognisedWord[]>;
  close: () => Promise<void>;
};

/** All pages are drawn at so many dots an inch. */
export const DPI = 200;

export const openEngine = (choice: EngineChoice): Promise<Engine> =>
  choice.kind === 'native' ? Promise.resolve(nativeEngine(choice.path)) : wasmEngine(choice.data);

/** Portable graymap: both engines read it, and nothing has to be packed. */
function graymap({ width, height, pixels }: GreyPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

function nativeEngine(path: string): Engine {
  const args = ['-', '-', '-l', LANGUAGE, '--dpi', String(DPI), 'tsv'];
  return {
    async read(picture) {
      // One thread: what it would gain by more is taken from those who wait for an answer.
      const child = spawn(path, args, {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { OMP_THREAD_LIMIT: '1' },
        cwd: '/',
      });
      const ended = once(child, 'close');
      child.stdin.on('error', () => {});
      child.stdin.end(graymap(picture));
      const table = await buffer(child.stdout);
      const [code] = await ended;
      if (code !== 0) throw new Error(`tesseract ended with ${code}`);
      return wordsOfTable(table.toString());
    },
    close: async () => {},
  };
}

/** Rows of level 5 are words: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const WORD_LEVEL = '5';

export function wordsOfTable(table: string): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  const lines = new Map<string, number>();
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , x, y, width, height, confidence, text = ''] =
      row.split('\t');
    if (level !== WORD_LEVEL) continue;
    const key = [page, block, paragraph, line].join();
    if (!lines.has(key)) lines.set(key, lines.size);
    const number = lines.get(key) ?? 0;
    words.push(
      wordOf(text, [Number(x), Number(y), Number(width), Number(height)], Number(confidence), number),
    );
  }
  return words.filter(isWord);
}

type Box = [x: number, y: number, width: number, height: number];

const wordOf = (
  text: string,
  [x, y, width, height]: Box,
  confidence: number,
  line: number,
): RecognisedWord => [
  cleanText(text).trim().normalize('NFC').slice(0, 200),
  x,
  y,
  width,
  height,
  Math.max(0, Math.round(confidence * 10) / 10),
  line,
];

const isWord = ([text, , , width, height]: RecognisedWord) => text !== '' && width > 0 && height > 0;

/** The parts of a result that are read. */
type Bbox = { x0: number; y0: number; x1: number; y1: number };
type FoundWord = { text: string; confidence: number; bbox: Bbox };
type FoundBlock = { paragraphs: { lines: { words: FoundWord[] }[] }[] };

async function wasmEngine(data: string): Promise<Engine> {
  const { createWorker, OEM } = await import('tesseract.js');
  // Without the files it would ask a network for them and wait for ever: the time limit of a page ends it.
  const worker = await createWorker(LANGUAGE, OEM.LSTM_ONLY, {
    langPath: data,
    cacheMethod: 'none',
    gzip: true,
    errorHandler: () => {},
  });
  await worker.setParameters({ user_defined_dpi: String(DPI) });
  return {
    async read(picture) {
      const { data: found } = await worker.recognize(graymap(picture), {}, { text: false, blocks: true });
      const lines = ((found.blocks ?? []) as FoundBlock[])
        .flatMap(({ paragraphs }) => paragraphs)
        .flatMap((paragraph) => paragraph.lines);
      return lines
        .flatMap(({ words }, line) =>
          words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) =>
            wordOf(text, [x0, y0, x1 - x0, y1 - y0], confidence, line),
          ),
        )
        .filter(isWord);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
