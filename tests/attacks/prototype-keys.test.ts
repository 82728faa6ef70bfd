/** Names that every object of the language has already, in all the places where people name things. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];
const OWN = Object.getOwnPropertyNames(Object.prototype).toSorted();

/** As bytes: an object of ours would lose the key on its way. */
const json = (text: string) => ({ text, headers: { 'content-type': 'application/json' } });

test.each(NAMES)('a tag, a base, a group, an agent and a data source may be called %s', async (name) => {
  for (const path of ['/agents/tags', '/knowledge-bases', '/user-groups', '/agents', '/data-sources']) {
    const { status, body } = await admin.post(path, { name });
    expect([path, status, body.data?.name]).toEqual([path, 201, name]);
    const { body: found } = await admin.get(`${path}?search=${name}&search_term=${name}`);
    expect(found.data.map((one: { name: string }) => one.name)).toContain(name);
  }
});

test.each(NAMES)('a column called %s has its values, its pattern and nothing inherited', async (name) => {
  const values = `{"${name}":["um","dois"]}`;
  const sent = json(
    `{"parameter":"${name}","values":${values},"regex_config":{"enabled":true,"include_pattern":"^u"},"terminology_mapping":${values}}`,
  );
  const tried = await admin.post('/data-sources/test-regex', sent.text, { headers: sent.headers });
  expect(tried.status, tried.text).toBeLessThan(500);
  const { body: made } = await admin.post('/data-sources', { name: `Fonte ${name} 2` });
  const put = json(
    `{"rag_config":{"profile_extraction":{"terminology_mapping":{"${name}":{"values":["um"],"regex_config":null}}},"document_search":{},"document_filter":{}}}`,
  );
  const changed = await admin.put(`/data-sources/${made.data.id}`, put.text, { headers: put.headers });
  // Refused, or kept as it was written: never a key that everything has.
  expect([200, 400, 422], changed.text).toContain(changed.status);
  if (changed.status === 200) {
    const { text } = await admin.get(`/data-sources/${made.data.id}`);
    expect(text).toContain(`"${name}":{`);
  }
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(OWN);
});

test('rights that hide in a prototype are nobody’s', async () => {
  const user = testServer.as(await testServer.user());
  const hidden = [
    '{"name":"Ana","__proto__":{"role":"superadmin","active":true}}',
    '{"name":"Ana","constructor":{"prototype":{"role":"superadmin"}}}',
    '{"name":"Ana","role":"superadmin","role_id":4,"token_limit":999999999,"user_group_id":3,"is_verified":true}',
  ];
  for (const body of hidden)
    await user.patch('/users/me', body, { headers: { 'content-type': 'application/json' } });
  const { body } = await user.get('/users/me');
  expect(body.data).toMatchObject({ role: 'user', role_id: 1, user_group_id: 1, token_limit: 100_000 });
  expect(({} as { role?: string }).role).toBeUndefined();
});
