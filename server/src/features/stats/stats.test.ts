import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { messages } from '../../db/tables/chat.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const DAY = 86_400_000;
const ago = (days: number) => new Date(testServer.context.clock.now().getTime() - days * DAY);

/** A conversation of that age with so many questions of the same age. */
async function conversation(
  user_id: number,
  days: number,
  questions: number,
  wishes: { is_test?: boolean } = {},
) {
  const { id } = await buildSession(testServer.context, {
    user_id,
    agent_id: null,
    created_at: ago(days),
    ...wishes,
  });
  for (let number = 0; number < questions; number += 1)
    await testServer.context.db.insert(messages).values({
      user_id,
      session_id: id,
      question: 'x',
      status: 'done',
      model: 'gpt-5',
      created_at: ago(days),
    });
  return id;
}

test('R-ADM-03 the figures of a range count what began in it, erased conversations too, tests never', async () => {
  const admin = await testServer.user({ role: 'admin', created_at: ago(400) });
  const ana = await testServer.user({ created_at: ago(0.5) });
  await testServer.user({ created_at: ago(6.9) });
  await testServer.user({ created_at: ago(29) });
  await testServer.user({ created_at: ago(89) });
  await conversation(ana.id, 0.9, 2);
  await conversation(ana.id, 1.1, 3);
  await conversation(ana.id, 31, 4);
  await conversation(ana.id, 91, 5);
  await conversation(admin.id, 0.1, 7, { is_test: true });
  const erased = await conversation(ana.id, 0.2, 1);
  expect((await testServer.as(ana).delete(`/chat/sessions/${erased}`)).status).toBe(200);

  const figures = async (time_range: string) => {
    const { body } = await testServer.as(admin).get('/admin/stats/users', { query: { time_range } });
    return [body.data.new_users, body.data.new_sessions, body.data.new_questions];
  };
  expect(await figures('day')).toEqual([1, 2, 3]);
  expect(await figures('week')).toEqual([2, 3, 6]);
  expect(await figures('month')).toEqual([3, 3, 6]);
  expect(await figures('three_months')).toEqual([4, 4, 10]);
  expect(await figures('all')).toEqual([5, 5, 15]);
  const { body } = await testServer.as(admin).get('/admin/stats/users');
  expect(body.data).toEqual({ new_users: 1, new_sessions: 2, new_questions: 3 });
});

test('R-ADM-03 another range is refused, and so is who does not administrate', async () => {
  const admin = await testServer.user({ role: 'admin' });
  for (const time_range of ['year', '', 'DAY', '1'])
    expect((await testServer.as(admin).get('/admin/stats/users', { query: { time_range } })).status).toBe(
      422,
    );
  for (const role of ['user', 'user_td'] as const)
    expect((await testServer.as(await testServer.user({ role })).get('/admin/stats/users')).status).toBe(403);
});
