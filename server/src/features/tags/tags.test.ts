import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildTag } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { tags } from '../../db/tables/agents.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

type Tag = { id: number; name: string; agents_count?: number };
const listed = async (as = admin): Promise<Tag[]> => (await as.get('/agents/tags')).body.data;
const names = (some: Tag[]) => some.map(({ name }) => name);

describe('R-TAG-07 the list of tags', () => {
  test('R-TAG-09 R-TAG-10 is for everybody, by name as a Brazilian would order them', async () => {
    await testServer.context.db.delete(tags);
    await buildAgent(testServer.context, {
      tags: ['zelo', 'Água', 'beta', 'Édito', 'alfa'],
      groups: [2],
    });
    const { status, body } = await testServer.as(await testServer.user()).get('/agents/tags');
    expect([status, names(body.data)]).toEqual([200, ['Água', 'alfa', 'beta', 'Édito', 'zelo']]);
    expect(body.data[0]).toEqual({ id: expect.any(Number), name: 'Água' });
    expect(body.metadata).toEqual({ total: 5, has_more: false });
  });

  test('offers people no tag that belongs to drafts only', async () => {
    await testServer.context.db.delete(tags);
    await buildAgent(testServer.context, { tags: ['ambos', 'rascunho'], deploy_status: false });
    await buildAgent(testServer.context, { tags: ['ambos'] });
    await buildTag(testServer.context, 'nenhum');
    const person = testServer.as(await testServer.user());
    expect(names(await listed(person))).toEqual(['ambos', 'nenhum']);
    expect(names(await listed())).toEqual(['ambos', 'nenhum', 'rascunho']);
    const offered = await admin.get('/agents/tags?offered=true');
    expect(names(offered.body.data)).toEqual(['ambos', 'nenhum']);
  });

  test('tells administrators how many agents have each, and nobody else', async () => {
    await testServer.context.db.delete(tags);
    await buildAgent(testServer.context, { tags: ['muitos', 'um'] });
    await buildAgent(testServer.context, { tags: ['muitos'], deploy_status: false });
    await buildTag(testServer.context, 'nenhum');
    const counts = (await listed()).map(({ name, agents_count }) => [name, agents_count]);
    expect(counts).toEqual([
      ['muitos', 2],
      ['nenhum', 0],
      ['um', 1],
    ]);
    const superadmin = await listed(testServer.as(await testServer.user({ role: 'superadmin' })));
    expect(superadmin[0]?.agents_count).toBe(2);
    for (const role of ['user', 'user_td'] as const)
      for (const tag of await listed(testServer.as(await testServer.user({ role }))))
        expect(Object.keys(tag)).toEqual(['id', 'name']);
  });
});

describe('R-TAG-07 a new tag', () => {
  test('has the typed name without the blanks around it', async () => {
    const { status, body } = await admin.post('/agents/tags', { name: '  Compras públicas ' });
    expect([status, body.data]).toEqual([201, { id: expect.any(Number), name: 'Compras públicas' }]);
    expect(names(await listed())).toContain('Compras públicas');
  });

  test('may not be named like another, whatever the case and the accents', async () => {
    await admin.post('/agents/tags', { name: 'Jurídico' });
    for (const name of ['Jurídico', 'jurídico', 'JURIDICO', ' juridico ']) {
      const { status, body } = await admin.post('/agents/tags', { name });
      expect([status, body.code, body.detail]).toEqual([
        409,
        'tag_taken',
        'Já existe uma tag com esse nome.',
      ]);
    }
    const same = await Promise.all(
      Array.from({ length: 5 }, () => admin.post('/agents/tags', { name: 'ao mesmo tempo' })),
    );
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(same.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  test.each([
    ['', 'O nome da tag não pode estar vazio'],
    ['   ', 'O nome da tag não pode estar vazio'],
    ['\0', 'O nome da tag não pode estar vazio'],
    [undefined, 'O nome da tag não pode estar vazio'],
    [7, 'O nome da tag não pode estar vazio'],
    ['x'.repeat(51), 'O nome da tag deve ter no máximo 50 caracteres'],
  ])('R-TAG-03 R-TAG-04 is refused as %j', async (name, detail) => {
    const before = await listed();
    const tag = before[0]?.id ?? 0;
    for (const reply of [
      await admin.post('/agents/tags', { name }),
      await admin.put(`/agents/tags/${tag}`, { name }),
    ])
      expect([reply.status, reply.body.detail]).toEqual([422, detail]);
    expect(await listed()).toEqual(before);
  });

  test('R-TAG-04 may have fifty characters', async () => {
    expect((await admin.post('/agents/tags', { name: 'é'.repeat(50) })).status).toBe(201);
  });
});

describe('renaming a tag', () => {
  test('renames it on all agents, also to another spelling of the same name', async () => {
    const agent = await buildAgent(testServer.context, { tags: ['prazo'] });
    const { id } = await buildTag(testServer.context, 'prazo');
    for (const name of ['Prázo', 'Calendário']) {
      const { status, body } = await admin.put(`/agents/tags/${id}`, { name });
      expect([status, body.data]).toEqual([200, { id, name }]);
      expect((await admin.get(`/agents/${agent.id}`)).body.data.tags).toEqual([{ id, name }]);
    }
  });

  test('is refused with the name of another', async () => {
    const one = await buildTag(testServer.context, 'primeira');
    await buildTag(testServer.context, 'Segunda');
    expect((await admin.put(`/agents/tags/${one.id}`, { name: 'segunda' })).body.code).toBe('tag_taken');
  });
});

test('R-TAG-06 R-TAG-07 a deleted tag is gone from all agents', async () => {
  const agent = await buildAgent(testServer.context, { tags: ['fica', 'vai'] });
  const { id } = await buildTag(testServer.context, 'vai');
  expect(await admin.delete(`/agents/tags/${id}`)).toMatchObject({
    status: 200,
    body: { success: true, data: null },
  });
  expect(names((await admin.get(`/agents/${agent.id}`)).body.data.tags)).toEqual(['fica']);
  expect(names(await listed())).not.toContain('vai');
  for (const reply of [
    await admin.delete(`/agents/tags/${id}`),
    await admin.put(`/agents/tags/${id}`, { name: 'x' }),
    await admin.delete('/agents/tags/x'),
  ])
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      404,
      'tag_not_found',
      'Tag não encontrada.',
    ]);
});

describe('R-TAG-08 the tags of an agent', () => {
  test('are listed after each one given and taken; giving one twice is giving it once', async () => {
    const agent = await buildAgent(testServer.context);
    const [b, a] = [
      await buildTag(testServer.context, 'B de boa'),
      await buildTag(testServer.context, 'á de água'),
    ];
    const path = (tag: number) => `/agents/${agent.id}/tags/${tag}`;
    const told: [() => Promise<{ status: number; body: { data: Tag[] } }>, Tag[]][] = [
      [() => admin.post(path(b.id)), [b]],
      [() => admin.post(path(a.id)), [a, b]],
      [() => admin.post(path(a.id)), [a, b]],
      [() => admin.delete(path(b.id)), [a]],
      [() => admin.delete(path(b.id)), [a]],
    ];
    for (const [act, expected] of told) {
      const { status, body } = await act();
      expect([status, body.data]).toEqual([200, expected]);
      expect((await admin.get(`/agents/${agent.id}`)).body.data.tags).toEqual(expected);
    }
  });

  test('do not change where there is no such agent or no such tag', async () => {
    const agent = await buildAgent(testServer.context);
    const tag = await buildTag(testServer.context, 'solta');
    for (const method of ['post', 'delete'] as const) {
      expect((await admin[method](`/agents/1999999999/tags/${tag.id}`)).body.code).toBe('agent_not_found');
      expect((await admin[method](`/agents/${agent.id}/tags/1999999999`)).body.code).toBe('tag_not_found');
      expect((await admin[method](`/agents/x/tags/${tag.id}`)).status).toBe(404);
    }
  });
});

test('R-TAG-10 ordinary people change no tag', async () => {
  const { id } = await buildAgent(testServer.context, { tags: ['de todos'] });
  const tag = await buildTag(testServer.context, 'de todos');
  const before = await listed();
  for (const role of ['user', 'user_td'] as const) {
    const as = testServer.as(await testServer.user({ role }));
    for (const reply of [
      await as.post('/agents/tags', { name: 'minha' }),
      await as.put(`/agents/tags/${tag.id}`, { name: 'minha' }),
      await as.delete(`/agents/tags/${tag.id}`),
      await as.post(`/agents/${id}/tags/${tag.id}`),
      await as.delete(`/agents/${id}/tags/${tag.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
  expect(await listed()).toEqual(before);
});
