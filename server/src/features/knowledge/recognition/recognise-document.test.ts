import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linesAt, type PdfText, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import {
  type ScriptedRecognition,
  scriptedRecognition,
} from '../../../../test/recognition/scripted-recogniser.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import type { Recogniser } from '../../../adapters/recognition/recognised-page.ts';
import { document_pages, documents } from '../../../db/tables/knowledge.ts';
import { brokenDocuments } from '../invariants.ts';
import { recogniseDocument } from './recognise-document.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let scripted: ScriptedRecognition;
let base: number;
beforeAll(async () => {
  scripted = scriptedRecognition();
  testServer = await startTestServer({ recognition: scripted });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
beforeEach(async () => {
  scripted.pages.clear();
  scripted.before = async () => {};
  base = (await admin.post('/knowledge-bases', { name: 'Arquivo' })).body.data.id;
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const MINUTES = ['ATA DA REUNIÃO', 'O conselho aprovou a compra de quarenta bicicletas para os agentes.'];
const PARKING = ['O estacionamento do prédio fecha às vinte horas, também aos sábados.'];
const LONG = Array.from(
  { length: 30 },
  (_, at) => `O item ${at + 10} da pauta foi lido, discutido e aprovado por todos.`,
);
/** Longer than a passage, so that the next page begins another one. */
const NOTICE = linesAt([
  'O edital da feira fica aberto até o fim do mês de março.',
  ...Array.from(
    { length: 24 },
    (_, at) => `A barraca número ${at + 10} vende frutas, doces e queijos da região serrana.`,
  ),
]);

/** Pages with a picture each; `texts` beside it. */
const scanned = (...pages: PdfText[][]) => pdfOf(pages, { pictures: true });
const send = (content: Uint8Array<ArrayBuffer>, name = 'Arquivo.pdf', fields: Record<string, string> = {}) =>
  admin.upload(`/knowledge-bases/${base}/documents`, formWith(name, content, fields));
const shown = async (id: number) =>
  (await admin.get(`/knowledge-bases/${base}`)).body.data.documents.find(
    (one: { id: number }) => one.id === id,
  );
const found = async (q: string): Promise<[string, number | null][]> =>
  (await admin.get(`/knowledge-bases/${base}/search`, { query: { q } })).body.data.hits.map(
    ({ content, page }: { content: string; page: number | null }) => [content, page],
  );
const ask = (id: number, action: string) =>
  admin.post(`/knowledge-bases/${base}/documents/${id}/ocr`, { action });

/** The document once it has the state. */
async function reaches(id: number, is: (document: Awaited<ReturnType<typeof shown>>) => boolean) {
  const { signals } = testServer.context;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = signals.listen(`document:${id}`, resolve);
    // Pages are counted without a signal; a person looks again after a while, too.
    const timer = setTimeout(resolve, 100);
    const document = await shown(id);
    if (!document || is(document)) {
      clearTimeout(timer);
      unlisten();
      return document;
    }
    await promise;
    unlisten();
  }
}
const isDone = ({ ocr }: { ocr: { state: string } | null }) =>
  ocr?.state === 'done' || ocr?.state === 'failed';

/** Holds the recogniser before a page until it is let go. */
function holdBefore(page: number) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  scripted.before = async (number, signal) => {
    if (number !== page) return;
    reached.resolve();
    await Promise.race([
      released.promise,
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
    ]);
  };
  return { reached: reached.promise, release: released.resolve };
}

describe('a file with scanned pages', () => {
  test('is searchable by its other pages at once, and by the scanned ones at the end, with their pages (R-DOC-34)', async () => {
    scripted.pages.set(2, { lines: MINUTES });
    const hold = holdBefore(2);
    const { status, body } = await send(pdfOf([NOTICE, [], NOTICE], { pictures: true }));
    const { id } = body.data;
    await hold.reached;
    expect([status, (await shown(id)).status]).toEqual([201, 'ready']);
    expect((await shown(id)).ocr).toEqual({ state: 'running', pages: 1, done: 0, weak: 0 });
    expect((await found('edital da feira'))[0]?.[1]).toBe(1);
    expect(await found('compra de bicicletas')).toEqual([]);
    hold.release();
    const document = await reaches(id, isDone);
    expect(document).toMatchObject({ status: 'ready', ocr: { state: 'done', pages: 1, done: 1, weak: 0 } });
    const [hit] = await found('compra de bicicletas');
    expect(hit).toEqual([expect.stringContaining('quarenta bicicletas'), 2]);
  });

  test('and nothing else is taken in, and found when its last page is done', async () => {
    scripted.pages.set(1, { lines: [...MINUTES, ...LONG] }).set(2, { lines: PARKING });
    const hold = holdBefore(1);
    const { status, body } = await send(scanned([], []));
    await hold.reached;
    const waiting = await shown(body.data.id);
    expect([status, waiting.status, waiting.searchable, waiting.ocr.pages]).toEqual([
      201,
      'extracting',
      false,
      2,
    ]);
    hold.release();
    const document = await reaches(body.data.id, isDone);
    expect(document).toMatchObject({ status: 'ready', pages: 2, pages_without_text: 0 });
    expect((await found('horário do estacionamento'))[0]?.[1]).toBe(2);
  });

  test('on which nothing can be recognised says so', async () => {
    const { body } = await send(scanned([], []));
    const document = await reaches(body.data.id, isDone);
    expect(document).toMatchObject({
      status: 'failed',
      searchable: false,
      error: 'Não foi possível extrair texto deste arquivo.',
    });
  });

  test('says which pages were read weakly, and leaves rubbish out (R-DOC-36)', async () => {
    scripted.pages.set(1, { lines: [...MINUTES, ...LONG] });
    scripted.pages.set(2, { lines: PARKING, state: 'weak', confidence: 45 });
    scripted.pages.set(3, { lines: ['xqzw kjhg'], state: 'unreadable', confidence: 12 });
    const { body } = await send(scanned([], [], []));
    const document = await reaches(body.data.id, isDone);
    expect(document.ocr).toEqual({ state: 'done', pages: 3, done: 3, weak: 1 });
    expect(document.pages_without_text).toBe(1);
    expect(document.notes).toEqual([
      { kind: 'weak_pages', count: 1 },
      { kind: 'unreadable_pages', count: 1 },
    ]);
    expect(await found('xqzw')).toEqual([]);
    const page = await admin.get(`/knowledge-bases/${base}/documents/${document.id}/pages/2`);
    expect(page.body.data).toMatchObject({ page: 2, weak: true, confidence: 45, image: true });
    expect(page.body.data.words[0]).toEqual({ text: 'O', x: 200, y: 200, w: 15, h: 30, confidence: 45 });
    const { body: text } = await admin.get(`/knowledge-bases/${base}/documents/${document.id}`);
    const hits = async (q: string): Promise<{ page: number; weak: boolean }[]> =>
      (await admin.get(`/knowledge-bases/${base}/search`, { query: { q } })).body.data.hits;
    expect((await hits('horário do estacionamento'))[0]).toMatchObject({ page: 2, weak: true });
    expect((await hits('compra de bicicletas'))[0]).toMatchObject({ page: 1, weak: false });
    expect(text.data.recognised_pages).toEqual([
      { page: 1, weak: false, image: true },
      { page: 2, weak: true, image: true },
      { page: 3, weak: false, image: true },
    ]);
  });

  test('is refused with what can be done where the base does not want words recognised', async () => {
    await admin.patch(`/knowledge-bases/${base}/settings`, { ocr: false });
    const { status, body } = await send(scanned([]));
    expect([status, body.code, body.hint]).toEqual([
      422,
      'file_scanned',
      'Ligue “Reconhecer texto” nesta base para ler páginas digitalizadas.',
    ]);
    const mixed = (await send(pdfOf([NOTICE, []], { pictures: true }))).body.data;
    expect([mixed.ocr, mixed.pages_without_text]).toEqual([null, 1]);
    // Asked for by a person, it is recognised all the same.
    scripted.pages.set(2, { lines: PARKING });
    expect((await ask(mixed.id, 'start')).body.data.ocr).toEqual({
      state: 'queued',
      pages: 1,
      done: 0,
      weak: 0,
    });
    await reaches(mixed.id, isDone);
    expect((await found('horário do estacionamento'))[0]?.[1]).toBe(2);
    const again = await ask(mixed.id, 'start');
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_recognise']);
  });
});

test('a server that is still trying its engine keeps a new base and a scan waiting, and refuses neither (R-DOC-34)', async () => {
  // The engine is known after the first call that waits for it.
  let recogniser: Recogniser | null = null;
  const starting = {
    get recogniser() {
      return recogniser;
    },
    get ready() {
      recogniser = scripted.recogniser;
      return Promise.resolve(recogniser);
    },
  };
  const young = await startTestServer({ recognition: starting });
  try {
    const person = young.as(await young.user({ role: 'admin' }));
    const { id } = (await person.post('/knowledge-bases', { name: 'Primeira' })).body.data;
    recogniser = null;
    scripted.pages.set(1, { lines: MINUTES });
    const sent = await person.upload(
      `/knowledge-bases/${id}/documents`,
      formWith('Arquivo.pdf', scanned([]), {}),
    );
    expect([sent.status, (await person.get(`/knowledge-bases/${id}`)).body.data.ocr]).toEqual([201, true]);
  } finally {
    await young.close();
  }
});

describe('recognition', () => {
  test('is paused after the page at hand, and goes on where it was (R-DOC-35)', async () => {
    scripted.pages.set(1, { lines: MINUTES }).set(2, { lines: PARKING }).set(3, { lines: MINUTES });
    const hold = holdBefore(2);
    const { id } = (await send(scanned([], [], []))).body.data;
    await hold.reached;
    expect((await ask(id, 'pause')).body.data.ocr.state).toBe('paused');
    hold.release();
    await reaches(id, ({ ocr }) => ocr.done === 2);
    expect((await shown(id)).ocr).toEqual({ state: 'paused', pages: 3, done: 2, weak: 0 });
    scripted.asked.length = 0;
    await testServer.context.db.update(documents).set({ ocr_lease_until: null }).where(eq(documents.id, id));
    expect((await ask(id, 'resume')).body.data.ocr.state).toBe('queued');
    expect(await reaches(id, isDone)).toMatchObject({ status: 'ready', ocr: { done: 3 } });
    expect(scripted.asked).toEqual([[3]]);
  });

  test('that is killed at any page ends with the same text (R-DOC-35)', { timeout: 300_000 }, async () => {
    const lines = [MINUTES, PARKING, MINUTES, PARKING];
    for (const [index, page] of lines.entries()) scripted.pages.set(index + 1, { lines: page });
    const texts: string[] = [];
    for (const killedAt of [0, 1, 2, 4]) {
      const hold = holdBefore(killedAt);
      const { id } = (await send(scanned([], [], [], []))).body.data;
      if (killedAt) {
        await hold.reached;
        // As of a process that is gone: its lease is over, and what it still writes comes too late.
        const [row] = await testServer.context.db
          .update(documents)
          .set({ ocr_lease_until: sql`now() - interval '1 second'` })
          .where(eq(documents.id, id))
          .returning({ file_id: documents.file_id });
        scripted.before = async () => {};
        const place = { knowledge_base_id: base, document_id: id, file_id: row?.file_id ?? '' };
        await recogniseDocument(testServer.context, place);
        hold.release();
      }
      await reaches(id, isDone);
      const { content_text } = (await admin.get(`/knowledge-bases/${base}/documents/${id}`)).body.data;
      texts.push(content_text);
      expect((await shown(id)).ocr).toEqual({ state: 'done', pages: 4, done: 4, weak: 0 });
    }
    expect(texts[0]).toContain('bicicletas');
    expect(new Set(texts).size).toBe(1);
  });

  test('leaves a page with which its process ended twice, and reads the others', async () => {
    scripted.pages.set(1, { lines: MINUTES }).set(3, { lines: PARKING });
    scripted.before = async (page) => {
      if (page === 2) throw new Unreadable('extraction_timeout');
    };
    const { id } = (await send(scanned([], [], []))).body.data;
    const document = await reaches(id, isDone);
    expect(document).toMatchObject({ status: 'ready', pages_without_text: 1, ocr: { done: 3 } });
    expect(document.notes).toEqual([{ kind: 'unreadable_pages', count: 1 }]);
  });

  test('ends where the document is deleted or its file replaced, and never shows pages of another file', async () => {
    scripted.pages.set(1, { lines: MINUTES });
    const hold = holdBefore(1);
    const { id } = (await send(scanned([]))).body.data;
    await hold.reached;
    const replaced = await send(Buffer.from('Um texto novo sobre hortas.'), 'Novo.txt', {
      document_id: String(id),
    });
    expect([replaced.status, replaced.body.data.status, replaced.body.data.ocr]).toEqual([
      201,
      'ready',
      null,
    ]);
    hold.release();
    expect((await found('hortas'))[0]?.[0]).toBe('Um texto novo sobre hortas.');
    const gone = await admin.get(`/knowledge-bases/${base}/documents/${id}/pages/1`);
    expect([gone.status, gone.body.code]).toEqual([404, 'page_not_found']);

    const other = holdBefore(1);
    const second = (await send(scanned([]))).body.data.id;
    await other.reached;
    expect((await admin.delete(`/knowledge-bases/${base}/documents/${second}`)).status).toBe(200);
    other.release();
    const { rows } = await testServer.context.db.execute(
      sql`select from document_pages where document_id = ${second}`,
    );
    expect(rows).toEqual([]);
  });

  test('of a new file keeps the former text until it is whole', async () => {
    const { id } = (await send(Buffer.from('A diária é de cem reais.'), 'Diária.txt')).body.data;
    scripted.pages.set(2, { lines: PARKING });
    const hold = holdBefore(2);
    await send(pdfOf([NOTICE, []], { pictures: true }), 'Novo.pdf', { document_id: String(id) });
    await hold.reached;
    expect((await found('valor da diária'))[0]?.[0]).toBe('A diária é de cem reais.');
    expect(await found('edital da feira')).toEqual([]);
    hold.release();
    await reaches(id, isDone);
    expect((await found('edital da feira'))[0]?.[1]).toBe(1);
    expect((await found('horário do estacionamento'))[0]?.[1]).toBe(2);
  });

  test('is not done again where the file is read again', async () => {
    scripted.pages.set(1, { lines: MINUTES });
    const { id } = (await send(scanned([]))).body.data;
    await reaches(id, isDone);
    scripted.asked.length = 0;
    await admin.post(`/knowledge-bases/${base}/documents/${id}/retry`);
    await reaches(id, ({ status }) => status === 'ready');
    expect((await shown(id)).ocr.state).toBe('done');
    expect(scripted.asked).toEqual([]);
    expect(await found('compra de bicicletas')).toHaveLength(1);
  });
});

test('a picture of a page is kept where the base wants it, and given to administrators alone (R-DOC-38)', async () => {
  scripted.pages.set(1, { lines: MINUTES });
  const { id } = (await send(scanned([]))).body.data;
  await reaches(id, isDone);
  const path = `/knowledge-bases/${base}/documents/${id}/pages/1/image`;
  const image = await admin.get(path);
  const { 'content-type': type, 'cache-control': cache } = image.headers;
  expect([image.status, type, cache]).toEqual([200, 'image/webp', 'private, no-store']);
  const person = testServer.as(await testServer.user());
  expect((await person.get(path)).status).toBe(403);
  await admin.patch(`/knowledge-bases/${base}/settings`, { keep_page_images: false });
  const { id: second } = (await send(scanned([]))).body.data;
  await reaches(second, isDone);
  const { status, body } = await admin.get(`/knowledge-bases/${base}/documents/${second}/pages/1/image`);
  expect([status, body.code]).toEqual([404, 'page_not_found']);
  const [row] = await testServer.context.db
    .select({ image: document_pages.image })
    .from(document_pages)
    .where(eq(document_pages.document_id, second));
  expect(row?.image).toBeNull();
});
