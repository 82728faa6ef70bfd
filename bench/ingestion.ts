/**
 * How fast files become searchable, against the extracting library by itself, and who waits meanwhile.
 * `npm run bench -- ingestion [--pages 300] [--rounds 3]`
 */
import { parseArgs } from 'node:util';
import { count, eq } from 'drizzle-orm';
import { documents, knowledge_bases, passages } from '../server/src/db/tables/knowledge.ts';
import { createKnowledgeBase } from '../server/src/features/knowledge/store.ts';
import { linesAt, pdfOf } from '../tests/fixtures/pdf.ts';
import { withDatabase } from './database.ts';
import { type Installation, memoryOf, openInstallation } from './faults/installation.ts';
import { seeded } from './faults/seeded.ts';
import { inventLanguage } from './retrieval/invented.ts';
import { round, type Spread, timed, timedWhile } from './retrieval/scale.ts';

const BAR = { against_library: 0.6, api_p95: 1.5, memory_mb: 200 };
const CALLS = 200;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { pages: { type: 'string', default: '300' }, rounds: { type: 'string', default: '3' } },
  });
  return withDatabase(async ({ address }) => {
    const house = await openInstallation(address);
    try {
      return { bench: 'ingestion', ...(await measure(house, Number(values.pages), Number(values.rounds))) };
    } finally {
      await house.close();
    }
  });
}

async function measure(house: Installation, pages: number, rounds: number) {
  const server = await house.start();
  const token = await signIn(server.url);
  const { id: base } = await createKnowledgeBase(house.db, { name: 'Medida' });
  const book = bookOf(pages);
  const call = async () => {
    const response = await fetch(`${server.url}/api/v1/knowledge-bases/${base}/search?q=prazo do recurso`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
  };
  const seen: { library: number; product: number; idle: Spread; busy: Spread }[] = [];
  const before = (await memoryOf(server)) ?? 0;
  let peak = before;
  // Interleaved: the machine has other things to do, and both must suffer from them alike.
  for (let one = 0; one < rounds; one += 1) {
    await timed(20, call);
    const idle = await timed(CALLS, call);
    const library = await timeOf(() => extractAlone(book));
    const product = await timeOf(() => upload(house, server.url, { token, base, book }));
    // Another time for those who ask meanwhile: their questions cost the reading time, too.
    const busy = await timedWhile(upload(house, server.url, { token, base, book }), call);
    peak = Math.max(peak, (await memoryOf(server)) ?? 0);
    seen.push({ library, product, idle, busy });
  }
  const middle = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const [kept] = await house.db
    .select({ passages: count() })
    .from(passages)
    .where(eq(passages.knowledge_base_id, base));
  await house.db.delete(knowledge_bases);
  return {
    pages,
    megabytes: round(book.length / 1024 / 1024),
    passages: Math.round((kept?.passages ?? 0) / (2 * rounds)),
    library_ms: round(middle(seen.map(({ library }) => library))),
    product_ms: round(middle(seen.map(({ product }) => product))),
    against_library: {
      value: round(middle(seen.map(({ library, product }) => library / product))),
      bar: BAR.against_library,
    },
    api_p95_ms: {
      idle: middle(seen.map(({ idle }) => idle.p95)),
      busy: middle(seen.map(({ busy }) => busy.p95)),
    },
    api_p95_ratio: {
      value: round(middle(seen.map(({ idle, busy }) => busy.p95 / idle.p95))),
      bar: BAR.api_p95,
    },
    server_memory_mb: { value: Math.round(peak - before), bar: BAR.memory_mb },
  };
}

/** What the library needs for the text alone, in this process and warm. */
async function extractAlone(book: Buffer): Promise<void> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(book)), { mergePages: true });
  if (!text) throw new Error('the library found no text');
}

/** From the first byte sent to the document being searchable. */
async function upload(
  house: Installation,
  url: string,
  { token, base, book }: { token: string; base: number; book: Buffer<ArrayBuffer> },
): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([book]), 'livro.pdf');
  const response = await fetch(`${url}/api/v1/knowledge-bases/${base}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = JSON.parse(await response.text()) as { data: { id: number; status: string } };
  for (let { status } = data; status !== 'ready'; ) {
    const [row] = await house.db
      .select({ status: documents.status })
      .from(documents)
      .where(eq(documents.id, data.id));
    status = row?.status ?? 'failed';
    if (status === 'failed') throw new Error('the book could not be read');
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

function bookOf(pages: number): Buffer<ArrayBuffer> {
  const language = inventLanguage(seeded(7));
  return pdfOf(
    Array.from({ length: pages }, () => {
      const words = Array.from({ length: 4 }, () => language.paragraph())
        .join(' ')
        .split(' ');
      const lines = Array.from({ length: 42 }, (_, line) => words.slice(line * 11, line * 11 + 11).join(' '));
      return linesAt(lines.filter(Boolean));
    }),
  );
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@exemplo.com.br', password: 'uma senha de administrador' }),
  });
  return (JSON.parse(await response.text()) as { data: { access_token: string } }).data.access_token;
}
