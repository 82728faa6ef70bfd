import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { type Script, scripted, scriptedModels } from '../../adapters/models/scripted.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { ingestText } from '../knowledge/ingest.ts';
import { retrieve } from './retrieve.ts';

const MANUAL = `# Conta

## Senha temporária

Quem esquece a senha pede uma senha temporária na tela de entrada. A senha temporária vale por trinta minutos e só pode ser usada uma vez. Depois de entrar com ela é preciso definir uma senha nova no perfil.

## Exclusão

Para excluir a conta, escreva ao administrador da sua organização, que a desativa em até dois dias úteis.
`;
const RULES = `# Reembolso

O reembolso de diárias é pedido pelo formulário azul até o quinto dia útil do mês seguinte à viagem. O setor financeiro responde em dez dias.

# Férias

As férias são marcadas com quarenta e cinco dias de antecedência, em acordo com a chefia imediata.
`;

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let bases: number[];
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  bases = [await base('Manual', 'manual.md', MANUAL), await base('Regras', 'regras.txt', RULES)];
});
afterAll(() => testServer.close());

async function base(name: string, original_filename: string, text: string): Promise<number> {
  const [row] = await testServer.context.db.insert(knowledge_bases).values({ name }).returning();
  if (!row) throw new Error('no base');
  const file_type = original_filename.split('.').at(-1) ?? '';
  await ingestText(testServer.context.db, {
    knowledge_base_id: row.id,
    original_filename,
    file_type,
    file_size: text.length,
    text,
  });
  return row.id;
}

const found = (
  question: string,
  wishes: { bases?: number[]; history?: string[]; context_window?: number } = {},
) =>
  retrieve(testServer.context, {
    knowledge_base_ids: wishes.bases ?? bases,
    data_source_ids: [],
    question,
    history: (wishes.history ?? []).map((asked) => ({ question: asked })),
    without: [],
    signal: new AbortController().signal,
    context_window: wishes.context_window ?? 128_000,
  });

describe('R-AGT-45 what an agent’s sources say', () => {
  test('is found in all of its bases, numbered, with a literal span of the document', async () => {
    for (const [question, title, said] of [
      ['Por quanto tempo vale a senha temporaria?', 'manual.md', 'trinta minutos'],
      ['Como peço reembolso das diárias?', 'regras.txt', 'formulário azul'],
    ] as const) {
      const grounding = await found(question);
      expect(grounding?.passages.map(({ index }) => index)).toEqual(
        grounding?.passages.map((_, place) => place + 1),
      );
      expect(grounding?.sources.map(({ index }) => index)).toEqual(
        grounding?.passages.map(({ index }) => index),
      );
      expect(grounding?.passages[0]).toMatchObject({ index: 1, title });
      expect(grounding?.passages[0]?.text).toContain(said);
      for (const source of grounding?.sources ?? []) {
        const [document] = await testServer.context.db
          .select()
          .from(documents)
          .where(eq(documents.id, source.document_id ?? 0));
        expect(document?.content_text.slice(source.start, source.end)).toBe(source.snippet);
        expect(source.snippet.length).toBeLessThanOrEqual(240);
        expect(source.snippet.length).toBeGreaterThan(0);
      }
      expect(grounding?.sources[0]?.snippet).toContain(said);
      expect(grounding?.sources[0]).toMatchObject({ kind: 'document', title });
    }
  });

  test('is only what its own bases say', async () => {
    const grounding = await found('Como peço reembolso das diárias?', { bases: bases.slice(0, 1) });
    expect(JSON.stringify(grounding)).not.toContain('formulário azul');
  });

  test('is nothing for a question that they do not speak of, and null without any base', async () => {
    const nothing = { passages: [], sources: [], scores: [], filters: [], queries: [], notes: [], steps: [] };
    expect(await found('Qual é a capital da Mongólia?')).toEqual(nothing);
    expect(await found('?!')).toEqual(nothing);
    expect(await found('Por quanto tempo vale a senha?', { bases: [] })).toBeNull();
  });

  test('is found for a question that leans on the one before', async () => {
    const grounding = await found('E em quanto tempo respondem isso?', {
      history: ['Como peço reembolso das diárias?'],
    });
    expect(grounding?.passages[0]?.text).toContain('dez dias');
  });

  test('leaves a small model half of its window', async () => {
    const grounding = await found('senha temporária, reembolso de diárias, férias', {
      context_window: 200,
    });
    const length = (grounding?.passages ?? []).reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeLessThanOrEqual(300);
  });
});

describe('an answer with sources', () => {
  const conversation = async (wishes: Parameters<typeof buildAgent>[1] = { knowledge_bases: bases }) => {
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context, wishes);
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    return { id, as: testServer.as(ana) };
  };

  test('names those it cites, under their numbers, at its end and in the record; other numbers are gone', async () => {
    script = ['Vale por trinta minutos [1', ']. ', 'Não sei mais [9', '9].'];
    const { id, as } = await conversation();
    const { answer, events } = await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    expect(model.calls.at(-1)?.prompt.passages?.length).toBeGreaterThan(0);
    expect(answer).toBe('Vale por trinta minutos [1]. Não sei mais.');
    const sources = events.at(-1)?.sources;
    expect(sources).toMatchObject([
      { index: 1, title: 'manual.md', snippet: expect.stringContaining('trinta minutos') },
    ]);
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data[0]).toMatchObject({ answer, sources });
  });

  test('that cites none shows none; the model was told when nothing was found', async () => {
    script = ['Não encontrei isso nas fontes deste agente.'];
    const { id, as } = await conversation();
    const { events } = await as.ask(id, 'Qual é a capital da Mongólia?');
    expect(model.calls.at(-1)?.prompt.passages).toEqual([]);
    expect(events.at(-1)?.sources).toEqual([]);
  });

  test('goes on without them when the search fails, and the model knows', async () => {
    script = ['As fontes não puderam ser consultadas.'];
    const { id, as } = await conversation();
    await testServer.context.db.execute('alter table passage_terms rename to passage_terms_away');
    const reply = await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    await testServer.context.db.execute('alter table passage_terms_away rename to passage_terms');
    expect(reply.status).toBe(200);
    const { instructions, passages } = model.calls.at(-1)?.prompt ?? {};
    expect([passages, instructions?.includes('não puderam ser consultadas')]).toEqual([null, true]);
    expect(
      testServer.logs.some((line) => line.includes('retrieval failed') && !line.includes('senha temporária')),
    ).toBe(true);
  });

  test('may read a base that is taken from it the moment after', async () => {
    script = ['Vale por trinta minutos [1].'];
    const { id, as } = await conversation();
    await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    await testServer.context.db.delete(agent_knowledge_bases);
    await as.ask(id, 'E agora?');
    expect(model.calls.at(-1)?.prompt.passages).toBeNull();
  });
});
