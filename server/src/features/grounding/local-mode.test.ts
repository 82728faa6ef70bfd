import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('R-DOC-26 what the question names and the sources do not is missing: refused, and the trace says so', async () => {
  const text = 'O servidor principal instala os pacotes da rede e guarda as contas em um arquivo.';
  const [base] = await testServer.context.db
    .insert(knowledge_bases)
    .values({ name: 'Rede Alfa' })
    .returning();
  const knowledge_base_id = base?.id ?? 0;
  const file = { original_filename: 'rede.txt', file_type: 'txt', file_size: text.length, text };
  await ingestText(testServer.context.db, { knowledge_base_id, ...file });
  const admin = await testServer.user({ role: 'admin' });
  const as = testServer.as(admin);
  const agent = await buildAgent(testServer.context, {
    knowledge_bases: [knowledge_base_id],
    name: 'Aurora',
  });
  const session = { user_id: admin.id, agent_id: agent.id, is_test: true };
  const { id } = await buildSession(testServer.context, session);

  const refused = await as.ask(id, 'Como o servidor principal instala o Kubernetes?');
  expect(refused.answer).toBe('Não encontrei isso nas fontes deste agente.');
  const { body } = await as.get(`/chat/messages/${refused.events.at(-1)?.message_id}/trace`);
  expect(body.data.missing).toBe('Kubernetes');
  // The trace also has the other words that were searched for.
  const otherwise = await as.ask(id, 'O que o servidor principal guarda em um ficheiro?');
  const trace = (await as.get(`/chat/messages/${otherwise.events.at(-1)?.message_id}/trace`)).body.data;
  expect(trace.synonyms).toContainEqual({ word: 'ficheiro', others: expect.arrayContaining(['arquivo']) });
  // A number after a name is required even where a rarer name of the question is found.
  const numbered = await as.ask(id, 'Que pacotes da Rede o Servidor 14 instala?');
  expect(numbered.answer).toBe('Não encontrei isso nas fontes deste agente.');

  const preview = await as.get(`/knowledge-bases/${knowledge_base_id}/search`, {
    query: { q: 'Como o servidor principal instala o Kubernetes?' },
  });
  expect(preview.body.data).toMatchObject({ relevant: false, hits: [{ content: text }] });

  // The names of the base and of the agent need not stand in the text.
  for (const name of ['a Rede Alfa', 'a Aurora', 'o servidor'])
    expect(
      (await as.ask(id, `O que ${name} principal instala e guarda: pacotes e contas?`)).answer,
    ).toContain(text);
});

test('without any key an agent quotes its sources and says so; what they do not say it refuses', async () => {
  const text = `# Reembolso

O reembolso de diárias é pedido pelo formulário azul até o quinto dia útil do mês seguinte à viagem.

# Férias

As férias são marcadas com quarenta e cinco dias de antecedência [1], salvo acordo [2][3].
`;
  const [base] = await testServer.context.db.insert(knowledge_bases).values({ name: 'Regras' }).returning();
  const knowledge_base_id = base?.id ?? 0;
  await ingestText(testServer.context.db, {
    knowledge_base_id,
    original_filename: 'regras.md',
    file_type: 'md',
    file_size: text.length,
    text,
  });
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context, { knowledge_bases: [knowledge_base_id] });
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });

  const found = await testServer.as(ana).ask(id, 'Como peço o reembolso de diárias?');
  expect(found.answer).toContain('formulário azul');
  expect(found.answer).toMatch(/\[1\]/);
  expect(found.events.at(-1)).toMatchObject({
    status: 'done',
    local: true,
    sources: [
      {
        index: 1,
        title: 'regras.md',
        section: 'Reembolso',
        snippet: expect.stringContaining('formulário azul'),
      },
    ],
  });

  // Numbers in brackets that the document has itself are shown, and cite nothing.
  const literal = await testServer.as(ana).ask(id, 'Com quanta antecedência são marcadas as férias?');
  expect(literal.answer).toContain('antecedência \\[1\\], salvo acordo \\[2\\]\\[3\\]. [1]');
  expect(literal.events.at(-1)?.sources).toMatchObject([{ index: 1, section: 'Férias' }]);

  const refused = await testServer.as(ana).ask(id, 'Qual é a capital da Mongólia?');
  expect(refused.answer).toBe('Não encontrei isso nas fontes deste agente.');
  expect(refused.events.at(-1)?.sources).toEqual([]);

  const { body } = await testServer.as(ana).get(`/chat/sessions/${id}/messages`);
  expect(body.data).toMatchObject([
    { answer: found.answer, local: true, sources: found.events.at(-1)?.sources },
    { answer: literal.answer, local: true, sources: literal.events.at(-1)?.sources },
    { answer: refused.answer, local: true, sources: [] },
  ]);
});

test('R-DOC-26 one question in many turns gets one answer, and one without an answer none in any of them', async () => {
  const text = `# Credencial

A emissão da segunda via da credencial custa R$ 18,50, salvo em caso de furto.

# Quadras

A reserva da quadra é feita com antecedência mínima de 48 horas. O cancelamento é comunicado até as 18h da véspera.

# Direção

A nomeação do administrador do centro compete ao conselho de esportes.
`;
  const [base] = await testServer.context.db.insert(knowledge_bases).values({ name: 'Centro' }).returning();
  const knowledge_base_id = base?.id ?? 0;
  const file = { original_filename: 'centro.md', file_type: 'md', file_size: text.length, text };
  await ingestText(testServer.context.db, { knowledge_base_id, ...file });
  const agent = await buildAgent(testServer.context, { knowledge_bases: [knowledge_base_id] });
  const turns = (asked: string) => [
    `${asked}?`,
    `Oi, bom dia! Gostaria de saber ${asked}. Obrigada desde já!`,
    `me diz aí, ${asked}?`,
    `Estou com uma dúvida: ${asked}? Fico no aguardo.`,
    asked.replace('quanto', 'qto').replace('quem', 'qm'),
  ];
  const answersTo = async (asked: string) => {
    const ana = await testServer.user();
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    const answers = new Set<string>();
    for (const turn of turns(asked)) answers.add((await testServer.as(ana).ask(id, turn)).answer);
    return [...answers];
  };
  expect(await answersTo('quanto custa a segunda via da credencial')).toEqual([
    expect.stringContaining('R$ 18,50'),
  ]);
  for (const unknown of ['quando foi fundado o centro', 'quantas quadras tem o centro'])
    expect(await answersTo(unknown)).toEqual(['Não encontrei isso nas fontes deste agente.']);
});
