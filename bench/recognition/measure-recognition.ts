/**
 * Recognition of scanned pages: letters that are read wrongly, what is found on scans beside the same pages as text, and how much
 * longer others wait for a search meanwhile. The scans are drawn and distorted, not taken from paper.
 * `npm run bench -- recognition --data PATH [--pages 40] [--rounds 4]`; the form of the file is that of
 * retrieval/question-sets.ts. Ends with code 1 where a bar is missed.
 */
import { parseArgs } from 'node:util';
import type { EngineKind } from '../../server/src/adapters/recognition/find-engine.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { openInstallation } from '../../trials/support/installation.ts';
import { signIn } from '../ingestion/uploading.ts';
import { type Question, readQuestionSets, sampleOf } from '../retrieval/question-sets.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';
import { asScan, type PrintedDocument, printedDocuments } from './printed-pages.ts';
import { type ReadFigures, readWith } from './read-pages.ts';
import { type Api, createBase, documentOf, fill, recallOf, received, send } from './scanned-base.ts';

/** Percent, milliseconds and mebibytes. */
const BAR = {
  errors: { clean: 2, askew: 3 },
  page_ms: { wasm: 8_000, native: 3_000 },
  memory_mb: 600,
  recall_share: 95,
  meanwhile_percent: 10,
};
/** Pages whose letters are compared with each engine, of the documents with the most pages. */
const COMPARED_PAGES = 5;
const QUESTIONS = 300;
/** Searches of each part of a round. */
const SEARCHES = 40;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      data: { type: 'string' },
      pages: { type: 'string', default: '40' },
      rounds: { type: 'string', default: '4' },
    },
  });
  if (!values.data)
    throw new Error('Uso: npm run bench -- recognition --data CAMINHO [--pages 40] [--rounds 4]');
  const sets = await readQuestionSets(values.data);
  const documents = printedDocuments(sets, Number(values.pages));
  const known = new Set(documents.flatMap(({ places }) => [...places.keys()]));
  const questions = sampleOf(
    sets.flatMap((set) => set.questions).filter(({ gold }) => gold.some((id) => known.has(id))),
    QUESTIONS,
  );
  const read: ReadFigures[] = [];
  for (const engine of ['native', 'wasm'] satisfies EngineKind[]) {
    const figures = await readWith(engine, comparedOf(documents));
    if (figures) read.push(figures);
    else process.stderr.write(`${engine}: not installed here, not measured\n`);
  }
  const found = await inProduct(documents, questions, Number(values.rounds));
  const rows = [...read.flatMap(readRows), ...foundRows(found)];
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'recognition', read, questions: questions.length, ...found };
}

function comparedOf(documents: PrintedDocument[]): PrintedDocument {
  const pages = sampleOf(
    documents.flatMap((document) => document.pages),
    COMPARED_PAGES,
  );
  return { name: 'páginas.pdf', pages, places: new Map() };
}

async function inProduct(documents: PrintedDocument[], questions: Question[], rounds: number) {
  return withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      const { url } = await installation.start({ ANTHROPIC_API_KEY: '', OCR: 'auto' });
      const api = { url, token: await signIn(url) };
      const [texts, scans] = [await createBase(api, 'Textos'), await createBase(api, 'Digitalizados')];
      await fill(api, texts, documents, 'text');
      await fill(api, scans, documents, 'scan');
      const recall = {
        text: await recallOf(api, texts, documents, questions),
        scan: await recallOf(api, scans, documents, questions),
      };
      const searches = questions.slice(0, SEARCHES).map(({ text }) => text);
      return { recall, searches_ms: await timesMeanwhile(api, texts, { documents, searches, rounds }) };
    } finally {
      await installation.close();
    }
  });
}

type Round = { documents: PrintedDocument[]; searches: string[]; rounds: number };

/** In each round once with the recognition paused and once while it runs: what else the machine does falls on both. */
async function timesMeanwhile(api: Api, base: number, { documents, searches, rounds }: Round) {
  const book: PrintedDocument = {
    name: 'livro.pdf',
    pages: documents.flatMap(({ pages }) => pages),
    places: new Map(),
  };
  const other = await createBase(api, 'Enquanto isso');
  const id = await send(api, other, book.name, asScan(book));
  const [alone, meanwhile]: [number[], number[]] = [[], []];
  // The first round warms both ways and counts for nothing.
  for (let round = 0; round <= rounds; round += 1) {
    await act(api, other, id, 'pause');
    const paused = await timesOf(api, base, searches);
    await act(api, other, id, 'resume');
    await isRunning(api, other, id);
    const running = await timesOf(api, base, searches);
    const { ocr } = await documentOf(api, other, id);
    if (ocr?.state === 'done') throw new Error('Too few pages: the recognition ended before the searches');
    if (round === 0) continue;
    alone.push(...paused);
    meanwhile.push(...running);
  }
  const [before, during] = [percentile(alone), percentile(meanwhile)];
  return { alone: before, meanwhile: during, percent: Math.round((1_000 * (during - before)) / before) / 10 };
}

async function act({ url, token }: Api, base: number, id: number, action: 'pause' | 'resume') {
  await received(
    await fetch(`${url}/api/v1/knowledge-bases/${base}/documents/${id}/ocr`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
    }),
  );
}

/** Until the next page is done: a process has begun by then. */
async function isRunning(api: Api, base: number, id: number) {
  const { ocr: before } = await documentOf(api, base, id);
  for (;;) {
    const { ocr } = await documentOf(api, base, id);
    if (ocr?.state === 'done' || (ocr?.done ?? 0) > (before?.done ?? 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function timesOf({ url, token }: Api, base: number, searches: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const q of searches) {
    const began = performance.now();
    const query = new URLSearchParams({ q, limit: '5' });
    await received(
      await fetch(`${url}/api/v1/knowledge-bases/${base}/search?${query.toString()}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    times.push(performance.now() - began);
  }
  return times;
}

const percentile = (times: number[]): number =>
  Math.round(10 * (times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0)) / 10;

const readRows = ({ engine, errors, page_ms, memory_mb }: ReadFigures): Row[] => [
  {
    name: `${engine}, letters read wrongly at 300 dpi, percent`,
    figure: { value: errors.clean, bar: BAR.errors.clean },
    isTime: true,
  },
  {
    name: `${engine}, at 200 dpi with 2 degrees of skew and noise`,
    figure: { value: errors.askew, bar: BAR.errors.askew },
    isTime: true,
  },
  { name: `${engine}, slowest page, ms`, figure: { value: page_ms, bar: BAR.page_ms[engine] }, isTime: true },
  { name: `${engine}, memory, MiB`, figure: { value: memory_mb, bar: BAR.memory_mb }, isTime: true },
];

type Found = Awaited<ReturnType<typeof inProduct>>;

const foundRows = ({ recall, searches_ms }: Found): Row[] => [
  { name: 'answer among the first five, text', figure: { value: recall.text } },
  { name: 'answer among the first five, scans', figure: { value: recall.scan } },
  {
    name: 'of what is found in the text, found on scans, percent',
    figure: { value: (100 * recall.scan) / recall.text, bar: BAR.recall_share },
  },
  { name: 'searches alone, p95 ms', figure: { value: searches_ms.alone } },
  {
    name: 'searches while pages are recognised, percent more',
    figure: { value: searches_ms.percent, bar: BAR.meanwhile_percent },
    isTime: true,
  },
];
