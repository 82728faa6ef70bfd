import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linesAt, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, rowsOf, settled } from '../../../../test/uploads.ts';
import type { Queue } from '../../../adapters/queue.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { uploadDocument } from '../files/upload.ts';
import { brokenDocuments } from '../invariants.ts';
import { knowledgeJobs } from '../jobs.ts';
import { ingestDocument } from './ingest-document.ts';
import { LeasedElsewhere } from './ingestion-lease.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let by: { user_id: number; ip: null; user_agent: null };
let base: number;
let folder: string;
beforeAll(async () => {
  testServer = await startTestServer();
  const user = await testServer.user({ role: 'admin' });
  admin = testServer.as(user);
  by = { user_id: user.id, ip: null, user_agent: null };
  folder = await mkdtemp(join(tmpdir(), 'prosa-reading-'));
});
beforeEach(async () => {
  base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (name: string, content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  admin.upload(`/knowledge-bases/${base}/documents`, formWith(name, content, fields));
const shown = async (id: number) =>
  (await admin.get(`/knowledge-bases/${base}`)).body.data.documents.find(
    (one: { id: number }) => one.id === id,
  );
const found = async (question: string): Promise<string[]> =>
  (await admin.get(`/knowledge-bases/${base}/search`, { query: { q: question } })).body.data.hits.map(
    ({ content }: { content: string }) => content,
  );
const place = (document_id: number) => ({ knowledge_base_id: base, document_id });

/** A queue whose jobs nobody takes. */
const idle: Queue = {
  send: async () => {},
  work: async () => {},
  schedule: async () => {},
  prepare: async () => {},
  stop: async () => {},
};

/** Uploads without waiting; with `idle` nobody reads it until the test does. */
async function leave(
  name: string,
  content: string | Uint8Array,
  { queue = idle, document_id = undefined as number | undefined } = {},
) {
  const path = join(folder, 'enviado');
  await writeFile(path, content);
  const file = { path, original_filename: name, size: Buffer.byteLength(content) };
  const document = await uploadDocument(
    { ...testServer.context, queue },
    by,
    { knowledge_base_id: base, document_id, file },
    null,
    0,
  );
  const [row] = await testServer.context.db.select().from(documents).where(eq(documents.id, document.id));
  return { document, reading: { ...place(document.id), file_id: row?.file_id ?? '' } };
}

describe('a document that takes longer than its sender waits', () => {
  test('is shown as it goes on, and is searchable at its end, not before', async () => {
    const { document, reading } = await leave('Prazo.txt', 'O recurso tem prazo de cinco dias.');
    expect(document).toMatchObject({
      status: 'queued',
      progress: 0,
      searchable: false,
      can_retry: false,
      error: null,
    });
    expect(await found('prazo do recurso')).toEqual([]);
    await ingestDocument(testServer.context, reading);
    expect(await shown(document.id)).toMatchObject({ status: 'ready', progress: 1, searchable: true });
    expect(await found('prazo do recurso')).toEqual(['O recurso tem prazo de cinco dias.']);
    // A job that comes twice finds nothing to do.
    await ingestDocument(testServer.context, reading);
    expect(await found('prazo do recurso')).toHaveLength(1);
  });

  test('goes on as a job of the queue', async () => {
    const { document } = await leave('Prazo.txt', 'O edital abre em março.', {
      queue: testServer.context.queue,
    });
    expect(await settled(testServer, place(document.id))).toMatchObject({ status: 'ready' });
  });

  test('that cannot be read stays with its sentence, and is read once more when asked', async () => {
    const { document, reading } = await leave('Digitalizado.pdf', pdfOf([[], []], { pictures: true }));
    await ingestDocument(testServer.context, reading);
    expect(await shown(document.id)).toMatchObject({
      status: 'failed',
      error: 'Não foi possível extrair texto deste arquivo. As páginas parecem ser imagens digitalizadas.',
      searchable: false,
      can_retry: true,
    });
    const retried = await admin.post(`/knowledge-bases/${base}/documents/${document.id}/retry`);
    expect([retried.status, retried.body.data.status, retried.body.data.error]).toEqual([
      200,
      'queued',
      null,
    ]);
    expect(await settled(testServer, place(document.id))).toMatchObject({
      status: 'failed',
      problem: 'file_scanned',
    });
  });

  test('is busy: it is neither replaced nor read again meanwhile', async () => {
    const { document, reading } = await leave('a.txt', 'Um texto.');
    const path = `/knowledge-bases/${base}/documents/${document.id}`;
    const replies = [
      await admin.post(`${path}/retry`),
      await send('b.txt', 'Outro texto.', { document_id: String(document.id) }),
    ];
    for (const { status, body } of replies)
      expect([status, body.detail]).toEqual([409, 'Este documento ainda está sendo processado.']);
    await ingestDocument(testServer.context, reading);
  });

  test('ends its reader at the deadline, or when it takes too much memory', async () => {
    const late = await leave('a.txt', 'Um texto.');
    await ingestDocument(testServer.context, late.reading, { seconds: 0.001, heap_mb: 64, memory_mb: 1_000 });
    expect(await shown(late.document.id)).toMatchObject({
      status: 'failed',
      error: 'A leitura do arquivo excedeu o tempo limite de 60 segundos.',
    });
    // Long enough for somebody to look at it: a short one is read before its memory is.
    const heavy = await leave('b.txt', 'Um texto longo. '.repeat(500_000));
    await ingestDocument(testServer.context, heavy.reading, { seconds: 60, heap_mb: 64, memory_mb: 1 });
    expect(await shown(heavy.document.id)).toMatchObject({
      status: 'failed',
      error: 'O conteúdo descompactado deste arquivo excede o limite permitido.',
    });
  });
});

test('a document that was read leaves nothing in the pending list of the index', async () => {
  const text = Array.from(
    { length: 200 },
    (_, index) => `# Seção ${index}\n\nO artigo ${index} trata de prazos.`,
  );
  const { document, reading } = await leave('lei.md', text.join('\n\n'));
  await ingestDocument(testServer.context, reading);
  expect(await shown(document.id)).toMatchObject({ status: 'ready' });
  const { rows } = await testServer.context.db.execute(
    sql`select gin_clean_pending_list('passages_tsv') words, gin_clean_pending_list('passage_terms_trigrams') trigrams`,
  );
  expect(rows).toEqual([{ words: '0', trigrams: '0' }]);
});

test('a document is ready although its words could not be indexed at once', async () => {
  const rename = (from: string, to: string) =>
    testServer.context.db.execute(sql.raw(`alter index ${from} rename to ${to}`));
  const { document, reading } = await leave('lei.md', 'A diária é de cem reais.');
  await rename('passage_terms_trigrams', 'elsewhere');
  try {
    await ingestDocument(testServer.context, reading);
  } finally {
    await rename('elsewhere', 'passage_terms_trigrams');
  }
  expect(await shown(document.id)).toMatchObject({ status: 'ready' });
});

describe('a file that replaces a document’s text', () => {
  test('takes its place when it has been read: the number stays, the text, the name and the file change', async () => {
    const { body } = await send('Diária 2025.txt', 'A diária é de cem reais.');
    const { id } = body.data;
    const { reading } = await leave('Diária 2026.md', 'A diária é de duzentos reais.', { document_id: id });
    expect(await shown(id)).toMatchObject({
      status: 'queued',
      searchable: true,
      original_filename: 'Diária 2025.txt',
    });
    expect(await found('valor da diária')).toEqual(['A diária é de cem reais.']);
    await ingestDocument(testServer.context, reading);
    expect(await shown(id)).toMatchObject({
      status: 'ready',
      original_filename: 'Diária 2026.md',
      file_type: 'md',
    });
    expect(await found('valor da diária')).toEqual(['A diária é de duzentos reais.']);
    expect((await admin.get(`/knowledge-bases/${base}/documents/${id}/file`)).text).toBe(
      'A diária é de duzentos reais.',
    );
    const { rows } = await testServer.context.db.execute(
      sql`select from document_files where knowledge_base_id = ${base} and document_id = ${id}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('and cannot be read leaves everything as it was, and says so', async () => {
    const { body } = await send('Diária.txt', 'A diária é de cem reais.');
    const { id } = body.data;
    const before = await shown(id);
    const rows = await rowsOf(testServer);
    const reply = await send('Nova.pdf', pdfOf([[]], { pictures: true }), { document_id: String(id) });
    expect([reply.status, reply.body.code]).toEqual([422, 'file_scanned']);
    expect({ ...(await shown(id)), updated_at: before.updated_at }).toEqual(before);
    expect(await rowsOf(testServer)).toEqual(rows);
    expect(await found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect((await send('Nova.txt', 'A diária é de mil reais.', { document_id: String(id) })).status).toBe(
      201,
    );
  });

  test('and cannot be read after its sender has gone keeps the former text, and tells', async () => {
    const { body } = await send('Diária.txt', 'A diária é de cem reais.');
    const { id } = body.data;
    const { reading } = await leave('Nova.pdf', pdfOf([[]], { pictures: true }), { document_id: id });
    await ingestDocument(testServer.context, reading);
    expect(await shown(id)).toMatchObject({ status: 'failed', searchable: true, can_retry: true });
    expect(await found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect((await send('Boa.txt', 'A diária é de mil reais.', { document_id: String(id) })).status).toBe(201);
    expect(await found('valor da diária')).toEqual(['A diária é de mil reais.']);
  });

  test('of a document that is not there is refused, and of another base too', async () => {
    const { body } = await send('a.txt', 'Um texto.');
    const other = (await admin.post('/knowledge-bases', { name: 'Outra' })).body.data.id;
    for (const path of [`/knowledge-bases/${base}/documents`, `/knowledge-bases/${other}/documents`]) {
      const document_id = path.includes(`/${other}/`) ? String(body.data.id) : '1999999999';
      const reply = await admin.upload(path, formWith('b.txt', 'Texto.', { document_id }));
      expect([reply.status, reply.body.code]).toEqual([404, 'document_not_found']);
    }
  });
});

describe('a reading that is broken off', () => {
  test('by a fault of the database is begun anew; half a document is never searchable', async () => {
    const text = Array.from(
      { length: 700 },
      (_, index) => `# Seção ${index}\n\nO artigo ${index} trata de prazos.`,
    );
    const { document, reading } = await leave('lei.md', text.join('\n\n'));
    await testServer.context.db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'caiu'; end $$`);
    await testServer.context.db.execute(sql`
      create trigger refuse before insert on passages for each row when (new.ordinal = 600) execute function refuse()`);
    await expect(ingestDocument(testServer.context, reading)).rejects.toThrow();
    expect(await shown(document.id)).toMatchObject({ status: 'queued', error: null, searchable: false });
    expect(await found('artigo que trata de prazos')).toEqual([]);
    await testServer.context.db.execute(sql`drop function refuse() cascade`);
    await ingestDocument(testServer.context, reading);
    expect(await shown(document.id)).toMatchObject({ status: 'ready' });
  });

  test('B13 by a full disk says what is missing', async () => {
    const { document, reading } = await leave('a.txt', 'Um texto sobre prazos.');
    const before = await rowsOf(testServer);
    await testServer.context.db.execute(sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'no space' using errcode = '53100'; end $$`);
    await testServer.context.db.execute(
      sql`create trigger full_disk before insert on passages for each row execute function full_disk()`,
    );
    await ingestDocument(testServer.context, reading);
    expect(await shown(document.id)).toMatchObject({
      status: 'failed',
      error: 'Não há espaço para guardar o arquivo. Avise o administrador do servidor.',
      can_retry: true,
    });
    await testServer.context.db.execute(sql`drop trigger full_disk on passages`);
    await testServer.context.db.execute(
      sql`create trigger full_disk before insert on document_file_parts for each row execute function full_disk()`,
    );
    const reply = await send('b.txt', 'Outro texto.');
    expect([reply.status, reply.body.code]).toEqual([507, 'storage_full']);
    expect(await rowsOf(testServer)).toEqual(before);
    await testServer.context.db.execute(sql`drop function full_disk() cascade`);
    expect((await send('b.txt', 'Outro texto.')).status).toBe(201);
  });

  test('B3 by the end of its process is taken over when the lease is over, and not before', async () => {
    const { document, reading } = await leave('a.txt', 'Um texto sobre multas.');
    const leased = (interval: string) =>
      testServer.context.db.execute(sql`update documents set status = 'extracting', lease_until = now() + ${interval}::interval
        where id = ${document.id}`);
    await leased('8 seconds');
    await expect(ingestDocument(testServer.context, reading)).rejects.toThrow(LeasedElsewhere);
    await leased('-2 minutes');
    await knowledgeJobs(testServer.context)['knowledge.resume']({});
    expect(await settled(testServer, place(document.id))).toMatchObject({ status: 'ready' });
    expect(await found('multas')).toHaveLength(1);
  });

  test('again and again, whatever process reads it, is given up', async () => {
    const { document, reading } = await leave('a.txt', 'Um texto.');
    await testServer.context.db.execute(sql`update documents set attempts = 12 where id = ${document.id}`);
    await ingestDocument(testServer.context, reading);
    expect(await shown(document.id)).toMatchObject({
      status: 'failed',
      error: 'Erro interno. Nossa equipe foi notificada.',
      can_retry: true,
    });
  });

  test('by two jobs at once is done once', async () => {
    const { document, reading } = await leave('a.txt', 'Um texto sobre pregões.');
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => ingestDocument(testServer.context, reading)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LeasedElsewhere);
    expect(await shown(document.id)).toMatchObject({ status: 'ready' });
    expect(await found('pregões')).toHaveLength(1);
  });

  test('by the deletion of its document, or of its base, leaves nothing', async () => {
    const pages = Array.from({ length: 40 }, (_, page) =>
      linesAt(
        Array.from(
          { length: 40 },
          (__, line) => `O artigo ${page * 40 + line} trata de licitações e de prazos.`,
        ),
      ),
    );
    const before = await rowsOf(testServer);
    for (let round = 0; round < 4; round += 1) {
      const { document, reading } = await leave('lei.pdf', pdfOf(pages));
      const reader = ingestDocument(testServer.context, reading);
      // Before it is read, and in the middle of it.
      while (round % 2 && (await shown(document.id)).status === 'queued');
      const path =
        round < 2 ? `/knowledge-bases/${base}/documents/${document.id}` : `/knowledge-bases/${base}`;
      expect((await admin.delete(path)).status).toBe(200);
      await reader;
      expect(await rowsOf(testServer)).toEqual(before);
      if (round >= 2) base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
    }
  });
});

test('a text that came without a file is saved as text, and cannot be read once more', async () => {
  const { body } = await send('a.txt', 'Um texto.');
  await testServer.context.db.execute(sql`update documents set file_id = null where id = ${body.data.id}`);
  await testServer.context.db.execute(sql`delete from document_files where document_id = ${body.data.id}`);
  const file = await admin.get(`/knowledge-bases/${base}/documents/${body.data.id}/file`);
  expect([file.status, file.headers['content-type'], file.text]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'Um texto.',
  ]);
  const { status, body: reply } = await admin.post(
    `/knowledge-bases/${base}/documents/${body.data.id}/retry`,
  );
  expect([status, reply.code]).toEqual([422, 'file_missing']);
});

test('the metrics count leftovers of documents, and there are none', async () => {
  const { text } = await admin.get('/metrics');
  expect(text).toMatch(/^prosa_documents_left 0$/m);
});
