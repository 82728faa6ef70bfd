import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { linesAt, type PdfText, pdfOf } from '../../../../tests/fixtures/pdf.ts';
import {
  characterErrors,
  type PdfPicture,
  type Scan,
  type ScanWishes,
  scannedPdf,
  scanOf,
  scanPicture,
} from '../../../../tests/fixtures/scans.ts';
import type { Log } from '../log.ts';
import { findEngine } from './find-engine.ts';
import { openRecognition } from './open-recognition.ts';
import type { RecognisedPage, Recogniser } from './recognised-page.ts';

const quiet = { info() {}, warn() {} } as unknown as Log;
const PATH = process.env.PATH ?? '';
/** Much else goes on while tests run. */
const LIMITS = { seconds: 300, heap_mb: 768, memory_mb: 1_024 };

const EDICT = linesAt(
  [
    'PREFEITURA MUNICIPAL DE SERRA CLARA',
    'Edital de chamamento público nº 14/2026',
    'A Secretaria de Administração torna público que estão abertas as inscrições',
    'para a seleção de organizações da sociedade civil. O prazo de inscrição é de',
    'trinta dias, contados da publicação deste edital no Diário Oficial.',
    'Cada organização apresenta um plano de trabalho, com o valor de até',
    'R$ 185.400,00, e a certidão de regularidade fiscal. À comissão cabe julgar',
    'os recursos em cinco dias úteis; não há pedido de reconsideração.',
  ],
  { y: 90, size: 12, pitch: 20 },
);
const wordsOf = (lines: PdfText[]) => lines.map(({ text }) => text).join(' ');
/** Its first lines: every page takes seconds. */
const HEAD = EDICT.slice(0, 4);
const WORDS = wordsOf(HEAD);

const scan = (wishes: ScanWishes = {}): Scan => scanOf(HEAD, { height: 180, ...wishes });
const textOf = ({ words }: RecognisedPage) => words.map(([text]) => text).join(' ');
async function* bytesOf(bytes: Uint8Array) {
  yield bytes;
}

async function read(recogniser: Recogniser, bytes: Uint8Array, file_type = 'pdf', pages = [1]) {
  const read: RecognisedPage[] = [];
  const keep_images = true;
  await recogniser.recognise({ file_type, content: bytesOf(bytes), pages, keep_images }, async (page) => {
    read.push(page);
  });
  return read;
}

const native = await findEngine(PATH, ['native']);

describe.for([
  { kind: 'wasm' as const, name: 'tesseract.js', isHere: true },
  { kind: 'native' as const, name: 'the program tesseract of the system', isHere: native !== null },
])('with $name', { timeout: 600_000 }, ({ kind, isHere }) => {
  let opened: Promise<Recogniser | null> | undefined;
  const recogniser = async () => {
    opened ??= openRecognition(quiet, { path: PATH, kinds: [kind], limits: LIMITS }).ready;
    const found = await opened;
    if (!found) throw new Error('no engine');
    return found;
  };

  test.skipIf(!isHere)(
    'scans are read in Portuguese without a network: clean, askew with noise, and lying on their side (R-DOC-31, R-DOC-33)',
    async () => {
      const pages = [scan({ dpi: 300 }), scan({ skew: 2, noise: 40 }), scan({ quarters: 1 })];
      const [clean, askew, turned] = await read(
        await recogniser(),
        scannedPdf(pages.map(scanPicture)),
        'pdf',
        [1, 2, 3],
      );
      if (!clean || !askew || !turned) throw new Error('a page is missing');
      expect([clean.state, askew.state, turned.state]).toEqual(['done', 'done', 'done']);
      expect(characterErrors(textOf(clean), WORDS)).toBeLessThanOrEqual(0.02);
      expect(characterErrors(textOf(askew), WORDS)).toBeLessThanOrEqual(0.03);
      expect(characterErrors(textOf(turned), WORDS)).toBeLessThanOrEqual(0.03);
      // Kept upright.
      expect(turned.width).toBeGreaterThan(turned.height);
      expect(clean.image?.subarray(8, 12).toString()).toBe('WEBP');
    },
  );
});

describe('scans', { timeout: 600_000 }, () => {
  const opened = openRecognition(quiet, { path: PATH, limits: LIMITS }).ready;
  const recogniser = async () => (await opened) as Recogniser;

  test('are read however they are packed: G4, JBIG2 and JPEG 2000 (R-DOC-32)', async () => {
    for (const name of ['g4', 'jbig2', 'jpx']) {
      const file = await readFile(new URL(`../../../../tests/fixtures/scans/${name}.pdf`, import.meta.url));
      const [page] = await read(await recogniser(), file);
      expect([name, page?.state, page && characterErrors(textOf(page), wordsOf(EDICT)) <= 0.02]).toEqual([
        name,
        'done',
        true,
      ]);
    }
  });

  test('that are blank or noise give no text (R-DOC-36)', async () => {
    const nothing = scanOf([], { height: 60 });
    const noise = scanOf([], { width: 60, height: 30, noise: 255 });
    const found = await read(
      await recogniser(),
      scannedPdf([scanPicture(nothing), scanPicture(noise)]),
      'pdf',
      [1, 2],
    );
    expect(found.map(({ state, words }) => [state === 'done' || state === 'weak', words.length])).toEqual([
      [false, 0],
      [false, 0],
    ]);
    expect(found[0]?.state).toBe('blank');
  });

  test('are read with the places of their words', async () => {
    const { words: printed, ...drawn } = scan();
    const [page] = await read(await recogniser(), scannedPdf([scanPicture({ words: printed, ...drawn })]));
    if (!page) throw new Error('no page');
    const overlaps = page.words.map(([text, x, y, w, h]) => {
      const box = { x: x / page.width, y: y / page.height, w: w / page.width, h: h / page.height };
      const at = printed.find(
        (word) => word.text === text && Math.abs(word.y - box.y) < 0.02 && Math.abs(word.x - box.x) < 0.02,
      );
      return at ? overlapOf(at, box) : 0;
    });
    expect(overlaps.filter((share) => share >= 0.8).length / overlaps.length).toBeGreaterThanOrEqual(0.95);
  });

  test('that are pictures are read as one page, and those of a TIFF as its pages (R-DOC-28)', async () => {
    const { png } = scan();
    const [page] = await read(await recogniser(), png, 'png');
    expect(characterErrors(page ? textOf(page) : '', WORDS)).toBeLessThanOrEqual(0.02);
    const tiff = await readFile(new URL('../../../../tests/fixtures/scans/two-pages.tif', import.meta.url));
    const pages = await read(await recogniser(), tiff, 'tif', [1, 2]);
    expect(pages.map((page) => textOf(page).includes('chamamento'))).toEqual([true, true]);
  });

  test('are passed over where their picture is broken, or their page too large to be drawn', async () => {
    const broken: PdfPicture = { ...scanPicture(scan()), content: Buffer.from('no picture') };
    // A page of two hundred inches would be drawn too coarsely.
    const huge = { ...scanPicture(scan()), points: { width: 14_400, height: 14_400 } };
    const found = await read(await recogniser(), scannedPdf([broken, huge]), 'pdf', [1, 2]);
    expect(found.map(({ state }) => state)).toEqual(['blank', 'unreadable']);
  });

  test('that lie upside down or on their other side are turned (R-DOC-33)', async () => {
    const pages = [2, 3].map((quarters) => scanPicture(scan({ quarters })));
    const found = await read(await recogniser(), scannedPdf(pages), 'pdf', [1, 2]);
    for (const page of found) expect(characterErrors(textOf(page), WORDS)).toBeLessThanOrEqual(0.03);
    expect(found.map(({ page }) => page)).toEqual([1, 2]);
  });

  test('end with their reason: a file that is none, and a page that takes too long', async () => {
    await expect(read(await recogniser(), Buffer.from('nothing'))).rejects.toThrow('file_corrupt');
    await expect(read(await recogniser(), pdfOf([[]], { encrypted: true }))).rejects.toThrow(
      'file_encrypted',
    );
    const engine = await findEngine(PATH);
    expect(engine).not.toBeNull();
    const hasty = openRecognition(quiet, { path: PATH, limits: { ...LIMITS, seconds: 0.05 } });
    expect(await hasty.ready).toBeNull();
    expect(hasty.recogniser).toBeNull();
  });
});

type Box = { x: number; y: number; w: number; h: number };

function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return (Math.max(0, width) * Math.max(0, height)) / Math.min(one.w * one.h, other.w * other.h);
}
