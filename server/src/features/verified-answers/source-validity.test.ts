/** Verified answers that cite norms: they are given only while what they cite is in force. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  await on(TEST_NOW);
});
afterAll(() => testServer.close());

/** Sign-ins do not last until the next day. */
async function on(day: Date) {
  testServer.clock.set(day);
  admin = testServer.as(await testServer.user({ role: 'admin' }));
}

const OLD = `LEI Nº 2.118, DE 4 DE MAIO DE 2016

Art. 1º Esta lei trata das bancas de jornal do município.

Art. 2º O alvará da banca vale por três anos.

Art. 3º A banca fica fechada nos feriados nacionais.`;
const NEW = `LEI Nº 5.407, DE 2 DE JUNHO DE 2024

Art. 1º O alvará da banca de jornal vale por cinco anos.`;
const SPAN = 'O alvará da banca vale por três anos.';
const QUESTION = 'Por quanto tempo vale o alvará da banca?';

const law = (number: string, year: number) => ({ type: 'lei', number, year, issuer: '' });

async function stand(until: string | null = null) {
  const { data: base } = (await admin.post('/knowledge-bases', { name: 'Leis' })).body;
  await admin.patch(`/knowledge-bases/${base.id}/settings`, { validity: true });
  const put = async (original_filename: string, text: string) =>
    (
      await ingestText(testServer.context.db, {
        knowledge_base_id: base.id,
        original_filename,
        file_type: 'txt',
        file_size: text.length,
        text,
      })
    ).id;
  const old = await put('bancas-2016.txt', OLD);
  const next = await put('bancas-2024.txt', NEW);
  const agent = await buildAgent(testServer.context, { knowledge_bases: [base.id] });
  const state = (document: number, body: object) =>
    admin.put(`/knowledge-bases/${base.id}/documents/${document}/validity`, {
      ...{ norm: null, from: null, until: null, review_on: null, updated_at: null },
      ...body,
    });
  const relate = async (body: object) => {
    const made = await admin.post(`/knowledge-bases/${base.id}/documents/${next}/relations`, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data;
  };
  expect((await state(old, { norm: law('2118', 2016), from: '2016-05-04', until })).status).toBe(200);
  const written = await admin.post(`/agents/${agent.id}/verified-answers`, {
    question: QUESTION,
    wordings: [],
    answer: 'Por três anos [1].',
    owner_label: 'Posturas',
    review_on: '2027-01-31',
    sources: [{ document_id: old, start: OLD.indexOf(SPAN), end: OLD.indexOf(SPAN) + SPAN.length }],
  });
  expect(written.status, JSON.stringify(written.body)).toBe(201);
  const isGiven = async () => {
    const as = testServer.as(await testServer.user());
    const { id } = (await as.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    await as.post(`/chat/sessions/${id}/messages`, { question: QUESTION });
    const { data } = (await as.get(`/chat/sessions/${id}/messages`)).body;
    return data[0].verified !== undefined;
  };
  const listed = async () =>
    (await admin.get(`/agents/${agent.id}/verified-answers`)).body.data[0].state as string;
  return { old, relate, isGiven, listed };
}

test('R-LOP-12 an answer is not given from the day on which the norm that it cites is repealed', async () => {
  const { old, relate, isGiven, listed } = await stand();
  expect([await isGiven(), await listed()]).toEqual([true, 'active']);
  await relate({ kind: 'repeals', target: { document_id: old }, effective_on: '2026-11-15' });
  expect([await isGiven(), await listed()]).toEqual([true, 'active']);
  await on(new Date('2026-11-15T15:00:00.000Z'));
  expect([await isGiven(), await listed()]).toEqual([false, 'source_changed']);
  await on(TEST_NOW);
});

test('R-LOP-12 it is not given where only the cited article was repealed, and is where another one was', async () => {
  const one = await stand();
  const target = { document_id: one.old };
  await one.relate({
    kind: 'repeals_in_part',
    target,
    provisions: ['art:3'],
    effective_on: '2024-06-02',
  });
  expect([await one.isGiven(), await one.listed()]).toEqual([true, 'active']);
  await one.relate({
    kind: 'repeals_in_part',
    target,
    provisions: ['art:2'],
    effective_on: '2024-06-02',
  });
  expect([await one.isGiven(), await one.listed()]).toEqual([false, 'source_changed']);
});

test('R-LOP-12 it is not given after the last day of its document, nor while that is suspended', async () => {
  const ended = await stand('2026-11-13');
  expect([await ended.isGiven(), await ended.listed()]).toEqual([false, 'source_changed']);

  const suspended = await stand();
  await suspended.relate({
    kind: 'suspends',
    target: { document_id: suspended.old },
    effective_on: '2026-11-01',
    until: '2026-11-20',
  });
  expect([await suspended.isGiven(), await suspended.listed()]).toEqual([false, 'source_changed']);
  await on(new Date('2026-11-21T15:00:00.000Z'));
  expect([await suspended.isGiven(), await suspended.listed()]).toEqual([true, 'active']);
  await on(TEST_NOW);
});
