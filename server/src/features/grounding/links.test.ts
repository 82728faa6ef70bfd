import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildDataSource } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const names = (things: { name: string }[]) => things.map(({ name }) => name);

async function filledBase(name: string, text: string) {
  const base = await createKnowledgeBase(testServer.context.db, { name });
  await ingestText(testServer.context.db, {
    knowledge_base_id: base.id,
    original_filename: `${name}.md`,
    file_type: 'md',
    file_size: Buffer.byteLength(text),
    text,
  });
  return base;
}

describe('R-AGT-40 the knowledge bases of an agent', () => {
  test('are returned whole after each link and unlink; a repetition changes nothing', async () => {
    const agent = await buildAgent(testServer.context);
    const regras = await filledBase('Regras', 'O reembolso se pede em cinco dias.');
    const avisos = await createKnowledgeBase(testServer.context.db, { name: 'Avisos' });
    const path = (base: number) => `/agents/${agent.id}/knowledge-bases/${base}`;
    expect((await admin.get(`/agents/${agent.id}/knowledge-bases`)).body.data).toEqual([]);
    for (const [act, expected] of [
      [() => admin.post(path(regras.id)), ['Regras']],
      [() => admin.post(path(avisos.id)), ['Avisos', 'Regras']],
      [() => admin.post(path(avisos.id)), ['Avisos', 'Regras']],
      [() => admin.delete(path(avisos.id)), ['Regras']],
      [() => admin.delete(path(avisos.id)), ['Regras']],
    ] as const) {
      const { status, body } = await act();
      expect([status, names(body.data).toSorted()]).toEqual([200, expected]);
      expect((await admin.get(`/agents/${agent.id}/knowledge-bases`)).body.data).toEqual(body.data);
    }
    expect((await admin.get(`/agents/${agent.id}/knowledge-bases`)).body.data).toMatchObject([
      { id: regras.id, documents_count: 1, documents: [{ original_filename: 'Regras.md', status: 'ready' }] },
    ]);
  });

  test('are not changed where there is no such agent or no such base', async () => {
    const agent = await buildAgent(testServer.context);
    const base = await createKnowledgeBase(testServer.context.db, { name: 'x' });
    for (const method of ['post', 'delete'] as const) {
      const noAgent = await admin[method](`/agents/1999999999/knowledge-bases/${base.id}`);
      expect([noAgent.status, noAgent.body.code]).toEqual([404, 'agent_not_found']);
      const noBase = await admin[method](`/agents/${agent.id}/knowledge-bases/1999999999`);
      expect([noBase.status, noBase.body.code]).toEqual([404, 'knowledge_base_not_found']);
    }
  });

  test('linked by many at the same moment are linked once', async () => {
    const agent = await buildAgent(testServer.context);
    const base = await createKnowledgeBase(testServer.context.db, { name: 'x' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => admin.post(`/agents/${agent.id}/knowledge-bases/${base.id}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await admin.get(`/agents/${agent.id}/versions`)).body.metadata.total).toBe(1);
  });

  test('R-AGT-45 are what it answers from, from the link on until it is taken away', async () => {
    const agent = await buildAgent(testServer.context);
    const base = await filledBase(
      'Garagem',
      'A vaga de garagem é sorteada na primeira segunda-feira de março.',
    );
    const as = testServer.as(await testServer.user());
    const ask = async () => {
      const { body } = await as.post(`/chat/create-session?agent_id=${agent.id}`);
      return (await as.ask(body.data.id, 'Quando é sorteada a vaga de garagem?')).answer;
    };
    expect(await ask()).not.toContain('primeira segunda-feira');
    await admin.post(`/agents/${agent.id}/knowledge-bases/${base.id}`);
    expect(await ask()).toContain('primeira segunda-feira de março');
    await admin.delete(`/agents/${agent.id}/knowledge-bases/${base.id}`);
    expect(await ask()).not.toContain('primeira segunda-feira');
  });
});

describe('R-AGT-41 the data sources of an agent', () => {
  test('come as an array of wrappers, each with success and data', async () => {
    const source = await buildDataSource(testServer.context, {
      name: 'Contratos',
      description: 'Desde 2019.',
    });
    const agent = await buildAgent(testServer.context, { name: 'Ajuda', data_sources: [source.id] });
    const { status, body } = await admin.get(`/agents/${agent.id}/data-sources`);
    expect([status, body]).toEqual([
      200,
      [
        {
          success: true,
          data: {
            id: source.id,
            name: 'Contratos',
            description: 'Desde 2019.',
            rag_type: 'relational',
            rag_config: source.rag_config,
            connection_id: 1,
            agents: [{ id: agent.id, name: 'Ajuda', description: null, deploy_status: true }],
            created_at: source.created_at.toISOString(),
            updated_at: source.updated_at.toISOString(),
          },
        },
      ],
    ]);
    const other = await buildAgent(testServer.context);
    expect((await admin.get(`/agents/${other.id}/data-sources`)).body).toEqual([]);
  });

  test('R-DS-58 are linked to and unlinked from the source, which is returned with its agents; a repetition changes nothing', async () => {
    const source = await buildDataSource(testServer.context);
    const b = await buildAgent(testServer.context, { name: 'B', deploy_status: false });
    const a = await buildAgent(testServer.context, { name: 'á' });
    const path = (agent: number) => `/data-sources/${source.id}/agents/${agent}`;
    for (const [act, expected] of [
      [() => admin.post(path(b.id)), ['B']],
      [() => admin.post(path(a.id)), ['á', 'B']],
      [() => admin.post(path(a.id)), ['á', 'B']],
      [() => admin.delete(path(b.id)), ['á']],
      [() => admin.delete(path(b.id)), ['á']],
    ] as const) {
      const { status, body } = await act();
      expect([status, body.data.id, names(body.data.agents)]).toEqual([200, source.id, expected]);
    }
    expect((await admin.get(`/agents/${a.id}/data-sources`)).body).toHaveLength(1);
    for (const method of ['post', 'delete'] as const) {
      expect((await admin[method](path(1_999_999_999))).body.code).toBe('agent_not_found');
      expect((await admin[method](`/data-sources/1999999999/agents/${a.id}`)).body.code).toBe(
        'data_source_not_found',
      );
    }
  });
});

test('what an agent reads is the business of administrators', async () => {
  const base = await createKnowledgeBase(testServer.context.db, { name: 'x' });
  const source = await buildDataSource(testServer.context);
  const { id } = await buildAgent(testServer.context, {
    knowledge_bases: [base.id],
    data_sources: [source.id],
  });
  for (const role of ['user', 'user_td'] as const) {
    const as = testServer.as(await testServer.user({ role }));
    for (const reply of [
      await as.get(`/agents/${id}/knowledge-bases`),
      await as.post(`/agents/${id}/knowledge-bases/${base.id}`),
      await as.delete(`/agents/${id}/knowledge-bases/${base.id}`),
      await as.get(`/agents/${id}/data-sources`),
      await as.post(`/data-sources/${source.id}/agents/${id}`),
      await as.delete(`/data-sources/${source.id}/agents/${id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
  expect((await admin.get(`/agents/${id}/knowledge-bases`)).body.data).toHaveLength(1);
});
