import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SuggestionMode } from '#contract/openers.ts';
import { buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

const RULES = `# Férias

## Prazo de marcação

As férias são marcadas com quarenta e cinco dias de antecedência, em acordo com a chefia imediata.

## Documentos necessários

O pedido leva o formulário azul e a cópia do crachá, entregues no setor de pessoas.

## Abono pecuniário

Um terço das férias pode ser trocado por abono, pedido até quinze dias antes do período aquisitivo.

## Venda antecipada

A venda antecipada de dias depende de parecer jurídico e da assinatura do diretor.

## Cancelamento e adiamento

O adiamento é pedido por escrito e decidido pela diretoria em cinco dias úteis.
`;

async function agentIn(testServer: TestServer, suggestions: SuggestionMode = 'sources') {
  const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
  await ingestText(testServer.context.db, {
    knowledge_base_id: base.id,
    original_filename: 'regras.md',
    file_type: 'md',
    file_size: RULES.length,
    text: RULES,
  });
  const agent = await buildAgent(testServer.context, { knowledge_bases: [base.id] });
  const openers = ['Qual é o prazo?', 'O que é abono?', 'Quem assina?', 'Quem decide?'];
  await testServer.context.db.update(agents).set({ suggestions, openers }).where(eq(agents.id, agent.id));
  return agent;
}

async function asked(testServer: TestServer, agent_id: number, question: string, query = '') {
  const user = await testServer.user(query ? { role: 'admin' } : {});
  const as = testServer.as(user);
  const { id } = (await as.post(`/chat/create-session?agent_id=${agent_id}${query}`)).body.data;
  const more = async (next: string) => (await as.ask(id, next)).events.at(-1)?.message_id as number;
  const message_id = await more(question);
  const list = async (message = message_id) => (await as.get(`/chat/messages/${message}/suggestions`)).body;
  return { user, as, session_id: id as string, message_id, more, list };
}

describe('by the headings of the cited documents', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
  });
  afterAll(() => testServer.close());

  test('R-FST-10 what stands around the cited section is offered, at no token and the same each time', async () => {
    const agent = await agentIn(testServer);
    const { user, list } = await asked(testServer, agent.id, 'Que documentos necessários leva o pedido?');
    const first = await list();
    expect(first.metadata).toMatchObject({ kind: 'next', total: first.data.length });
    expect(first.data).toContain('O que preciso saber sobre abono pecuniário?');
    expect(first.data).toContain('Qual é o prazo de marcação?');
    expect(first.data).toHaveLength(3);
    expect((await list()).data).toEqual(first.data);
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.user_id, user.id));
    expect(entries.map(({ purpose, charged }) => [purpose, charged])).toEqual([['answer', 0]]);
  });

  test('R-FST-09 only the newest answer has any, and none that was asked or cited in the conversation', async () => {
    const agent = await agentIn(testServer);
    const { list, more, message_id } = await asked(testServer, agent.id, 'Qual é o prazo de marcação?');
    expect((await list()).data.length).toBeGreaterThan(0);
    const second = await more('Que documentos necessários leva o pedido?');
    expect((await list(message_id)).data).toEqual([]);
    const { data } = await list(second);
    expect(data).not.toContain('Qual é o prazo de marcação?');
    expect(data).not.toContain('Quais são os documentos necessários?');
    expect(data.length).toBeGreaterThan(0);
  });

  test('R-FST-11 an agent without openers offers what its documents answer, tried once', async () => {
    const agent = await agentIn(testServer);
    await testServer.context.db.update(agents).set({ openers: [] }).where(eq(agents.id, agent.id));
    const { list, message_id, more } = await asked(testServer, agent.id, 'Qual é a capital da Mongólia?');
    const { data, metadata } = await list();
    expect(metadata.kind).toBe('openers');
    expect(data).toHaveLength(3);
    expect(data).toContain('Qual é o prazo de marcação?');
    expect((await list()).data).toEqual(data);
    const [row] = await testServer.context.db
      .select({ kept: messages.suggestions })
      .from(messages)
      .where(eq(messages.id, message_id));
    expect(row?.kept).toEqual(data);
    await more(data[0]);
    expect((await list()).data).toEqual([]);
  });

  test('R-FST-11 a refusal offers three openers instead, also where suggestions are off', async () => {
    const agent = await agentIn(testServer, 'off');
    const { list } = await asked(testServer, agent.id, 'Qual é a capital da Mongólia?');
    const { data, metadata } = await list();
    expect(metadata.kind).toBe('openers');
    expect(data).toEqual(['Qual é o prazo?', 'O que é abono?', 'Quem assina?']);
    const answered = await asked(testServer, agent.id, 'Qual é o prazo de marcação?');
    expect((await answered.list()).data).toEqual([]);
  });

  test('tests, stopped answers and agents that were withdrawn have none; those of others are not found', async () => {
    const agent = await agentIn(testServer);
    const inTest = await asked(testServer, agent.id, 'Qual é o prazo de marcação?', '&is_test=true');
    expect((await inTest.list()).data).toEqual([]);
    const own = await asked(testServer, agent.id, 'Qual é o prazo de marcação?');
    const other = testServer.as(await testServer.user());
    expect((await other.get(`/chat/messages/${own.message_id}/suggestions`)).status).toBe(404);
    const { db } = testServer.context;
    await db.update(messages).set({ status: 'stopped' }).where(eq(messages.id, own.message_id));
    expect((await own.list()).data).toEqual([]);
    await db.update(messages).set({ status: 'done' }).where(eq(messages.id, own.message_id));
    await db.update(agents).set({ deploy_status: false }).where(eq(agents.id, agent.id));
    expect((await own.list()).data).toEqual([]);
  });

  test('an erased conversation keeps none of them', async () => {
    const agent = await agentIn(testServer);
    const { as, list, session_id, message_id } = await asked(
      testServer,
      agent.id,
      'Qual é o prazo de marcação?',
    );
    expect((await list()).data.length).toBeGreaterThan(0);
    await as.delete(`/chat/sessions/${session_id}`);
    expect((await as.get(`/chat/messages/${message_id}/suggestions`)).status).toBe(404);
    const [kept] = await testServer.context.db.select().from(messages).where(eq(messages.id, message_id));
    expect(kept?.suggestions).toBeNull();
  });
});

describe('by a model', () => {
  let next: Script = [];
  const model = scripted((call) => {
    if (!call.is_json) return ['O pedido leva o formulário azul [1].', { end: { input: 100, output: 20 } }];
    return typeof next === 'function' ? next(call) : next;
  });
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ models: scriptedModels(model) });
  });
  afterAll(() => testServer.close());

  const entriesOf = (user_id: number) =>
    testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, user_id));

  test('R-FST-10 they are one entry of the person, kept, and rest on a heading', async () => {
    const agent = await agentIn(testServer, 'model');
    const questions = ['Como funciona o abono pecuniário?', 'Qual é a capital da Mongólia?', 'Sem pergunta'];
    next = [JSON.stringify({ questions }), { end: { input: 50, output: 10 } }];
    const { user, list } = await asked(testServer, agent.id, 'Que documentos necessários leva o pedido?');
    expect((await list()).data).toEqual(['Como funciona o abono pecuniário?']);
    expect((await list()).data).toEqual(['Como funciona o abono pecuniário?']);
    const entries = await entriesOf(user.id);
    expect(entries.filter(({ purpose }) => purpose === 'suggestion')).toMatchObject([
      { charged: 60, agent_id: agent.id, input_tokens: 50, output_tokens: 10 },
    ]);
    const [person] = await testServer.context.db.select().from(users).where(eq(users.id, user.id));
    expect(person?.token_used).toBe(entries.reduce((sum, { charged }) => sum + charged, 0));
    expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  });

  test('an unreadable answer leaves none, and a person without tokens gets those of the rules at no cost', async () => {
    const agent = await agentIn(testServer, 'model');
    next = ['nada', { end: { input: 50, output: 10 } }];
    const broken = await asked(testServer, agent.id, 'Que documentos necessários leva o pedido?');
    expect((await broken.list()).data).toEqual([]);
    const spent = await asked(testServer, agent.id, 'Que documentos necessários leva o pedido?');
    await testServer.context.db.update(users).set({ token_limit: 1 }).where(eq(users.id, spent.user.id));
    const calls = model.calls.length;
    expect((await spent.list()).data.length).toBeGreaterThan(0);
    expect(model.calls.length).toBe(calls);
    expect((await entriesOf(spent.user.id)).map(({ purpose }) => purpose)).toEqual(['answer']);
  });
});
