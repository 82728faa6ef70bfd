/** Calls of programs with something missing or of a wrong form: the answer is a sentence that people understand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuiltUser } from '../server/test/builders.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';

let testServer: TestServer;
let admin: BuiltUser;

beforeAll(async () => {
  testServer = await startTestServer();
  admin = await testServer.user({ role: 'admin' });
});
afterAll(() => testServer.close());

const assigned = (body: object) => testServer.as(admin).post('/user-groups/assign-users', body);

test('people are moved into no group when none is named; one of a wrong form is not found', async () => {
  const detail = 'Informe um grupo válido.';
  for (const user_group_id of [undefined, null])
    expect(await assigned({ user_ids: [admin.id], user_group_id })).toMatchObject({
      status: 422,
      body: { detail, errors: [{ field: 'user_group_id', message: detail }] },
    });
  for (const user_group_id of ['abc', -1, 1.5, 99_999_999_999])
    expect(await assigned({ user_ids: [admin.id], user_group_id })).toMatchObject({
      status: 404,
      body: { code: 'group_not_found' },
    });
});

test('an agent of a wrong form is not found', async () => {
  for (const id of ['abc', '0', '-1', '99999999999'])
    expect(await testServer.as(admin).post(`/chat/create-session?agent_id=${id}`)).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    });
});

test('a page size that is no number, and a missing body, get errors in plain words', async () => {
  const as = testServer.as(admin);
  expect(await as.get('/users/all?limit=abc')).toMatchObject({
    status: 422,
    body: { detail: 'O campo "limit" deve ser um número.' },
  });
  expect(await as.delete('/user-groups/1/agents')).toMatchObject({
    status: 422,
    body: { detail: 'Faltam os dados da requisição.' },
  });
});
