import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuotablePassage } from '#contract/verified-answers.ts';
import { buildAgent } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

const TEXT = `# Recursos

O recurso de multa é recebido em até trinta dias depois da notificação. Ele é entregue na central de atendimento.

# Matrículas

As matrículas da creche são feitas em novembro.
`;
const QUESTION = 'Qual é o prazo para recorrer de uma multa em 2026?';

async function agentWithRules({ context }: TestServer) {
  const base = await createKnowledgeBase(context.db, { name: `Regras ${Math.random()}` });
  const file = { original_filename: 'regras.md', file_type: 'md', file_size: TEXT.length, text: TEXT };
  await ingestText(context.db, { knowledge_base_id: base.id, ...file });
  return { agent: await buildAgent(context, { knowledge_bases: [base.id] }), base };
}

describe('with a model', () => {
  let said = '';
  const asked: string[] = [];
  const model = scripted((call) => {
    asked.push(call.prompt.question);
    return [said];
  });
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ models: scriptedModels(model) });
  });
  afterAll(() => testServer.close());

  test('R-LOP-15 proposes other forms of a question, charged to nobody; those that ask something else or exist fall out', async () => {
    const user = await testServer.user({ role: 'admin' });
    const admin = testServer.as(user);
    const { agent } = await agentWithRules(testServer);
    said = JSON.stringify({
      wordings: [
        'Até quando posso recorrer de uma multa em 2026?',
        'Até quando  posso recorrer de uma multa em 2026',
        'Qual é o prazo para recorrer de uma multa em 2025?',
        'Em que prazo não posso recorrer de uma multa em 2026?',
        'Qual é o prazo para recorrer de uma multa em 2026',
        'Qual é o prazo do Detran para recorrer de uma multa em 2026?',
        'Prazo do recurso de multa em 2026',
        '',
      ],
    });
    const path = `/agents/${agent.id}/verified-answers/wordings`;
    const { body } = await admin.post(path, {
      question: QUESTION,
      wordings: ['Prazo do recurso de multa em 2026?'],
    });
    expect(body.data).toEqual(['Até quando posso recorrer de uma multa em 2026?']);
    expect(asked.at(-1)).toBe(
      `<pergunta>${QUESTION}</pergunta>\n<forma>Prazo do recurso de multa em 2026?</forma>`,
    );
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.user_id, user.id));
    expect(entries).toMatchObject([{ purpose: 'match_forms', charged: 0 }]);
    said = 'nenhum objeto';
    expect((await admin.post(path, { question: QUESTION, wordings: [] })).body.data).toEqual([]);
    const missing = '/agents/999999/verified-answers/wordings';
    expect((await admin.post(missing, { question: QUESTION, wordings: [] })).status).toBe(404);
  });
});

describe('in local mode', () => {
  let testServer: TestServer;
  let admin: ReturnType<TestServer['as']>;
  beforeAll(async () => {
    testServer = await startTestServer();
    admin = testServer.as(await testServer.user({ role: 'admin' }));
  });
  afterAll(() => testServer.close());

  test('R-LOP-15 proposes no forms, and six calls a minute are the most', async () => {
    const { agent } = await agentWithRules(testServer);
    const path = `/agents/${agent.id}/verified-answers/wordings`;
    for (let time = 0; time < 6; time += 1)
      expect((await admin.post(path, { question: QUESTION, wordings: [] })).body.data).toEqual([]);
    expect((await admin.post(path, { question: QUESTION, wordings: [] })).status).toBe(429);
  });

  test('R-LOP-16 finds passages of the bases of the agent alone, each literally at its place, and a part of one is cited', async () => {
    const { agent, base } = await agentWithRules(testServer);
    await agentWithRules(testServer);
    const found: QuotablePassage[] = (
      await admin.post(`/agents/${agent.id}/verified-answers/passages`, { question: 'recurso de multa' })
    ).body.data;
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ knowledge_base_id }) => knowledge_base_id))).toEqual(new Set([base.id]));
    const [document] = await testServer.context.db
      .select()
      .from(documents)
      .where(eq(documents.knowledge_base_id, base.id));
    for (const { start, end, text } of found) expect(document?.content_text.slice(start, end)).toBe(text);
    const [first] = found as [QuotablePassage];
    const words = 'Ele é entregue na central de atendimento.';
    const start = first.start + first.text.indexOf(words);
    const source = { document_id: first.document_id, start, end: start + words.length, text: words };
    const made = await admin.post(`/agents/${agent.id}/verified-answers`, {
      question: 'Onde se entrega o recurso de uma multa?',
      answer: 'Na central de atendimento [1].',
      sources: [source],
      owner_label: 'Trânsito',
      review_on: '2027-01-31',
    });
    expect(made.body.data.sources).toMatchObject([{ ...source, title: 'regras.md', section: 'Recursos' }]);
  });

  test('R-LOP-16 an agent without bases has nothing to cite from, and one that is gone is not found', async () => {
    const agent = await buildAgent(testServer.context);
    const ask = (id: number) =>
      admin.post(`/agents/${id}/verified-answers/passages`, { question: 'recurso de multa' });
    expect((await ask(agent.id)).body.data).toEqual([]);
    expect((await ask(999_999)).status).toBe(404);
  });
});
