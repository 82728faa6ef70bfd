/**
 * How fast a long text, a book and a table become searchable, against the extraction by itself in a process of its own,
 * and who waits meanwhile: `npm run bench -- ingestion [--text-mb 10] [--pages 300] [--rows 50000] [--rounds 5]`.
 * The bar against a library is for the book: no library is needed for the other two, so theirs is only reported.
 * Who asks meanwhile asks the same, as often, before and after each reading: each round is compared with itself, and the
 * figure is the middle one of the rounds.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { count, eq } from 'drizzle-orm';
import { passages } from '../server/src/db/tables/knowledge.ts';
import { createKnowledgeBase } from '../server/src/features/knowledge/documents/store.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { type Installation, memoryOf, openInstallation } from '../trials/support/installation.ts';
import { type BenchFile, filesOf } from './ingestion/files.ts';
import { type Door, openSender, type Sender, signIn, upload } from './ingestion/uploading.ts';
import { processorsOf } from './retrieval/processor-time.ts';
import { BREATH_MS, round, type Spread, spread, timesOf, timesWhile } from './retrieval/scale.ts';
import { isMissed, type Row, tableOf } from './retrieval/table.ts';

const BAR = { against_library: 0.6, api_p95: 1.5, memory_mb: 200 };
/** Before a reading, and again after it. */
const CALLS = 75;
/** After a document is ready the planner's statistics are refreshed: that is no idle time. */
const SETTLED_MS = 2_000;
/** Looks at the memory of the server. */
const WATCH_MS = 50;
const LIBRARY = fileURLToPath(new URL('./ingestion/library.ts', import.meta.url));

type Cost = { ms: number; processor_ms: number };
type Seen = {
  alone: Cost[];
  product: Cost[];
  /** Milliseconds of calls, by round. */
  rounds: { idle: number[]; busy: number[] }[];
  passages: number;
  memory_mb: number;
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      'text-mb': { type: 'string', default: '10' },
      pages: { type: 'string', default: '300' },
      rows: { type: 'string', default: '50000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const sizes = {
    text_mb: Number(values['text-mb']),
    pages: Number(values.pages),
    rows: Number(values.rows),
  };
  const folder = await mkdtemp(join(tmpdir(), 'prosa-ingestion-'));
  try {
    return await withDatabase(async ({ address }) => {
      const testServer = await openInstallation(address);
      const sender = openSender();
      try {
        const files: Record<string, object> = {};
        const rows: Row[] = [];
        const measure = await prepare(testServer, sender, folder);
        for (const file of filesOf(sizes)) {
          const figures = figuresOf(file, await measure(file, Number(values.rounds)));
          files[file.name] = figures;
          rows.push(...rowsOf(file.name, figures));
        }
        process.stderr.write(`${tableOf(rows)}\n`);
        if (rows.some(isMissed)) process.exitCode = 1;
        return { bench: 'ingestion', ...sizes, rounds: Number(values.rounds), files };
      } finally {
        await sender.close();
        await testServer.close();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(testServer: Installation, sender: Sender, folder: string) {
  const { db } = testServer;
  const written = async ({ name, content }: BenchFile) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return { name, path };
  };
  const server = await testServer.start();
  const token = await signIn(server.url);
  const door = { url: server.url, token };
  // Those who ask meanwhile ask another base, which does not grow.
  const quiet = { ...door, base: (await createKnowledgeBase(db, { name: 'Outra' })).id };
  const [small] = filesOf({ text_mb: 0.1, pages: 1, rows: 1 }) as [BenchFile];
  await upload(db, sender, quiet, await written(small));
  const ask = () => search(quiet);
  const idleTimes = async () => {
    await pause(SETTLED_MS);
    return timesOf(CALLS, ask, BREATH_MS);
  };
  const processors = await processorsOf(db, server.child.pid ?? 0);

  return async (file: BenchFile, rounds: number): Promise<Seen> => {
    const { path } = await written(file);
    const seen: Seen = { alone: [], product: [], rounds: [], passages: 0, memory_mb: 0 };
    // One of each before anything counts: programs are compiled, the database has pages to write on.
    await extractAlone(path);
    await put((sending) => sending());
    const before = (await memoryOf(server)) ?? 0;
    // Interleaved: the machine has other things to do, and both must suffer from them alike.
    for (let one = 0; one < rounds; one += 1) {
      seen.alone.push(
        await costOf(
          async () => 0,
          () => extractAlone(path),
        ),
      );
      await put(async (sending) => {
        seen.product.push(await costOf(processors, () => sending()));
      });
      const idle = await idleTimes();
      let meanwhile: number[] = [];
      // Another time for those who ask meanwhile: their questions cost the reading time, too.
      await put(async (sending) => {
        const busy = sending();
        const watched = watchMemory(busy, async () => (await memoryOf(server)) ?? 0);
        meanwhile = await timesWhile(busy, ask);
        await busy;
        seen.memory_mb = Math.max(seen.memory_mb, (await watched) - before);
      });
      seen.rounds.push({ idle: [...idle, ...(await idleTimes())], busy: meanwhile });
    }
    return seen;

    /** Into a base of its own: each finds what the one before found. */
    async function put(act: (send: () => Promise<void>) => Promise<void>): Promise<void> {
      const { id } = await createKnowledgeBase(db, { name: file.name });
      await act(() => upload(db, sender, { ...door, base: id }, { name: file.name, path }));
      const [kept] = await db
        .select({ count: count() })
        .from(passages)
        .where(eq(passages.knowledge_base_id, id));
      seen.passages = kept?.count ?? 0;
    }
  };
}

async function search({ url, token, base }: Door): Promise<void> {
  const response = await fetch(`${url}/api/v1/knowledge-bases/${base}/search?q=prazo do recurso`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.text();
}

async function extractAlone(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [LIBRARY, path, extname(path).slice(1)]);
  return Number(stdout);
}

/** `processors` tells the processor time so far; the act itself may tell what it took elsewhere. */
async function costOf(processors: () => Promise<number>, act: () => Promise<unknown>): Promise<Cost> {
  const before = await processors();
  const began = performance.now();
  const elsewhere = await act();
  const ms = performance.now() - began;
  return {
    ms,
    processor_ms: (await processors()) - before + (typeof elsewhere === 'number' ? elsewhere : 0),
  };
}

async function watchMemory(busy: Promise<unknown>, look: () => Promise<number>): Promise<number> {
  let peak = 0;
  await timesWhile(
    busy,
    async () => {
      peak = Math.max(peak, await look());
    },
    WATCH_MS,
  );
  return peak;
}

function figuresOf({ name, content }: BenchFile, { alone, product, rounds, ...seen }: Seen) {
  const [library_ms, product_ms] = [median(alone, 'ms'), median(product, 'ms')];
  const [library_processor_ms, product_processor_ms] = [
    median(alone, 'processor_ms'),
    median(product, 'processor_ms'),
  ];
  const spreads = rounds.map(({ idle, busy }) => ({ idle: spread(idle), busy: spread(busy) }));
  const ratiosOf = (name: keyof Spread) => spreads.map(({ idle, busy }) => round(busy[name] / idle[name]));
  const [idle, busy] = [rounds.flatMap((one) => one.idle), rounds.flatMap((one) => one.busy)];
  return {
    megabytes: round(content.length / 1e6),
    passages: seen.passages,
    passages_per_second: Math.round((1_000 * seen.passages) / product_ms),
    library_ms,
    product_ms,
    library_processor_ms,
    product_processor_ms,
    against_library: {
      value: round(library_ms / product_ms),
      ...(name.endsWith('.pdf') ? { bar: BAR.against_library } : {}),
    },
    against_library_by_processor: { value: round(library_processor_ms / product_processor_ms) },
    api_ms: { idle: spread(idle), busy: spread(busy) },
    api_calls_while_busy: busy.length,
    api_p50_ratio: { value: middle(ratiosOf('p50')) },
    api_p95_ratio: { value: middle(ratiosOf('p95')), bar: BAR.api_p95 },
    api_p95_ratio_by_round: ratiosOf('p95'),
    api_p95_ratio_of_all: { value: round(spread(busy).p95 / spread(idle).p95) },
    server_memory_mb: { value: Math.round(seen.memory_mb), bar: BAR.memory_mb },
  };
}

const median = (costs: Cost[], name: keyof Cost): number => round(middle(costs.map((cost) => cost[name])));
const middle = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const rowsOf = (name: string, figures: ReturnType<typeof figuresOf>): Row[] => [
  { name: `${name}, passages a second`, figure: { value: figures.passages_per_second } },
  { name: `${name}, speed against extraction alone`, figure: figures.against_library },
  { name: `${name}, the same by processor time`, figure: figures.against_library_by_processor },
  { name: `${name}, p50 of calls meanwhile against idle`, figure: figures.api_p50_ratio },
  { name: `${name}, p95 of all calls meanwhile against idle`, figure: figures.api_p95_ratio_of_all },
  {
    name: `${name}, p95 of calls meanwhile against idle, middle of rounds`,
    figure: figures.api_p95_ratio,
    isTime: true,
  },
  { name: `${name}, memory of the server, MB`, figure: figures.server_memory_mb, isTime: true },
];
