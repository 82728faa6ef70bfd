import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Activity } from '#contract/stats.ts';
import { buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { messages } from '../../db/tables/chat.ts';
import { rollUp } from './roll-up.ts';

let testServer: TestServer;
let admin: { token: string };
beforeAll(async () => {
  // Half past nine in São Paulo, on the 14th.
  testServer = await startTestServer({ now: new Date('2026-11-14T12:30:00.000Z') });
  admin = await testServer.user({ role: 'admin', created_at: new Date('2026-08-20T15:00:00.000Z') });
});
afterAll(() => testServer.close());

async function question(time: string) {
  const ana = await testServer.user({ signed_in: false, created_at: new Date('2026-08-20T15:00:00.000Z') });
  const created_at = new Date(time);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: null, created_at });
  await testServer.context.db
    .insert(messages)
    .values({ user_id: ana.id, session_id: id, question: 'x', status: 'done', model: 'gpt-5', created_at });
}

const course = async (time_range: string): Promise<Activity> =>
  (await testServer.as(admin).get('/admin/stats/activity', { query: { time_range } })).body.data;

const asked = (activity: Activity) =>
  activity.series
    .filter(({ new_questions }) => new_questions)
    .map((point) => [point.start, point.new_questions]);

test('R-ADM-03 a range has its course without gaps, in hours, in days and in months of Brazil', async () => {
  // Before midnight of the 13th in São Paulo, and after it; the same hours in UTC are of one day.
  await question('2026-11-14T02:50:00.000Z');
  await question('2026-11-14T03:10:00.000Z');
  await question('2026-11-14T12:29:00.000Z');
  await question('2026-11-13T12:40:00.000Z');
  await question('2026-11-07T12:31:00.000Z');
  await question('2026-11-01T02:59:00.000Z');
  await question('2026-09-01T03:00:00.000Z');
  for (const rolled of [false, true]) {
    if (rolled) await rollUp(testServer.context);
    const day = await course('day');
    expect(day.unit).toBe('hour');
    expect(day.series).toHaveLength(25);
    expect([day.series[0]?.start, day.series.at(-1)?.start]).toEqual([
      '2026-11-13T12:00:00.000Z',
      '2026-11-14T12:00:00.000Z',
    ]);
    expect(asked(day)).toEqual([
      ['2026-11-13T12:00:00.000Z', 1],
      ['2026-11-14T02:00:00.000Z', 1],
      ['2026-11-14T03:00:00.000Z', 1],
      ['2026-11-14T12:00:00.000Z', 1],
    ]);

    const week = await course('week');
    expect(week.unit).toBe('day');
    expect(week.series.map(({ start }) => start)).toEqual(
      ['07', '08', '09', '10', '11', '12', '13', '14'].map((d) => `2026-11-${d}T03:00:00.000Z`),
    );
    expect(asked(week)).toEqual([
      ['2026-11-07T03:00:00.000Z', 1],
      ['2026-11-13T03:00:00.000Z', 2],
      ['2026-11-14T03:00:00.000Z', 2],
    ]);
    expect([(await course('month')).series.length, (await course('three_months')).series.length]).toEqual([
      31, 91,
    ]);

    const all = await course('all');
    expect(all.unit).toBe('month');
    expect(
      all.series.map(({ start, new_questions, new_users }) => [start, new_questions, new_users]),
    ).toEqual([
      ['2026-08-01T03:00:00.000Z', 0, 8],
      ['2026-09-01T03:00:00.000Z', 1, 0],
      ['2026-10-01T03:00:00.000Z', 1, 0],
      ['2026-11-01T03:00:00.000Z', 5, 0],
    ]);
  }
});

test('R-ADM-03 stands beside the same time before; its course adds up to its figures', async () => {
  for (const time_range of ['day', 'week', 'month', 'three_months', 'all'] as const) {
    const { current, series, previous } = await course(time_range);
    const { body } = await testServer.as(admin).get('/admin/stats/users', { query: { time_range } });
    expect(current).toEqual(body.data);
    expect(series.reduce((sum, { new_questions }) => sum + new_questions, 0)).toBe(current.new_questions);
    expect(previous === null).toBe(time_range === 'all');
  }
  expect((await course('day')).previous).toEqual({ new_users: 0, new_sessions: 0, new_questions: 0 });
  expect((await course('week')).previous).toEqual({ new_users: 0, new_sessions: 1, new_questions: 1 });
  expect((await course('month')).previous).toEqual({ new_users: 0, new_sessions: 0, new_questions: 0 });
});

test('R-ADM-03 what another process’s clock has put into the next hour is of this one', async () => {
  const before = (await course('day')).current.new_questions;
  await question('2026-11-14T13:00:01.000Z');
  const { current, series } = await course('day');
  expect(current.new_questions).toBe(before + 1);
  expect(series.at(-1)).toMatchObject({ start: '2026-11-14T12:00:00.000Z', new_questions: 2 });
});
