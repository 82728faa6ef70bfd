import { afterAll, beforeAll, expect, test } from 'vitest';
import { DISMISSALS_MAX } from '#contract/limits.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { user_dismissals } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const PATH = '/users/me/dismissals';

async function person() {
  const ana = await testServer.user();
  const as = testServer.as(ana);
  return {
    ana,
    put: (body: unknown) => as.put(PATH, body),
    list: async () => (await as.get(PATH)).body.data,
  };
}

test('what a person dismisses is listed for them and for nobody else', async () => {
  const ana = await person();
  const eva = await person();
  expect(await ana.list()).toEqual([]);
  const link = { key: 'foreign_link', version: 1, at: TEST_NOW.toISOString() };
  expect((await ana.put({ key: 'foreign_link' })).body.data).toEqual(link);
  expect((await ana.put({ key: 'agent_gate:12', version: 3 })).status).toBe(200);
  expect(await ana.list()).toEqual([{ ...link, key: 'agent_gate:12', version: 3 }, link]);
  expect(await eva.list()).toEqual([]);
});

test('the highest version stays, also when several come at the same moment', async () => {
  const { put, list } = await person();
  const versions = [2, 5, 1, 4, 3];
  const replies = await Promise.all(versions.map((version) => put({ key: 'banner', version })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  testServer.clock.advance(1_000);
  expect((await put({ key: 'banner', version: 4 })).body.data).toMatchObject({ version: 5 });
  expect(await list()).toMatchObject([{ key: 'banner', version: 5, at: TEST_NOW.toISOString() }]);
});

test('the oldest make room for a new one', async () => {
  const { ana, put, list } = await person();
  await testServer.context.db.insert(user_dismissals).values(
    Array.from({ length: DISMISSALS_MAX }, (_, place) => ({
      user_id: ana.id,
      key: `old:${place}`,
      version: 1,
      at: new Date(TEST_NOW.getTime() - (DISMISSALS_MAX - place) * 1_000),
    })),
  );
  await put({ key: 'new' });
  const keys = (await list()).map(({ key }: { key: string }) => key);
  expect(keys).toHaveLength(DISMISSALS_MAX);
  expect(keys).toContain('new');
  expect(keys).toContain('old:1');
  expect(keys).not.toContain('old:0');
});

test('keys and versions out of form are refused', async () => {
  const { put, list } = await person();
  for (const body of [
    undefined,
    {},
    { key: '' },
    { key: 'x'.repeat(101) },
    { key: 'Com espaço' },
    { key: 7 },
    { key: 'banner', version: 0 },
    { key: 'banner', version: 1.5 },
    { key: 'banner', version: 1_000_001 },
    { key: 'banner', version: '2' },
  ])
    expect((await put(body)).status, JSON.stringify(body)).toBe(422);
  expect(await list()).toEqual([]);
});
