import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SessionFile } from '#contract/session-files.ts';
import { linesAt, type PdfText, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import {
  type ScriptedRecognition,
  scriptedRecognition,
} from '../../../../test/recognition/scripted-recogniser.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import { session_files, session_pages } from '../../../db/tables/session-files.ts';
import { readTopic } from '../../session-files/read-session-file.ts';
import { recogniseSessionFile } from '../../session-files/recognise-session-file.ts';

let testServer: TestServer;
let testOff: TestServer;
let scripted: ScriptedRecognition;
beforeAll(async () => {
  scripted = scriptedRecognition();
  testServer = await startTestServer({ recognition: scripted });
  testOff = await startTestServer();
});
beforeEach(() => {
  scripted.pages.clear();
  scripted.asked.length = 0;
  scripted.before = async () => {};
});
// A page that is counted is there, and nothing that ended waits.
afterEach(async () => {
  const { rows } = await testServer.context.db.execute(sql`
    select f.id from session_files f where f.ocr_pages is not null and (
      f.ocr_done <> (select count(*) from session_pages p
        where p.user_id = f.user_id and p.file_id = f.id and p.state <> 'waiting')
      or (f.status = 'ready') <> (f.ocr_state = 'done' and f.error is null))`);
  expect(rows).toEqual([]);
});
afterAll(() => Promise.all([testServer.close(), testOff.close()]));

const MINUTES = ['ATA DA REUNIÃO', 'O conselho aprovou a compra de quarenta bicicletas para os agentes.'];
const PARKING = ['O estacionamento do prédio fecha às vinte horas, também aos sábados.'];
const NOTICE = linesAt(['O edital da feira fica aberto até o fim do mês de março.']);
/** Each page is a picture; `texts` stand beside it. */
const scanned = (...pages: PdfText[][]) => pdfOf(pages, { pictures: true });

async function conversation(server = testServer) {
  const ana = await server.user();
  const agent = await buildAgent(server.context, { rules: { files: 'only_files' } });
  const { id } = await buildSession(server.context, { user_id: ana.id, agent_id: agent.id });
  const as = server.as(ana);
  const path = `/chat/sessions/${id}/files`;
  const put = (content: Uint8Array<ArrayBuffer>, name = 'digitalizado.pdf') =>
    as.upload(path, formWith(name, content));
  const shown = async (): Promise<SessionFile | undefined> => (await as.get(path)).body.data[0];
  return { ana, as, id, path, put, shown };
}

type Conversation = Awaited<ReturnType<typeof conversation>>;

/** The file once its reading has ended. */
async function read({ ana, shown }: Conversation, file_id: string): Promise<SessionFile | undefined> {
  const { signals } = testServer.context;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = signals.listen(readTopic({ user_id: ana.id, file_id }), resolve);
    const file = await shown();
    if (!file || file.status === 'ready' || file.status === 'failed') {
      unlisten();
      return file;
    }
    await promise;
    unlisten();
  }
}

/** Holds the recogniser before a page until it is let go. */
function holdBefore(page: number) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  scripted.before = async (number, signal) => {
    if (number !== page) return;
    reached.resolve();
    const ended = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    await Promise.race([released.promise, ended]);
  };
  return { reached: reached.promise, release: released.resolve };
}

test('R-DOC-40 a scanned file is taken in at once, holds questions while its pages are recognised, and is cited with its page', async () => {
  const one = await conversation();
  scripted.pages.set(1, { lines: MINUTES }).set(2, { lines: PARKING, state: 'weak', confidence: 45 });
  const hold = holdBefore(2);
  const sent = await one.put(scanned([], [], NOTICE));
  const { id: fileId } = sent.body.data;
  expect([sent.status, sent.body.data.status]).toEqual([201, 'extracting']);
  await hold.reached;
  const { ocr } = (await one.shown()) ?? {};
  expect(ocr).toMatchObject({ state: 'running', done: 1 });
  const early = await one.as.ask(one.id, 'Quantas bicicletas?');
  expect([early.status, early.body.code]).toEqual([409, 'files_not_ready']);
  hold.release();
  expect(await read(one, fileId)).toMatchObject({
    status: 'ready',
    pages: 3,
    ocr: { state: 'done', done: ocr?.pages, weak: 1 },
  });

  const { answer, events } = await one.as.ask(one.id, 'A que horas fecha o estacionamento do prédio?');
  expect(answer).toContain('vinte horas');
  const [source] = events.at(-1)?.sources ?? [];
  expect(source).toMatchObject({ kind: 'file', file_id: fileId, page: 2, weak: true });
  const { message_id } = events.at(-1) ?? {};
  const view = `/chat/messages/${message_id}/sources/1`;
  const { page } = (await one.as.get(view)).body.data;
  expect(page).toMatchObject({ number: 2, weak: true, confidence: 45, image: true });
  expect(page.boxes).toHaveLength(1);
  const picture = await one.as.get(`${view}/page`);
  expect([picture.status, picture.headers['cache-control']]).toEqual([200, 'private, no-store']);

  const other = testServer.as(await testServer.user({ role: 'superadmin' }));
  expect((await other.get(`${view}/page`)).status).toBe(404);
  expect((await one.as.delete(`${one.path}/${fileId}`)).status).toBe(200);
  expect((await one.as.get(`${view}/page`)).body.code).toBe('page_not_found');
  const left = await testServer.context.db
    .select()
    .from(session_pages)
    .where(eq(session_pages.user_id, one.ana.id));
  expect(left).toEqual([]);
});

test('a file with text on some pages waits for the others too', async () => {
  const one = await conversation();
  scripted.pages.set(2, { lines: MINUTES });
  const { id } = (await one.put(pdfOf([NOTICE, []], { pictures: true }))).body.data;
  await read(one, id);
  expect((await one.as.ask(one.id, 'Quantas bicicletas o conselho aprovou?')).answer).toContain('quarenta');
  expect((await one.as.ask(one.id, 'Até quando fica aberto o edital da feira?')).answer).toContain('março');
});

test('R-DOC-39 a scan on which nothing is recognised says so, and is tried once more when asked', async () => {
  const one = await conversation();
  const { id } = (await one.put(scanned([]))).body.data;
  expect(await read(one, id)).toMatchObject({
    status: 'failed',
    error: 'Não foi possível extrair texto deste arquivo.',
    ocr: { state: 'failed' },
  });
  scripted.pages.set(1, { lines: MINUTES });
  const again = (await one.as.post(`${one.path}/${id}/retry`)).body.data;
  expect(again).toMatchObject({ status: 'queued', error: null, ocr: null });
  expect(await read(one, id)).toMatchObject({ status: 'ready', ocr: { state: 'done', pages: 1, done: 1 } });
  expect(scripted.asked).toEqual([[1], [1]]);
});

test('a page with which a process ended twice is left out; one that ended in between reads no page again', async () => {
  const one = await conversation();
  scripted.pages.set(1, { lines: MINUTES }).set(3, { lines: PARKING });
  scripted.before = async (page) => {
    if (page === 2) throw new Unreadable('extraction_timeout');
  };
  const { id } = (await one.put(scanned([], [], []))).body.data;
  expect(await read(one, id)).toMatchObject({ status: 'ready', ocr: { pages: 3, done: 3 } });
  expect(scripted.asked).toEqual([[1, 2, 3], [2, 3], [3]]);
});

test('recognition goes on where a process that ended left it, and ends with the conversation', async () => {
  const { db } = testServer.context;
  const one = await conversation();
  scripted.pages.set(1, { lines: MINUTES }).set(2, { lines: PARKING });
  const hold = holdBefore(2);
  const { id: file_id } = (await one.put(scanned([], []))).body.data;
  await hold.reached;
  await db
    .update(session_files)
    .set({ lease_until: sql`now() - interval '1 second'` })
    .where(eq(session_files.id, file_id));
  scripted.before = async () => {};
  await recogniseSessionFile(testServer.context, { user_id: one.ana.id, file_id });
  hold.release();
  expect(await one.shown()).toMatchObject({ status: 'ready', ocr: { done: 2 } });
  expect(scripted.asked.at(-1)).toEqual([2]);

  const two = await conversation();
  const held = holdBefore(1);
  await two.put(scanned([]));
  await held.reached;
  expect((await two.as.delete(`/chat/sessions/${two.id}`)).status).toBe(200);
  held.release();
  const left = () => db.select().from(session_pages).where(eq(session_pages.user_id, two.ana.id));
  expect(await left()).toEqual([]);
});

test('without recognition a scan is refused with its reason', async () => {
  const one = await conversation(testOff);
  const { status, body } = await one.put(scanned([]));
  expect([status, body.code, body.hint]).toEqual([422, 'file_scanned', undefined]);
  expect(await one.shown()).toBeUndefined();
});
