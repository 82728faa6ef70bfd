import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { listOverdue, rollUpCitations } from './overdue.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('R-DOC-63 documents that hold no more or wait for review are listed with the answers of 90 days that cite them', async () => {
  const { context } = testServer;
  const admin = await testServer.user({ role: 'admin' });
  const as = testServer.as(admin);
  const { body: made } = await as.post('/knowledge-bases', { name: 'Leis' });
  const base: number = made.data.id;
  await as.patch(`/knowledge-bases/${base}/settings`, { validity: true });
  const put = async (original_filename: string, text: string) =>
    (
      await ingestText(context.db, {
        ...{ knowledge_base_id: base, original_filename, file_type: 'txt', file_size: 9 },
        text,
      })
    ).id;
  const stated = { norm: null, from: null, until: null, review_on: null, updated_at: null };
  const state = (document: number, body: object) =>
    as.put(`/knowledge-bases/${base}/documents/${document}/validity`, { ...stated, ...body });
  const manual = await put('manual.txt', 'O crachá do visitante é azul.');
  const table = await put('tabela.txt', 'A cópia custa dez centavos.');
  const rule = await put('portaria.txt', 'O portão fecha às dezoito horas.');
  await put('regras.txt', 'A biblioteca abre às nove.');

  const agent = await buildAgent(context, { knowledge_bases: [base] });
  const ask = async (question: string, session: { id: string }) =>
    expect((await as.post(`/chat/sessions/${session.id}/messages`, { question })).text).toContain('done');
  const session = await buildSession(context, { user_id: admin.id, agent_id: agent.id });
  await ask('O crachá do visitante é azul?', session);
  await ask('É azul o crachá do visitante?', session);
  await ask('Quanto custa a cópia?', session);
  const tests = await buildSession(context, { user_id: admin.id, agent_id: agent.id, is_test: true });
  await ask('Quanto custa a cópia?', tests);

  await state(manual, { review_on: '2026-10-01' });
  await state(table, { from: '2020-01-01', until: '2026-01-31' });
  await state(rule, { from: '2027-01-01' });
  await rollUpCitations(context);
  // Counted once, however often it runs.
  await rollUpCitations(context);
  const overdue = async () => (await as.get(`/knowledge-bases/${base}/overdue`)).body.data;
  expect(await overdue()).toEqual([
    {
      ...{ document_id: manual, name: 'manual.txt', original_filename: 'manual.txt', answers: 2 },
      reasons: [{ reason: 'review', since: '2026-10-01', by: null }],
    },
    {
      ...{ document_id: table, name: 'tabela.txt', original_filename: 'tabela.txt', answers: 1 },
      reasons: [{ reason: 'out_of_force', since: '2026-02-01', by: null }],
    },
    {
      ...{ document_id: rule, name: 'portaria.txt', original_filename: 'portaria.txt', answers: 0 },
      reasons: [{ reason: 'out_of_force', since: null, by: null }],
    },
  ]);
  const later = new Date(context.clock.now().getTime() + 91 * 86_400_000);
  const then = await listOverdue({ db: context.db, clock: { ...context.clock, now: () => later } }, base);
  expect(then.map(({ answers }) => answers)).toEqual([0, 0]);

  const { body } = await as.get(`/knowledge-bases/${base}/norms`);
  expect(body.data).toMatchObject([
    { name: 'portaria.txt', timeline: [{ state: 'future' }, { state: 'in_force' }] },
    { name: 'tabela.txt', timeline: [{ state: 'future' }, { state: 'in_force' }, { state: 'expired' }] },
  ]);
});
