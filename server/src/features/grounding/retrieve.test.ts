import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { foundTokensMax, retrieve } from './retrieve.ts';

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
  bases = [await base('Manual', 'manual.md', MANUAL), await base('Regras', 'regras.md', RULES)];
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
  wishes: { bases?: number[]; history?: string[]; context_window?: number; reader?: 'model' | 'local' } = {},
) =>
  retrieve(testServer.context, {
    knowledge_base_ids: wishes.bases ?? bases,
    data_source_ids: [],
    question,
    history: (wishes.history ?? []).map((asked) => ({ question: asked })),
    without: [],
    signal: new AbortController().signal,
    reader: wishes.reader ?? 'local',
    context_window: wishes.context_window ?? 128_000,
  });

describe('R-AGT-45 what an agent’s sources say', () => {
  test('is found in all of its bases, numbered, with a literal span of the document', async () => {
    for (const [question, title, said] of [
      ['Por quanto tempo vale a senha temporaria?', 'manual.md', 'trinta minutos'],
      ['Como peço reembolso das diárias?', 'regras.md', 'formulário azul'],
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
    const nothing = {
      passages: [],
      sources: [],
      results: [],
      scores: [],
      filters: [],
      queries: [],
      notes: [],
      steps: [],
    };
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

  test('is, for a model that can read it all, the whole of its bases in order', async () => {
    for (const question of ['Resuma o documento', 'Posso trocar um pão que comprei ontem?', '?!']) {
      const grounding = await found(question, { reader: 'model' });
      expect(grounding?.passages.map(({ index, title, section }) => [index, title, section])).toEqual([
        [1, 'manual.md', 'Conta › Senha temporária'],
        [2, 'manual.md', 'Conta › Exclusão'],
        [3, 'regras.md', 'Reembolso'],
        [4, 'regras.md', 'Férias'],
      ]);
      expect(grounding?.sources.map(({ index, snippet }) => [index, snippet.length > 0])).toEqual(
        [1, 2, 3, 4].map((index) => [index, true]),
      );
    }
  });

  test('is, for a model that cannot read it all, the best passages, which the model judges itself', async () => {
    const small = { reader: 'model', context_window: 400 } as const;
    const question = 'Alguém já comprou um formulário desses na feira de sábado?';
    expect((await found(question, { ...small, reader: 'local' }))?.passages).toEqual([]);
    const grounding = await found(question, small);
    expect(grounding?.passages[0]?.text).toContain('formulário azul');
    expect(grounding?.passages.length).toBeLessThan(4);
  });

  test('is searched when the bases have more than 24,000 tokens or 999 passages, however large the window is', async () => {
    const paragraph = `A comissão decide sobre o pedido ${'com toda a calma que o assunto pede '.repeat(18)}.`;
    const long = Array.from({ length: 210 }, (_, place) => `# Parte ${place}\n\n${paragraph}`).join('\n\n');
    const many = Array.from({ length: 1_010 }, (_, place) => `# ${place}\n\nLinha.`).join('\n\n');
    for (const [name, text] of [
      ['longo.md', long],
      ['muitos.md', many],
    ] as const) {
      const wishes = {
        bases: [await base(name, name, text)],
        reader: 'model' as const,
        context_window: 1_000_000,
      };
      const { passages = [] } = (await found('O que decide a comissão na linha?', wishes)) ?? {};
      expect(passages.reduce((sum, passage) => sum + passage.text.length, 0)).toBeLessThanOrEqual(9_600);
    }
    const short = { bases, reader: 'model' as const, context_window: 1_000_000 };
    expect((await found('O que decide a comissão?', short))?.passages).toHaveLength(4);
  });

  test('is reserved for as the most that a model may get of it', () => {
    const [local, entry] = [false, { context_window: 128_000 } as CatalogueModel];
    const linked = { knowledge_bases: [{ id: 1 }] };
    expect(foundTokensMax(linked, null, { local, entry })).toBe(24_000);
    expect(foundTokensMax(linked, null, { local, entry: { ...entry, context_window: 10_000 } })).toBe(3_000);
    expect(foundTokensMax(linked, null, { local: true, entry })).toBe(2_400);
    expect(foundTokensMax({ knowledge_bases: [] }, null, { local, entry })).toBe(2_400);
  });

  test('is, for a question about the whole, the beginning and the headings of each document', async () => {
    const pages = (name: string) =>
      Array.from(
        { length: 40 },
        (_, place) => `# ${name} ${place + 1}\n\nO tema ${place + 1} ${'segue '.repeat(90)}.`,
      );
    const large = await base('Grande', 'a-tratado.md', pages('Capítulo').join('\n\n'));
    await ingestText(testServer.context.db, {
      knowledge_base_id: large,
      original_filename: 'b-anexo.md',
      file_type: 'md',
      file_size: 1,
      text: pages('Anexo').join('\n\n'),
    });
    const about = { bases: [large], reader: 'model' as const, context_window: 8_000 };
    for (const question of ['Resuma o documento', 'Do que trata?', 'Quais são os tópicos?']) {
      const grounding = await found(question, about);
      expect(grounding?.passages.map(({ title }) => title)).toEqual(['a-tratado.md', 'b-anexo.md']);
      expect(grounding?.passages[0]?.text).toMatch(
        /^O tema 1 [\s\S]+Capítulo 1; Capítulo 2; [\s\S]+Capítulo 40$/,
      );
      expect(grounding?.sources[1]).toMatchObject({
        section: 'Anexo 1',
        snippet: expect.stringMatching(/^O tema 1/),
      });
      expect(grounding?.notes).toEqual([]);
    }
    const both = await found('Resuma o tema 17', about);
    expect(both?.passages.some(({ text }) => text.includes('O tema 17'))).toBe(true);
    expect(both?.passages.some(({ text }) => text.includes('Títulos deste documento'))).toBe(true);
    const narrow = await found('Resuma o documento', { ...about, context_window: 500 });
    expect(narrow?.notes).toEqual(['Dos 2 documentos deste agente, foram lidos o início e os títulos de 1.']);
    expect(narrow?.passages).toHaveLength(1);
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

  test('that cites none shows none, and has found nothing only when it says the prescribed refusal', async () => {
    const { id, as } = await conversation();
    for (const [answer, found_nothing] of [
      ['Bom dia! Em que posso ajudar?', false],
      ['**Não encontrei isso** nas fontes\ndeste agente. Procure a secretaria.', true],
      ['A senha vale trinta minutos [1]. O resto: não encontrei isso nas fontes deste agente.', false],
    ] as const) {
      script = [answer];
      const { events } = await as.ask(id, 'Qual é a capital da Mongólia?');
      expect(model.calls.at(-1)?.prompt.passages).toHaveLength(4);
      expect(events.at(-1)?.sources).toHaveLength(answer.includes('[1]') ? 1 : 0);
      const kept = await testServer.context.db
        .select()
        .from(messages)
        .where(eq(messages.id, events.at(-1)?.message_id ?? 0));
      expect(kept[0]).toMatchObject({ answer, found_nothing });
    }
  });

  test('keeps, while it runs, only the sources that it has cited', async () => {
    const { id, as } = await conversation();
    const running = async () =>
      (
        await testServer.context.db
          .select({ sources: messages.sources })
          .from(messages)
          .where(eq(messages.status, 'streaming'))
      )[0]?.sources.map(({ index }) => index);
    const [begun, citing] = [hold(), hold()];
    script = ['Primeiro, ', begun, 'a exclusão [2]. Depois, ', citing, 'mais nada.'];
    const asking = as.ask(id, 'Como excluo a conta?');
    await begun.reached;
    expect(await running()).toEqual([]);
    begun.release();
    await citing.reached;
    await expect.poll(running).toEqual([1]);
    citing.release();
    await asking;
  });

  test('goes on without them when the search fails, and the model knows', async () => {
    script = ['As fontes não puderam ser consultadas.'];
    const { id, as } = await conversation();
    await testServer.context.db.execute('alter table passages rename to passages_away');
    const reply = await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    await testServer.context.db.execute('alter table passages_away rename to passages');
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
