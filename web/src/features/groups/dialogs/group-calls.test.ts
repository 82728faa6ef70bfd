// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanUp, data, failureOf, json, signIn, testServer } from '../../../../test/network.ts';

beforeEach(signIn);
afterEach(cleanUp);

const sent = (heard: { method: string; url: string; body: unknown }[]) =>
  heard.map(({ method, url, body }) => [method, url, JSON.parse(String(body)) as Record<string, unknown>]);

test('R-GRP-39 assigning, associating and disassociating without a group fail with «No group selected» and send nothing', async () => {
  const { heard } = await testServer({});
  const calls = await import('./group-calls.ts');
  const { messageOf } = await import('../../../api/error-message.ts');
  const someone = new Set([1]);
  for (const failing of [
    calls.assignUsers(null, someone, () => {}),
    calls.associateAgents(null, someone),
    calls.disassociateAgents(null, someone),
  ]) {
    const failure = await failureOf(failing);
    expect(failure.message).toBe('No group selected');
    expect(messageOf(failure, 'Falha ao atribuir usuários ao grupo')).toBe('No group selected');
  }
  expect(heard).toEqual([]);
});

test('R-GRP-22 people are only ever moved in, ten thousand at a time, and each call that succeeded is reported', async () => {
  const { heard } = await testServer({ '/user-groups/assign-users': [data({ assigned: 1 })] });
  const { assignUsers } = await import('./group-calls.ts');
  const many = new Set(Array.from({ length: 10_001 }, (_, index) => index + 1));
  const moved: number[] = [];
  await assignUsers(4, many, (ids) => moved.push(ids.length));
  expect(moved).toEqual([10_000, 1]);
  expect(heard.map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(sent(heard)[1]).toEqual([
    'POST',
    '/api/v1/user-groups/assign-users',
    { user_ids: [10_001], user_group_id: 4 },
  ]);
});

test('people who were moved before a call failed are reported, the others are not', async () => {
  await testServer({ '/user-groups/assign-users': [data({ assigned: 1 }), json(500, {})] });
  const { assignUsers } = await import('./group-calls.ts');
  const many = new Set(Array.from({ length: 10_001 }, (_, index) => index + 1));
  const moved: number[] = [];
  await failureOf(assignUsers(4, many, (ids) => moved.push(ids.length)));
  expect(moved).toEqual([10_000]);
});

test('R-GRP-35 the added go out as associations, the removed as disassociations; of nothing nothing is sent', async () => {
  const { heard } = await testServer({
    '/user-groups/4/agents': [data({ added: 2 }), data({ removed: 1 })],
  });
  const { associateAgents, disassociateAgents } = await import('./group-calls.ts');
  await associateAgents(4, new Set([7, 8]));
  await disassociateAgents(4, new Set([9]));
  await associateAgents(4, new Set());
  expect(sent(heard)).toEqual([
    ['POST', '/api/v1/user-groups/4/agents', { agent_ids: [7, 8] }],
    ['DELETE', '/api/v1/user-groups/4/agents', { agent_ids: [9] }],
  ]);
});
