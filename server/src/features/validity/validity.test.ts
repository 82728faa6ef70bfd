import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const OLD = `LEI Nº 3.210, DE 5 DE MARÇO DE 2015

Art. 1º Esta lei trata das feiras livres do município.

Art. 2º A licença de feirante custa 80 reais por ano.

§ 1º O pagamento da licença é feito em janeiro.

Art. 3º O lixo da barraca é recolhido pelo feirante.`;
const NEW = `LEI Nº 4.310, DE 10 DE MARÇO DE 2022

Art. 1º Fica revogada a Lei nº 3.210, de 2015.

Art. 2º A licença de feirante custa 120 reais por ano.

Art. 3º Esta lei entra em vigor na data de sua publicação.`;

async function market({ dated = true } = {}) {
  const admin = await testServer.user({ role: 'admin' });
  const as = testServer.as(admin);
  const { body: made } = await as.post('/knowledge-bases', { name: 'Leis' });
  const base: number = made.data.id;
  if (dated) await as.patch(`/knowledge-bases/${base}/settings`, { validity: true });
  const put = async (original_filename: string, text: string) =>
    (
      await ingestText(testServer.context.db, {
        knowledge_base_id: base,
        original_filename,
        file_type: 'txt',
        file_size: text.length,
        text,
      })
    ).id;
  const old = await put('feiras-2015.txt', OLD);
  const agent = await buildAgent(testServer.context, { knowledge_bases: [base] });
  const session = await buildSession(testServer.context, { user_id: admin.id, agent_id: agent.id });
  const state = (document: number, body: object) =>
    as.put(`/knowledge-bases/${base}/documents/${document}/validity`, {
      ...{ norm: null, from: null, until: null, review_on: null, updated_at: null },
      ...body,
    });
  const relate = (document: number, body: object) =>
    as.post(`/knowledge-bases/${base}/documents/${document}/relations`, body);
  const search = async (q: string, on_date?: string) => {
    const { body } = await as.get(`/knowledge-bases/${base}/search`, {
      query: { q, ...(on_date ? { on_date } : {}) },
    });
    return (body.data.hits as { document_id: number; content: string }[]).map(({ content }) => content);
  };
  const ask = async (question: string, extra: object = {}) => {
    const reply = await as.post(`/chat/sessions/${session.id}/messages`, { question, ...extra });
    const events = eventsOf(reply.text);
    return { events, answer: events.map(({ content }) => content).join('') };
  };
  return { as, base, old, put, state, relate, search, ask };
}

const law = (number: string, year: number) => ({ type: 'lei', number, year, issuer: '' });

test('R-DOC-57 a question is answered by the law of its day: today, the year it names, or the day that was sent', async () => {
  const { old, put, state, relate, ask } = await market();
  const next = await put('feiras-2022.txt', NEW);
  expect((await state(old, { norm: law('3210', 2015), from: '2015-03-06' })).status).toBe(200);
  expect((await state(next, { norm: law('4310', 2022), from: '2022-03-12' })).status).toBe(200);
  const related = await relate(next, {
    kind: 'repeals',
    target: { norm: law('3210', 2015) },
    effective_on: '2022-03-12',
  });
  expect(related.status).toBe(201);

  const now = await ask('Quanto custa a licença de feirante?');
  expect(now.answer).toContain('120 reais');
  expect(now.answer).not.toContain('80 reais');
  const event = now.events.at(-1);
  expect(event).toMatchObject({
    on_date: { from: '2026-11-14', until: '2026-11-14', by: 'today' },
    sources: [
      { validity: 'in_force', valid_from: '2022-03-12', validity_label: 'em vigor desde 12/03/2022' },
    ],
  });

  const before = await ask('Quanto custava a licença de feirante em 2019?');
  expect(before.answer).toContain('80 reais');
  expect(before.answer).not.toContain('120 reais');
  expect(before.events.at(-1)).toMatchObject({
    on_date: { from: '2019-01-01', until: '2019-12-31', label: 'em 2019', by: 'question' },
    sources: [{ validity: 'in_force', valid_from: '2015-03-06', valid_until: '2022-03-11' }],
  });

  const removed = await ask('Quanto custava a licença de feirante em 2019?', { on_date: 'today' });
  expect(removed.answer).toContain('120 reais');
  const sent = await ask('Quanto custa a licença de feirante?', { on_date: '2016-05-04' });
  expect(sent.answer).toContain('80 reais');
  expect(sent.events.at(-1)?.on_date).toMatchObject({ label: 'em 04/05/2016', by: 'sent' });
});

test('R-DOC-58 what only a repealed norm says is refused with both norms, and the panel says so', async () => {
  const { as, old, put, state, relate, ask } = await market();
  const next = await put('feiras-2022.txt', NEW);
  await state(old, { norm: law('3210', 2015), from: '2015-03-06' });
  await state(next, { norm: law('4310', 2022), from: '2022-03-12' });
  await relate(next, { kind: 'repeals', target: { document_id: old }, effective_on: '2022-03-12' });
  const { answer, events } = await ask('Quem recolhe o lixo da barraca?');
  expect(answer).toBe(
    'Encontrei isso apenas em uma norma que não está em vigor em 14/11/2026: Lei nº 3.210/2015, revogada em 12/03/2022 por Lei nº 4.310/2022. [1]',
  );
  const last = events.at(-1);
  expect(last?.sources).toMatchObject([
    {
      index: 1,
      document_id: old,
      validity: 'repealed',
      valid_from: '2022-03-12',
      repealed_by: 'Lei nº 4.310/2022',
    },
  ]);
  const { body } = await as.get(`/chat/messages/${last?.message_id}/sources/1`);
  expect(body.data.validity).toMatchObject({ state: 'repealed', by: 'Lei nº 4.310/2022' });
});

test('the list of documents and the search for passages say whether each holds; an undated base says nothing', async () => {
  const { as, base, old, put, state, relate } = await market();
  const next = await put('feiras-2022.txt', NEW);
  const undated = await put('aviso.txt', 'O recolhimento do lixo da feira é diário.');
  await state(old, { norm: law('3210', 2015), from: '2015-03-06' });
  await state(next, { norm: law('4310', 2022), from: '2022-03-12' });
  await relate(next, { kind: 'repeals', target: { document_id: old }, effective_on: '2022-03-12' });
  const repealed = { state: 'repealed', from: '2022-03-12', until: null, by: 'Lei nº 4.310/2022' };
  const unknown = { state: 'unknown', from: null, until: null, by: null };
  const { body: listed } = await as.get(`/knowledge-bases/${base}`);
  const seen = Object.fromEntries(
    listed.data.documents.map(({ id, validity }: { id: number; validity: object }) => [id, validity]),
  );
  expect(seen).toEqual({
    [old]: repealed,
    [next]: { state: 'in_force', from: '2022-03-12', until: null, by: null },
    [undated]: unknown,
  });
  const { body: opened } = await as.get(`/knowledge-bases/${base}/documents/${old}`);
  expect(opened.data.validity).toEqual(repealed);
  const hits = async (q: string, on_date?: string) => {
    const query = { q, ...(on_date ? { on_date } : {}) };
    const { body } = await as.get(`/knowledge-bases/${base}/search`, { query });
    return body.data.hits.map((hit: { document_id: number; validity: object }) => [
      hit.document_id,
      hit.validity,
    ]);
  };
  expect(await hits('recolhimento do lixo')).toEqual([[undated, unknown]]);
  expect(await hits('licença de feirante', '2016-05-04')).toContainEqual([
    old,
    { state: 'in_force', from: '2015-03-06', until: '2022-03-11', by: null },
  ]);
  await as.patch(`/knowledge-bases/${base}/settings`, { validity: false });
  const { body: switched } = await as.get(`/knowledge-bases/${base}`);
  expect(switched.data.documents.map(({ validity }: { validity: null }) => validity)).toEqual([
    null,
    null,
    null,
  ]);
  expect((await hits('recolhimento do lixo'))[0]?.[1]).toBeNull();
});

test('R-DOC-59 a paragraph ends alone; repealing the repealer revives nothing, only a revival does', async () => {
  const { old, put, state, relate, search, base, as } = await market();
  const next = await put('feiras-2022.txt', NEW);
  await state(old, { norm: law('3210', 2015), from: '2015-03-06' });
  await relate(next, {
    kind: 'repeals',
    target: { document_id: old },
    provisions: ['art:2/par:1'],
    effective_on: '2018-01-01',
  });
  expect((await search('pagamento da licença em janeiro', '2017-12-31')).join()).toContain('em janeiro');
  const after = (await search('licença de feirante pagamento janeiro', '2018-01-01')).join();
  expect(after).not.toContain('em janeiro');
  expect(after).toContain('80 reais');

  await relate(next, { kind: 'repeals', target: { document_id: old }, effective_on: '2022-03-12' });
  const third = await put('feiras-2024.txt', 'Art. 1º Fica revogada a Lei nº 4.310.');
  await relate(third, { kind: 'repeals', target: { document_id: next }, effective_on: '2024-01-01' });
  expect((await search('licença de feirante 80 reais', '2024-06-01')).join()).not.toContain('80 reais');
  await relate(third, { kind: 'revives', target: { document_id: old }, effective_on: '2025-01-01' });
  expect((await search('licença de feirante 80 reais', '2025-06-01')).join()).toContain('80 reais');
  // The hole between repeal and revival.
  expect((await search('licença de feirante 80 reais', '2024-06-01')).join()).not.toContain('80 reais');
  const { body } = await as.get(`/knowledge-bases/${base}/documents/${old}/validity`);
  expect(body.data.timeline.map(({ state: each }: { state: string }) => each)).toEqual([
    'future',
    'in_force',
    'repealed',
    'in_force',
  ]);
});

test('R-DOC-60 norms that would repeal one another are refused, as are a taken norm and days in the wrong order', async () => {
  const { old, put, state, relate, as, base } = await market();
  const next = await put('feiras-2022.txt', NEW);
  await state(old, { norm: law('3210', 2015) });
  await relate(next, { kind: 'repeals', target: { document_id: old }, effective_on: '2022-03-12' });
  const codes = async (reply: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };
  const back = { kind: 'repeals', target: { document_id: next }, effective_on: '2023-01-01' };
  expect(await codes(relate(old, back))).toEqual([422, 'validity_cycle']);
  expect(await codes(relate(old, { ...back, target: { document_id: old } }))).toEqual([
    422,
    'validity_cycle',
  ]);
  expect(
    await codes(
      relate(next, { ...back, kind: 'suspends', target: { document_id: old }, provisions: ['art:1'] }),
    ),
  ).toEqual([422, 'suspension_whole_only']);
  expect(await codes(state(next, { norm: law('3210', 2015) }))).toEqual([409, 'norm_taken']);
  expect(await codes(state(old, { from: '2020-01-01', until: '2019-01-01' }))).toEqual([
    422,
    'validity_order',
  ]);
  expect(await codes(state(old, { from: '2020-01-01' }))).toEqual([409, 'stale_change']);
  expect((await relate(next, { ...back, effective_on: '2023-02-30' })).status).toBe(422);
  expect((await relate(next, { ...back, effective_on: '1500-01-01' })).status).toBe(422);
  const path = `/knowledge-bases/${base}/documents/${next}/relations`;
  expect((await as.delete(`${path}/999999`)).body.code).toBe('relation_not_found');
});

test('R-DOC-56 a base that is not dated answers as before, whatever was stated about its documents', async () => {
  const { as, base, old, state, search, ask } = await market({ dated: false });
  const before = await search('Quanto custa a licença de feirante?');
  await state(old, { norm: law('3210', 2015), from: '2015-03-06', until: '2016-01-01' });
  expect(await search('Quanto custa a licença de feirante?', '2020-01-01')).toEqual(before);
  const { answer, events } = await ask('Quanto custa a licença de feirante?', { on_date: '2020-01-01' });
  expect(answer).toContain('80 reais');
  expect(events.at(-1)).not.toHaveProperty('on_date');
  expect(events.at(-1)?.sources?.[0]).not.toHaveProperty('validity');

  await as.patch(`/knowledge-bases/${base}/settings`, { validity: true });
  // The job cuts the article and its paragraph apart.
  await expect
    .poll(async () => (await search('Quanto custa a licença de feirante?', '2015-06-01')).join())
    .not.toContain('em janeiro\n');
  expect(await search('Quanto custa a licença de feirante?', '2020-01-01')).toEqual([]);
  expect((await search('Quanto custa a licença de feirante?', '2015-06-01')).join()).toContain('80 reais');
});

test('R-DOC-59 the wording that a law gives to another one ends when the provision is worded anew, and with that law', async () => {
  const { old, put, state, relate, search } = await market();
  await state(old, { norm: law('3210', 2015), from: '2015-03-06' });
  const wording = (reais: number) =>
    `Art. 1º O art. 2º da Lei nº 3.210 passa a vigorar com a seguinte redação:\n\n“Art. 2º A licença de feirante custa ${reais} reais por ano.”\n\nArt. 2º Esta lei entra em vigor na data de sua publicação.`;
  const amend = async (name: string, reais: number, from: string) => {
    const id = await put(name, wording(reais));
    await state(id, { from });
    await relate(id, {
      kind: 'amends',
      target: { document_id: old },
      provisions: ['art:2'],
      effective_on: from,
    });
    return id;
  };
  await amend('2017.txt', 90, '2017-01-01');
  const last = await amend('2019.txt', 100, '2019-01-01');
  const prices = async (day: string) =>
    [...(await search('quanto custa a licença de feirante', day)).join('\n').matchAll(/custa (\d+)/g)].map(
      ([, reais]) => Number(reais),
    );
  expect(await prices('2016-12-31')).toEqual([80]);
  expect(await prices('2017-01-01')).toEqual([90]);
  expect(await prices('2018-12-31')).toEqual([90]);
  expect(await prices('2019-01-01')).toEqual([100]);
  await relate(last, { kind: 'repeals', target: { document_id: old }, effective_on: '2020-01-01' });
  expect(await prices('2019-12-31')).toEqual([100]);
});

test('R-DOC-58 a law in force that says less does not answer for the repealed one that says it', async () => {
  const { old, put, state, ask } = await market();
  await put(
    'taxistas.txt',
    'Art. 1º Esta lei trata de taxistas.\n\nArt. 2º A licença de taxista custa 300 reais por ano.\n\nArt. 3º O táxi é branco.',
  );
  await state(old, { norm: law('3210', 2015), from: '2015-03-06', until: '2020-12-31' });
  const { answer } = await ask('Quanto custa a licença de feirante?');
  expect(answer).toBe(
    'Encontrei isso apenas em uma norma que não está em vigor em 14/11/2026: Lei nº 3.210/2015, cuja vigência terminou em 31/12/2020. [1]',
  );
});
