import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesAt, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { uploadDocument } from '../files/upload.ts';
import { ingestDocument } from './ingest-document.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let by: { user_id: number; ip: null; user_agent: null };
let folder: string;
let base: number;
beforeAll(async () => {
  testServer = await startTestServer();
  const user = await testServer.user({ role: 'admin' });
  admin = testServer.as(user);
  by = { user_id: user.id, ip: null, user_agent: null };
  folder = await mkdtemp(join(tmpdir(), 'prosa-progress-'));
  base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
  // Every state that the row was in, as its readers could have seen it.
  await testServer.context.db.execute(sql`
    create table seen (at timestamptz default clock_timestamp(), id int, status text, progress real, step_done int, step_of int)`);
  await testServer.context.db.execute(sql`
    create function note_seen() returns trigger language plpgsql as $$ begin
      insert into seen (id, status, progress, step_done, step_of)
      values (new.id, new.status, new.progress, new.step_done, new.step_of);
      return new; end $$`);
  await testServer.context.db.execute(sql`
    create trigger note_seen after update on documents for each row execute function note_seen()`);
});
afterAll(async () => {
  await testServer.close();
  await rm(folder, { recursive: true, force: true });
});

const PAGES = 300;
/** Enough of them for a reading that is seen while it goes on. */
const LINES = 20;
const BOOK = pdfOf(
  Array.from({ length: PAGES }, (_, page) =>
    linesAt(
      Array.from(
        { length: LINES },
        (__, line) => `O artigo ${page * LINES + line} trata de prazos e de licitações públicas.`,
      ),
    ),
  ),
);

/** Uploads a file without a job, so that only the test reads it. */
async function leave(name: string, content: Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, content);
  const file = { path, original_filename: name, size: content.length };
  const queue = { ...testServer.context.queue, send: async () => {} };
  const document = await uploadDocument(
    { ...testServer.context, queue },
    by,
    { knowledge_base_id: base, file },
    null,
    0,
  );
  const { rows } = await testServer.context.db.execute<{ file_id: string }>(
    sql`select file_id from documents where id = ${document.id}`,
  );
  return { knowledge_base_id: base, document_id: document.id, file_id: rows[0]?.file_id ?? '' };
}

type Seen = {
  status: string;
  progress: number;
  step_done: number | null;
  step_of: number | null;
};
/** In order. */
const seenOf = async (id: number): Promise<Seen[]> => {
  const { rows } = await testServer.context.db.execute<Seen>(sql`
    select status, progress::float8, step_done, step_of from seen where id = ${id} order by at`);
  return rows;
};
const falls = (values: number[]) => values.filter((value, index) => value < (values[index - 1] ?? 0));

test('R-DOC-15 the progress of 300 pages moves at once, page by page, and never back', async () => {
  const reading = await leave('livro.pdf', BOOK);
  await ingestDocument(testServer.context, reading);
  const seen = await seenOf(reading.document_id);
  expect(falls(seen.map(({ progress }) => progress))).toEqual([]);
  const extracting = seen.filter(({ status, progress }) => status === 'extracting' && progress > 0);
  expect(extracting.length).toBeGreaterThan(0);
  // At once is before most of it is read: how long a process takes to start is the machine's affair.
  expect(extracting[0]?.step_done).toBeLessThan(PAGES / 4);
  for (const { progress, step_done, step_of } of extracting) {
    expect(step_of).toBe(PAGES);
    expect(progress).toBeCloseTo((0.5 * (step_done ?? 0)) / PAGES, 5);
  }
  const indexing = seen.filter(({ status }) => status === 'indexing');
  expect(indexing.map(({ step_done }) => step_done)).toEqual(indexing.map(() => null));
  expect(seen.at(-1)).toMatchObject({ status: 'ready', progress: 1, step_done: null, step_of: null });
});

test('R-DOC-15 the page that is read is shown, and of a text without pages there is none', async () => {
  const reading = await leave('livro.pdf', BOOK);
  const ingesting = ingestDocument(testServer.context, reading);
  const shown = async () =>
    (await admin.get(`/knowledge-bases/${base}`)).body.data.documents.find(
      ({ id }: { id: number }) => id === reading.document_id,
    );
  let now = await shown();
  while (now.step === null && now.status !== 'ready') now = await shown();
  expect(now).toMatchObject({ status: 'extracting', step: { of: PAGES } });
  expect(now.step.done).toBeGreaterThan(0);
  await ingesting;
  expect(await shown()).toMatchObject({ status: 'ready', step: null });
  const table = await leave('valores.csv', Buffer.from('nome;valor\nlápis;2\n'));
  await ingestDocument(testServer.context, table);
  expect((await seenOf(table.document_id)).map(({ step_of }) => step_of)).not.toContain(PAGES);
});

test('R-DOC-15 a replica that takes a reading over begins anew, and the progress waits for it', async () => {
  const { db } = testServer.context;
  const reading = await leave('livro.pdf', BOOK);
  const first = ingestDocument(testServer.context, reading);
  const isFarther = async (than: number) =>
    (await seenOf(reading.document_id)).some(({ progress }) => progress > than);
  while (!(await isFarther(0.1)));
  // As if the first one had stood still for longer than its lease.
  await db.execute(
    sql`update documents set lease_until = now() - interval '1 second' where id = ${reading.document_id}`,
  );
  const outcomes = await Promise.allSettled([first, ingestDocument(testServer.context, reading)]);
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
  const seen = await seenOf(reading.document_id);
  expect(falls(seen.map(({ progress }) => progress))).toEqual([]);
  const steps = seen.filter(({ status }) => status === 'extracting');
  expect(falls(steps.flatMap(({ step_done }) => step_done ?? []))).toEqual([]);
  expect(seen.at(-1)).toMatchObject({ status: 'ready', progress: 1 });
});
