import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildDataSource, buildSession } from '../../../test/builders.ts';
import { agentReading, openCounter, visitAt } from '../../../test/counters.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { NOT_FOUND } from '../../adapters/models/prompt-text.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
let admin: { id: number; token: string };
let agent: { id: number; name: string };
let alone: { id: number; name: string };
beforeAll(async () => {
  const model = scripted(({ prompt }) => [
    /diárias|França|Teste/.test(prompt.question) ? 'Pois bem.' : NOT_FOUND,
  ]);
  testServer = await startTestServer({ models: scriptedModels(model) });
  const { db } = testServer.context;
  const [base] = await db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!base) throw new Error('no base');
  const text = 'O reembolso de diárias é pedido pelo formulário azul, em até dez dias.';
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: text.length };
  await ingestText(db, { knowledge_base_id: base.id, ...file, text });
  admin = await testServer.user({ role: 'admin' });
  agent = await buildAgent(testServer.context, { name: 'Manual', knowledge_bases: [base.id] });
  alone = await buildAgent(testServer.context, { name: 'Sem fontes' });
});
afterAll(() => testServer.close());

async function ask(user: { id: number; token: string }, agent_id: number, question: string, is_test = false) {
  testServer.clock.advance(1_000);
  const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id, is_test });
  const { status, events } = await testServer.as(user).ask(id, question);
  expect(status).toBe(200);
  return { session: id, message: events.at(-1)?.message_id as number };
}

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await testServer.as(admin).get('/admin/stats/questions', { query });
  expect(status).toBe(200);
  return body;
};
const texts = async (query?: Record<string, string>) =>
  (await list(query)).data.map(
    ({ kind, question }: { kind: string; question: string }) => `${kind}: ${question}`,
  );

test('R-ADM-03 administrators see what agents found nothing for and what displeased, and nobody who asked', async () => {
  const ana = await testServer.user({ name: 'Ana Curiosa', email: 'ana.curiosa@exemplo.com.br' });
  const lost = await ask(ana, agent.id, 'Qual é a capital da Mongólia?');
  await ask(ana, agent.id, 'Como peço o reembolso de diárias?');
  await ask(ana, alone.id, 'E a capital da França?');
  await ask(admin, agent.id, 'Qual é a capital do Peru?', true);
  const bad = await ask(ana, agent.id, 'Reembolso de diárias em quantos dias?');
  await testServer
    .as(ana)
    .post(`/chat/messages/${bad.message}/feedback`, { value: 'down', reason: 'Não disse.' });
  const tested = await ask(admin, alone.id, 'Teste?', true);
  await testServer.as(admin).post(`/chat/messages/${tested.message}/feedback`, { value: 'down' });

  const { data, metadata } = await list();
  expect(metadata).toEqual({ total: 2, has_more: false });
  expect(data).toEqual([
    {
      id: bad.message,
      kind: 'down',
      question: 'Reembolso de diárias em quantos dias?',
      reason: 'Não disse.',
      agent_id: agent.id,
      agent_name: 'Manual',
      created_at: expect.any(String),
    },
    {
      id: lost.message,
      kind: 'unanswered',
      question: 'Qual é a capital da Mongólia?',
      reason: null,
      agent_id: agent.id,
      agent_name: 'Manual',
      created_at: expect.any(String),
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`Ana|curiosa|Pois bem|${lost.session}`));

  // One that is both is found under either, and is a thumb where both are shown.
  await testServer.as(ana).post(`/chat/messages/${lost.message}/feedback`, { value: 'down' });
  expect(await texts()).toEqual([
    'down: Reembolso de diárias em quantos dias?',
    'down: Qual é a capital da Mongólia?',
  ]);
  expect(await texts({ kind: 'unanswered' })).toEqual(['unanswered: Qual é a capital da Mongólia?']);
  expect((await list({ kind: 'down', limit: '1' })).metadata).toEqual({ total: 2, has_more: true });
  expect(await texts({ kind: 'down', skip: '1' })).toEqual(['down: Qual é a capital da Mongólia?']);
  expect(await texts({ agent_id: String(alone.id) })).toEqual([]);
  testServer.clock.advance(25 * 3_600_000);
  const later = await testServer.user({ role: 'admin' });
  const { body } = await testServer.as(later).get('/admin/stats/questions', { query: { time_range: 'day' } });
  expect(body.data).toEqual([]);
  expect((await testServer.as(ana).get('/admin/stats/questions')).status).toBe(401);
});

test('R-ADM-03 an erased conversation, a taken-back thumb and a deleted agent leave no question', async () => {
  admin = await testServer.user({ role: 'admin' });
  const rui = await testServer.user();
  const other = await buildAgent(testServer.context, { name: 'De passagem' });
  const erased = await ask(rui, other.id, 'Apague-me?');
  const thumb = await ask(rui, other.id, 'Mudei de ideia?');
  for (const { message } of [erased, thumb])
    await testServer.as(rui).post(`/chat/messages/${message}/feedback`, { value: 'down' });
  const of = { agent_id: String(other.id) };
  expect(await texts(of)).toEqual(['down: Mudei de ideia?', 'down: Apague-me?']);
  await testServer.as(rui).delete(`/chat/sessions/${erased.session}`);
  expect(await texts(of)).toEqual(['down: Mudei de ideia?']);
  await testServer.as(rui).post(`/chat/messages/${thumb.message}/feedback`, { value: null });
  expect(await texts(of)).toEqual([]);
  await testServer.as(rui).post(`/chat/messages/${thumb.message}/feedback`, { value: 'down' });
  expect(await texts(of)).toHaveLength(1);
  expect((await testServer.as(admin).delete(`/agents/${other.id}`)).status).toBe(200);
  expect(await texts(of)).toEqual([]);
});

test('R-RCH-04 R-RCH-09 neither a temporary conversation nor what a visitor of a counter tells at length is among them', async () => {
  admin = await testServer.user({ role: 'admin' });
  const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  const rui = await testServer.user();
  const other = await agentReading(testServer, { Taxas: 'A taxa de lixo vence em julho.' });
  const passing = await ask(rui, other.id, 'Qual é a capital do Chile?');
  const of = { agent_id: String(other.id) };
  expect(await texts(of)).toHaveLength(1);
  await testServer.context.db
    .update(chat_sessions)
    .set({ temporary: true })
    .where(eq(chat_sessions.id, passing.session));
  expect(await texts(of)).toEqual([]);
  await openCounter(boss, { agent_id: other.id, slug: 'taxas' });
  const visit = await visitAt(testServer, 'taxas');
  const story = `Passaporte diplomático? ${'Minha história é comprida. '.repeat(20)}`;
  for (const question of [story, 'Como peço um passaporte diplomático?'])
    expect((await visit.ask(question)).last?.found_nothing).toBe(true);
  expect(await texts(of)).toEqual(['unanswered: Como peço um passaporte diplomático?']);
  expect((await list(of)).metadata.total).toBe(1);
});

test('R-ADM-03 personal data in questions and reasons are masked, and what was asked of rows of one person alone is not among them', async () => {
  admin = await testServer.user({ role: 'admin' });
  const rui = await testServer.user();
  const other = await agentReading(testServer, { Taxas: 'A taxa de lixo vence em julho.' });
  const told = 'Meu CPF é 529.982.247-25, o e-mail é rui.souza@exemplo.com.br: qual é a capital do Chile?';
  const { message } = await ask(rui, other.id, told);
  const reason = 'Liguem para (11) 98765-4321.';
  await testServer.as(rui).post(`/chat/messages/${message}/feedback`, { value: 'down', reason });
  const of = { agent_id: String(other.id) };
  const { data } = await list(of);
  expect(data).toMatchObject([
    {
      question: 'Meu CPF é [CPF], o e-mail é [E-MAIL]: qual é a capital do Chile?',
      reason: 'Liguem para [TELEFONE].',
    },
  ]);
  await testServer.context.db
    .update(messages)
    .set({ personal_sources: true })
    .where(eq(messages.id, message));
  expect((await list(of)).data).toEqual([]);
});

test('R-ADM-03 a search that failed has not found nothing, nor has one that could not look everywhere', async () => {
  admin = await testServer.user({ role: 'admin' });
  const rui = await testServer.user();
  const found = async (message: number) => {
    const [row] = await testServer.context.db.select().from(messages).where(eq(messages.id, message));
    return row?.found_nothing;
  };
  expect(await found((await ask(rui, agent.id, 'Quem descobriu a penicilina?')).message)).toBe(true);
  // Without a content database every data source is away.
  const source = await buildDataSource(testServer.context, {
    rag_config: {
      profile_extraction: { model_name: 'claude-3-7-sonnet', system_prompt: '', terminology_mapping: {} },
      document_search: { base_sql_query: 'select 1 as um', main_content_column: 'um', max_documents: 5 },
      document_filter: { system_prompt: '', model_name: 'claude-3-7-sonnet', max_filtered_documents: 5 },
    },
  });
  const reader = await buildAgent(testServer.context, { data_sources: [source.id] });
  expect(await found((await ask(rui, reader.id, 'Quem pintou a Mona Lisa?')).message)).toBe(false);
  await testServer.context.db.execute('alter table passages rename to passages_away');
  try {
    expect(await found((await ask(rui, agent.id, 'Quem inventou o rádio?')).message)).toBe(false);
  } finally {
    await testServer.context.db.execute('alter table passages_away rename to passages');
  }
});

test('R-ADM-03 a list of questions refuses what it does not know, and who does not administrate', async () => {
  admin = await testServer.user({ role: 'admin' });
  const unknown: Record<string, string>[] = [
    { kind: 'up' },
    { time_range: 'year' },
    { agent_id: 'x' },
    { limit: '0' },
  ];
  for (const query of unknown)
    expect((await testServer.as(admin).get('/admin/stats/questions', { query })).status).toBe(422);
  const { token } = await testServer.user();
  expect((await testServer.as({ token }).get('/admin/stats/questions')).status).toBe(403);
});

test('R-ADM-03 questions are counted so far that there is always a next page, and no further', async () => {
  admin = await testServer.user({ role: 'admin' });
  const rui = await testServer.user({ signed_in: false });
  const other = await buildAgent(testServer.context, { name: 'Muito perguntado' });
  const { id } = await buildSession(testServer.context, { user_id: rui.id, agent_id: other.id });
  const one = {
    user_id: rui.id,
    session_id: id,
    question: 'E agora?',
    status: 'done',
    model: 'gpt-5',
  } as const;
  const many = Array.from({ length: 1_030 }, () => ({ ...one, found_nothing: true }));
  await testServer.context.db.insert(messages).values(many);
  const page = async (skip: number) => {
    const { data, metadata } = await list({ agent_id: String(other.id), skip: String(skip) });
    return [data.length, metadata.total, metadata.has_more];
  };
  expect(await page(0)).toEqual([20, 1_000, true]);
  expect(await page(980)).toEqual([20, 1_001, true]);
  expect(await page(1_000)).toEqual([20, 1_021, true]);
  expect(await page(1_020)).toEqual([10, 1_030, false]);
});
