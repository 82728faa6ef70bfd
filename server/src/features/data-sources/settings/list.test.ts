import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildDataSource } from '../../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { data_sources } from '../../../db/tables/data-sources.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

/** The first was changed last. */
async function sourcesAre(...wishes: { name: string; description?: string }[]) {
  await testServer.context.db.delete(data_sources);
  const built = [];
  for (const [place, wish] of wishes.entries())
    built.push(
      await buildDataSource(testServer.context, {
        ...wish,
        updated_at: new Date(Date.UTC(2026, 0, 1, 0, -place)),
      }),
    );
  return built;
}
const listed = async (query = {}) => (await admin.get('/data-sources', { query })).body;
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('R-DS-52 the list of data sources', () => {
  test('is of all of them, last changed first, with the agents that read them', async () => {
    const [first] = await sourcesAre({ name: 'b' }, { name: 'a' });
    const agents = [
      await buildAgent(testServer.context, { name: 'Zé', data_sources: [first?.id ?? 0] }),
      await buildAgent(testServer.context, {
        name: 'Ágata',
        data_sources: [first?.id ?? 0],
        deploy_status: false,
      }),
    ];
    const body = await listed();
    expect([names(body), body.metadata, body.message]).toEqual([
      ['b', 'a'],
      { total: 2, has_more: false },
      '',
    ]);
    expect(body.data[0].agents).toEqual(
      agents
        .toReversed()
        .map(({ id, name, deploy_status }) => ({ id, name, description: null, deploy_status })),
    );
    expect(body.data[1].agents).toEqual([]);
  });

  test('comes in pages of a hundred unless asked otherwise', async () => {
    await sourcesAre(...Array.from({ length: 101 }, (_, number) => ({ name: `f${number}` })));
    const first = await listed();
    expect([first.data.length, first.metadata]).toEqual([100, { total: 101, has_more: true }]);
    expect(names(await listed({ skip: '24', limit: '12' }))[0]).toBe('f24');
    const beyond = await listed({ skip: '500' });
    expect([beyond.data, beyond.metadata]).toEqual([[], { total: 101, has_more: false }]);
    for (const query of ['skip=-1', 'limit=0', 'limit=x'])
      expect((await admin.get(`/data-sources?${query}`)).status).toBe(422);
  });

  test('finds parts of names and descriptions, whatever the case and the accents', async () => {
    await sourcesAre({ name: 'Licitações' }, { name: 'x', description: 'de LICITACAO' }, { name: '100%' });
    for (const [search, expected] of [
      ['licitaç', ['Licitações', 'x']],
      ['%', ['100%']],
      ["'", []],
      [' ', ['Licitações', 'x', '100%']],
    ] as const)
      expect(names(await listed({ search }))).toEqual(expected);
  });

  test('is for administrators', async () => {
    expect((await testServer.as(await testServer.user()).get('/data-sources')).status).toBe(403);
  });
});
