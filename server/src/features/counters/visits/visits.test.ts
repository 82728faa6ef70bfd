import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentReading, openCounter, visitAt } from '../../../../test/counters.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { firstOf } from '../../../../test/programs/openai-client.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';
import { counter_visitors, counters } from '../../../db/tables/counters.ts';
import { lockPerson } from '../../chat/ledger/reservations.ts';
import { LITERAL_SENTENCES } from '../../chat/run/literal-sentences.ts';
import { tidyCounters } from '../tidy.ts';
import { leadingZeroBits } from './puzzle.ts';

const TEXT = `# IPTU

O IPTU vence no dia 10 de março e pode ser pago em dez parcelas.

# Alvará

O alvará de funcionamento custa R$ 120,00 e vale por um ano.
`;

let script: Script = ['O IPTU vence em março [1].', { end: { input: 900, output: 90 } }];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let boss: ReturnType<TestServer['as']>;
let agent_id: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  ({ id: agent_id } = await agentReading(testServer, { Servicos: TEXT }));
  await signIn();
  await openCounter(boss, { agent_id, slug: 'literal' });
});
// Tests move the clock: each begins with a sign-in of its own.
beforeEach(signIn);
afterAll(() => testServer.close());

async function signIn(): Promise<void> {
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
}

const accountOf = async (slug: string): Promise<number> => {
  const [row] = await testServer.context.db.select().from(counters).where(eq(counters.slug, slug));
  return row?.user_id ?? 0;
};

test('R-RCH-07 a visitor is answered with the words of a document and no tokens, though a model is there', async () => {
  const visit = await visitAt(testServer, 'literal');
  const { answer, last } = await visit.ask('Quando vence o IPTU?');
  expect(answer).toBe(
    `${LITERAL_SENTENCES.lead}\n\nO IPTU vence no dia 10 de março e pode ser pago em dez parcelas. [1]`,
  );
  expect(last).toMatchObject({ done: true, status: 'done', found_nothing: false });
  expect(last?.sources).toEqual([
    expect.objectContaining({ index: 1, kind: 'document', title: 'Servicos.md', section: 'IPTU' }),
  ]);
  // A visitor learns no number of any base.
  expect(JSON.stringify(last)).not.toMatch(/knowledge_base_id|document_id/);
  const opened = await visit.source(last?.message_id ?? 0, 1);
  expect(opened.body.data).toMatchObject({ state: 'shown' });
  expect(opened.body.data.text).toContain('dez parcelas');
  expect(model.calls).toEqual([]);
  const entries = await testServer.context.db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, await accountOf('literal')));
  expect(entries.map(({ charged, input_tokens }) => [charged, input_tokens])).toEqual([[0, 0]]);
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});

test('what stands in no document is refused in one fixed sentence, a greeting is greeted', async () => {
  const visit = await visitAt(testServer, 'literal');
  const refused = await visit.ask('Como peço um passaporte diplomático?');
  expect([refused.answer, refused.last?.found_nothing]).toEqual([LITERAL_SENTENCES.not_found, true]);
  const greeted = await visit.ask('Bom dia!');
  expect([greeted.answer, greeted.last?.found_nothing]).toEqual([LITERAL_SENTENCES.greeting, false]);
});

test('R-RCH-09 a visit opens nothing else: no other counter, no answer of another visit, no call of people', async () => {
  await openCounter(boss, { agent_id, slug: 'vizinho' });
  const [ana, bia] = [await visitAt(testServer, 'literal'), await visitAt(testServer, 'literal')];
  const { last } = await ana.ask('Quando vence o IPTU?');
  expect((await bia.source(last?.message_id ?? 0, 1)).body.code).toBe('message_not_found');
  const consent = { name: 'Bia', email: 'bia@exemplo.com.br', text: 'Quero saber.', consent: true };
  expect((await bia.request({ ...consent, message_id: last?.message_id })).body.code).toBe(
    'message_not_found',
  );
  const anyone = testServer.anyone();
  const question = { question: 'Quanto custa o alvará?' };
  const elsewhere = await anyone.post('/public/counters/vizinho/questions', question, {
    headers: ana.headers,
  });
  expect([elsewhere.status, elsewhere.body.detail]).toEqual([
    401,
    'A sua visita terminou. Recarregue a página.',
  ]);
  const token = ana.begun.body.data.token;
  for (const path of ['/users/me', '/chat/sessions', '/openai/models'])
    expect([path, (await testServer.as({ token }).get(path, { headers: ana.headers })).status]).toEqual([
      path,
      401,
    ]);
  expect(
    (await testServer.as({ token }).post('/public/counters/literal/questions', question)).body.code,
  ).toBe('visitor_unknown');
});

test('nobody is tracked: neither an address nor a browser is kept, and no cookie is set', async () => {
  const headers = { 'user-agent': 'Navegador-Raro/7.7', 'x-forwarded-for': '203.0.113.77' };
  const begun = await testServer.anyone().post('/public/counters/literal/sessions', {}, { headers });
  expect(begun.headers['set-cookie']).toBeUndefined();
  const { rows } = await testServer.context.db.execute<{ line: string }>(sql`
    select v::text line from counter_visitors v union all select l::text from rate_limits l
    union all select s::text from chat_sessions s union all select m::text from messages m`);
  const all = [...rows.map(({ line }) => line), ...testServer.logs].join('\n');
  expect(all).not.toMatch(/Navegador-Raro|203\.0\.113\.77/);
});

test('a visit ends with its hours, and its words are gone at the next tidying', async () => {
  await openCounter(boss, { agent_id, slug: 'uma-hora', keep_hours: 1 });
  const visit = await visitAt(testServer, 'uma-hora');
  await visit.ask('Quanto custa o alvará?');
  const user_id = await accountOf('uma-hora');
  const { db } = testServer.context;
  testServer.clock.advance(3_599_000);
  await tidyCounters(testServer.context);
  expect((await db.select().from(messages).where(eq(messages.user_id, user_id)))[0]?.question).toBe(
    'Quanto custa o alvará?',
  );
  testServer.clock.advance(1_000);
  expect((await visit.ask('E o IPTU?')).body.code).toBe('visitor_unknown');
  await tidyCounters(testServer.context);
  const left = await db.select().from(messages).where(eq(messages.user_id, user_id));
  expect(left.map(({ question, answer, sources }) => [question, answer, sources])).toEqual([['', '', []]]);
  const sessions = await db.select().from(chat_sessions).where(eq(chat_sessions.user_id, user_id));
  expect(sessions.every(({ erased_at }) => erased_at !== null)).toBe(true);
  const [counter] = await db.select().from(counters).where(eq(counters.slug, 'uma-hora'));
  expect(
    await db
      .select()
      .from(counter_visitors)
      .where(eq(counter_visitors.counter_id, counter?.id ?? 0)),
  ).toEqual([]);
});

test('a closed counter shows its notice and refuses its calls', async () => {
  const { id } = await openCounter(boss, { agent_id, slug: 'fechado' });
  const visit = await visitAt(testServer, 'fechado');
  await boss.post(`/counters/${id}/pause`, { paused: true });
  const page = await testServer.anyone().get('/public/counters/fechado');
  expect(page.body.data).toMatchObject({ open: false, contact: 'Ouvidoria: 156' });
  expect(page.body.data.notice).toBe(
    'Você fala com um programa. As respostas são trechos literais dos documentos de Prefeitura.',
  );
  const { status, body } = await visit.ask('Quando vence o IPTU?');
  expect([status, body.code, body.detail]).toEqual([
    403,
    'counter_closed',
    'Este balcão está fechado agora.',
  ]);
  expect((await visitAt(testServer, 'fechado')).begun.body.code).toBe('counter_closed');
  expect((await testServer.anyone().get('/public/counters/nenhum')).body.code).toBe('counter_not_found');
});

test('ten questions a minute are enough for one visitor', async () => {
  const visit = await visitAt(testServer, 'literal');
  for (let times = 0; times < 10; times += 1) expect((await visit.ask('IPTU?')).status).toBe(200);
  expect((await visit.ask('IPTU?')).body.code).toBe('too_many_requests');
});

test('where many begin at once a puzzle comes first; its solution counts once, in time, and at its own counter', async () => {
  await openCounter(boss, { agent_id, slug: 'cheio' });
  for (let times = 0; times < 30; times += 1)
    expect((await visitAt(testServer, 'cheio')).begun.body.data.token).toBeTypeOf('string');
  const { begun } = await visitAt(testServer, 'cheio');
  const { token, challenge, bits } = begun.body.data;
  expect([token, bits]).toEqual([undefined, 18]);
  const proof = { challenge, nonce: solve(challenge, bits) };
  const refusals = [
    await visitAt(testServer, 'literal', { proof }),
    await visitAt(testServer, 'cheio', { proof: { challenge, nonce: 'palpite' } }),
    await visitAt(testServer, 'cheio', {
      proof: { challenge: challenge.replace(/^\d/, '9'), nonce: proof.nonce },
    }),
  ];
  expect(refusals.map((visit) => visit.begun.body.code)).toEqual([
    'proof_wrong',
    'proof_wrong',
    'proof_wrong',
  ]);
  expect((await visitAt(testServer, 'cheio', { proof })).begun.body.data.token).toBeTypeOf('string');
  expect((await visitAt(testServer, 'cheio', { proof })).begun.body.code).toBe('proof_wrong');
  const late = (await visitAt(testServer, 'cheio', { prove: true })).begun.body.data;
  testServer.clock.advance(121_000);
  const solved = { challenge: late.challenge, nonce: solve(late.challenge, bits) };
  expect((await visitAt(testServer, 'cheio', { proof: solved })).begun.body).toMatchObject({
    code: 'proof_wrong',
    detail: 'Não foi possível confirmar o acesso. Recarregue a página.',
  });
}, 60_000);

test('of a thousand visitors at once thirty begin, and the others are given a puzzle', async () => {
  await openCounter(boss, { agent_id, slug: 'multidao' });
  const visits = await Promise.all(Array.from({ length: 1_000 }, () => visitAt(testServer, 'multidao')));
  const begun = visits.map(({ begun: { status, body } }) => [
    status,
    body.data?.token ? 'begun' : (body.data?.bits ?? body.code),
  ]);
  const counts = [...Map.groupBy(begun, String)].map(([kind, { length }]) => [kind, length]);
  expect(Object.fromEntries(counts)).toEqual({ '200,18': 970, '200,begun': 30 });
}, 60_000);

function solve(challenge: string, bits: number): string {
  for (let nonce = 0; ; nonce += 1)
    if (leadingZeroBits(`${challenge}.${nonce}`) >= bits) return String(nonce);
}

test('model mode is charged to the account of the counter, in the name of no person', async () => {
  const tokens_per_day = 1_000_000;
  await openCounter(boss, { agent_id, slug: 'modelo', mode: 'model', tokens_per_day });
  const visit = await visitAt(testServer, 'modelo');
  const before = model.calls.length;
  const { answer, last } = await visit.ask('Quando vence o IPTU?');
  expect([answer, last?.status]).toEqual(['O IPTU vence em março [1].', 'done']);
  expect(model.calls.length).toBe(before + 1);
  expect(model.calls.at(-1)?.max_tokens).toBe(1_024);
  const entries = await testServer.context.db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, await accountOf('modelo')));
  expect(entries.map(({ charged, purpose }) => [charged, purpose])).toEqual([[990, 'answer']]);
  const shown = await boss.get('/counters');
  const row = shown.body.data.find(({ slug }: { slug: string }) => slug === 'modelo');
  expect(row.tokens_today).toBe(990);
});

test('R-LOP-10 a visitor reads the name and the plain words of a similar verified answer that the model cites', async () => {
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const { id } = await agentReading(testServer, { Servicos: TEXT });
  const question = 'Qual é o prazo para recorrer de uma multa?';
  const written = { question, wordings: [], answer: 'São **trinta dias**.', owner_label: 'Trânsito' };
  await admin.post(`/agents/${id}/verified-answers`, { ...written, review_on: '2027-01-31' });
  await openCounter(boss, { agent_id: id, slug: 'parecida', mode: 'model', tokens_per_day: 1_000_000 });
  const before = script;
  script = ['São trinta dias [1].'];
  const visit = await visitAt(testServer, 'parecida');
  const { last } = await visit.ask('Qual é o prazo para recorrer de uma multa de trânsito?');
  const source = { index: 1, kind: 'verified', title: `Resposta verificada: ${question}` };
  expect(last?.sources).toEqual([
    expect.objectContaining({
      ...source,
      section: 'Trânsito, escrita em 14/11/2026',
      snippet: 'São trinta dias.',
    }),
  ]);
  const opened = await visit.source(last?.message_id ?? 0, 1);
  expect(opened.body.data).toMatchObject({ source, text: null });
  script = before;
});

test('R-RCH-09 fifty visitors who race for the last tokens of the day never pass the budget', async () => {
  const gate = hold();
  script = ['O IPTU vence ', gate, 'em março [1].', { end: { input: 3_000, output: 900 } }];
  const probe = await boss.post('/counters', {
    ...(await boss.get('/counters')).body.data[0],
    slug: `medida-${randomUUID().slice(0, 8)}`,
    mode: 'model',
    tokens_per_day: 1,
  });
  const least = Number(/ao menos ([\d.]+) por dia/.exec(probe.body.detail)?.[1]?.replaceAll('.', ''));
  const tokens_per_day = least + 5;
  await openCounter(boss, { agent_id, slug: 'corrida', mode: 'model', tokens_per_day });
  const visits = [];
  for (let place = 0; place < 50; place += 1) {
    if (place === 25) testServer.clock.advance(61_000);
    visits.push(await visitAt(testServer, 'corrida'));
  }
  const asked = visits.map((visit) => visit.ask('Quando vence o IPTU?'));
  await gate.reached;
  const user_id = await accountOf('corrida');
  const { db } = testServer.context;
  const { rows } = await db.execute<{ reserved: number; running: number }>(sql`
    select token_reserved::int reserved, (select count(*)::int from messages where user_id = ${user_id}
      and status = 'streaming') running from users where id = ${user_id}`);
  expect(rows[0]?.reserved).toBeLessThanOrEqual(tokens_per_day);
  expect(rows[0]?.running).toBeLessThanOrEqual(4);
  gate.release();
  const replies = await Promise.all(asked);
  const codes = replies.map(({ status, body }) => (status === 200 ? 'answered' : body.code));
  expect(new Set(codes)).toEqual(new Set(['answered', 'counter_budget']));
  const [spent] = await db
    .select({ tokens: sql<number>`sum(${token_entries.charged})`.mapWith(Number) })
    .from(token_entries)
    .where(and(eq(token_entries.user_id, user_id)));
  expect(spent?.tokens).toBeGreaterThan(0);
  expect(spent?.tokens).toBeLessThanOrEqual(tokens_per_day);
  expect(await brokenInvariants(db)).toEqual([]);
  const refusal = replies.find(({ body }) => body?.code === 'counter_budget');
  expect([refusal?.status, refusal?.body.detail]).toEqual([
    503,
    'O balcão atingiu o limite de hoje. Você pode fazer um pedido.',
  ]);
  const figures = await boss.get(`/counters/${await idOf('corrida')}/statistics`);
  expect(figures.body.data.total.visits).toBe(50);
  expect(figures.body.data.total.questions).toBe(codes.filter((code) => code === 'answered').length);
  expect(figures.body.data.total.over_budget).toBe(codes.filter((code) => code === 'counter_budget').length);
}, 60_000);

const idOf = async (slug: string): Promise<number> => {
  const [row] = await testServer.context.db.select().from(counters).where(eq(counters.slug, slug));
  return row?.id ?? 0;
};

test('four answers at a time, twelve questions that wait, and the rest is asked to come back', async () => {
  const gate = hold();
  script = ['O IPTU ', gate, 'vence em março [1].'];
  await openCounter(boss, { agent_id, slug: 'fila', mode: 'model', tokens_per_day: 2_000_000_000 });
  const visits = [];
  for (let place = 0; place < 20; place += 1) visits.push(await visitAt(testServer, 'fila'));
  const asked = visits.map((visit) => visit.ask('Quando vence o IPTU?'));
  // Four run and twelve wait, so that four are refused before any answer ends.
  const refused = await firstOf(
    asked.map(async (reply) => {
      const { status, body } = await reply;
      return [status, body?.code, body?.detail];
    }),
    4,
  );
  const busy = 'Muitas pessoas estão perguntando agora. Tente daqui a pouco ou faça um pedido.';
  expect(refused).toEqual(Array.from({ length: 4 }, () => [503, 'counter_busy', busy]));
  gate.release();
  const codes = (await Promise.all(asked)).map(({ status, body }) =>
    status === 200 ? 'answered' : body.code,
  );
  expect(codes.filter((code) => code === 'answered')).toHaveLength(16);
  expect(codes.filter((code) => code === 'counter_busy')).toHaveLength(4);
  // A refusal for want of room is no failure of the server.
  expect(testServer.logs.filter((line) => line.includes('request failed'))).toEqual([]);
}, 60_000);

test('many who ask at once wait for one another, and nobody else waits for them', async () => {
  const { db } = testServer.context;
  await openCounter(boss, { agent_id, slug: 'praca' });
  const [counter] = await db.select().from(counters).where(eq(counters.slug, 'praca'));
  const visits: Awaited<ReturnType<typeof visitAt>>[] = [];
  for (let place = 0; place < 30; place += 1) visits.push(await visitAt(testServer, 'praca'));
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.count ?? 0;
  };
  const asked = await db.transaction(async (tx) => {
    await lockPerson(tx, counter?.user_id ?? 0);
    const replies = visits.map((visit) => visit.ask('Quando vence o IPTU?'));
    while ((await waiting()) === 0);
    for (let round = 0; round < 10; round += 1) expect((await boss.get('/users/me')).status).toBe(200);
    expect(await waiting()).toBe(1);
    return replies;
  });
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(16);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 60_000);

test('a second question of a visitor at once is refused, and a visitor who leaves stops the answer', async () => {
  const gate = hold();
  script = ['O IPTU ', gate, 'vence em março [1].'];
  await openCounter(boss, { agent_id, slug: 'um-de-cada-vez', mode: 'model', tokens_per_day: 1_000_000 });
  const visit = await visitAt(testServer, 'um-de-cada-vez');
  const first = visit.ask('Quando vence o IPTU?');
  await gate.reached;
  expect((await visit.ask('Quanto custa o alvará?')).body.code).toBe('answer_running');
  gate.release();
  expect((await first).last?.status).toBe('done');
});
