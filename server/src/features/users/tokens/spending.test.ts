import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenUsage } from '#contract/users.ts';
import { buildAgent } from '../../../../test/builders.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../test/test-server.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { runsOutAt, withoutGaps } from './spending.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());
beforeEach(() => testServer.clock.set(TEST_NOW));

/** The usage of one question, in the form of the ledger. */
type Wish = Partial<typeof token_entries.$inferInsert> & { at: string };
let message_id = 0;

async function charge(user_id: number, charged: number, { at, ...wish }: Wish) {
  message_id += 1;
  await testServer.context.db.insert(token_entries).values({
    user_id,
    message_id,
    purpose: 'answer',
    model: 'local',
    input_tokens: charged,
    output_tokens: 0,
    charged,
    estimated: false,
    created_at: new Date(at),
    ...wish,
  });
}

const usageOf = async (who: { token: string }): Promise<TokenUsage> =>
  (await testServer.as(who).get('/users/me/usage')).body.data;
const used = ({ days }: TokenUsage) => days.filter(({ tokens }) => tokens > 0);
const sum = (rows: { tokens: number }[]) => rows.reduce((total, { tokens }) => total + tokens, 0);
const set = (id: number, change: Partial<typeof users.$inferInsert>) =>
  testServer.context.db.update(users).set(change).where(eq(users.id, id));

/** Cycles of this person begin on the 12th at midnight in São Paulo, 03:00 in UTC. */
const joinedOnThe12th = { created_at: new Date('2026-08-12T15:00:00.000Z') };

describe('the tokens of the cycle', () => {
  test('lie on the days of São Paulo, both sides of midnight, and add up to token_used', async () => {
    const ana = await testServer.user(joinedOnThe12th);
    await charge(ana.id, 400, { at: '2026-11-12T02:59:59.999Z' });
    await charge(ana.id, 10, { at: '2026-11-12T03:00:00.000Z' });
    await charge(ana.id, 20, { at: '2026-11-13T02:59:59.999Z' });
    await charge(ana.id, 40, { at: '2026-11-13T03:00:00.000Z' });
    await charge(ana.id, 80, { at: '2026-11-14T11:59:00.000Z' });

    const usage = await usageOf(ana);

    expect(usage).toEqual({
      cycle_start: '2026-11-12T03:00:00.000Z',
      next_token_reset: '2026-12-12T03:00:00.000Z',
      token_used: 150,
      token_limit: 100_000,
      own_cap: null,
      days: [
        { day: '2026-11-12', tokens: 30, answers: 2 },
        { day: '2026-11-13', tokens: 40, answers: 1 },
        { day: '2026-11-14', tokens: 80, answers: 1 },
      ],
      agents: [{ agent_id: null, agent_name: null, tokens: 150, answers: 4 }],
      purposes: [{ purpose: 'answer', tokens: 150, calls: 4 }],
      runs_out_at: null,
    });
    expect((await testServer.as(ana).get('/users/me')).body.data.token_used).toBe(150);
  });

  test('end with the cycle: a minute after its border only what came after it is there', async () => {
    const ana = await testServer.user(joinedOnThe12th);
    await charge(ana.id, 7, { at: '2026-12-12T02:59:59.999Z' });
    await charge(ana.id, 5, { at: '2026-12-12T03:00:00.000Z' });
    testServer.clock.set(new Date('2026-12-12T02:59:59.999Z'));
    await set(ana.id, { token_cycle_start: new Date('2026-11-12T03:00:00.000Z'), token_used: 12 });
    const fresh = async () => {
      const { body } = await testServer
        .anyone()
        .form('/auth/login', { username: ana.email, password: ana.password });
      return usageOf({ token: body.data.access_token });
    };
    const before = await fresh();
    expect([before.days.length, sum(before.days), before.token_used]).toEqual([31, 12, 12]);
    expect(before.days.at(-1)?.day).toBe('2026-12-12');

    testServer.clock.set(new Date('2026-12-12T03:01:00.000Z'));
    const after = await fresh();
    expect(after).toMatchObject({ token_used: 5, cycle_start: '2026-12-12T03:00:00.000Z' });
    expect(after.days).toEqual([{ day: '2026-12-12', tokens: 5, answers: 1 }]);
    expect(sum(after.agents)).toBe(5);
  });

  test('of a first cycle begin with the account, not with its day', async () => {
    const ana = await testServer.user({ created_at: new Date('2026-11-10T01:00:00.000Z') });
    expect((await usageOf(ana)).days.map(({ day }) => day)).toEqual([
      '2026-11-09',
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
      '2026-11-14',
    ]);
  });

  test('are the charged ones only: tests of an agent and free answers are not among them, nor anybody else’s', async () => {
    const ana = await testServer.user(joinedOnThe12th);
    const eva = await testServer.user(joinedOnThe12th);
    await charge(ana.id, 0, { at: '2026-11-13T12:00:00.000Z', input_tokens: 900 });
    await charge(eva.id, 77, { at: '2026-11-13T12:00:00.000Z' });

    const usage = await usageOf(ana);

    expect([used(usage), usage.agents, usage.days.length]).toEqual([[], [], 3]);
  });

  test('count an answer once, however many calls of a model it took', async () => {
    const ana = await testServer.user(joinedOnThe12th);
    const answer = { message_id: 900_001 };
    await charge(ana.id, 1, { at: '2026-11-13T02:59:59.000Z', ...answer, purpose: 'filter' });
    await charge(ana.id, 2, { at: '2026-11-13T03:00:01.000Z', ...answer });
    await charge(ana.id, 4, { at: '2026-11-13T03:00:02.000Z', ...answer, call: 1 });
    await charge(ana.id, 8, { at: '2026-11-13T03:00:03.000Z', ...answer, purpose: 'title' });

    const usage = await usageOf(ana);

    expect(used(usage)).toEqual([
      { day: '2026-11-12', tokens: 1, answers: 0 },
      { day: '2026-11-13', tokens: 14, answers: 1 },
    ]);
    expect(usage.agents).toEqual([{ agent_id: null, agent_name: null, tokens: 15, answers: 1 }]);
  });

  test('of an agent come under its present name; of one that is gone, under the last that a conversation kept', async () => {
    const { db } = testServer.context;
    const ana = await testServer.user(joinedOnThe12th);
    const alive = await buildAgent(testServer.context, { name: 'Nome antigo' });
    await db.update(agents).set({ name: 'Nome novo' }).where(eq(agents.id, alive.id));
    const gone = 1_000_000_001;
    const keep = async (agent_id: number, agent_name: string | null) => {
      const session = { id: randomUUID(), user_id: ana.id, agent_id, agent_name, chat_title: 'Novo chat' };
      await db.insert(chat_sessions).values(session);
      return session.id;
    };
    const at = '2026-11-13T12:00:00.000Z';
    await charge(ana.id, 10, { at, agent_id: alive.id, session_id: await keep(alive.id, 'Nome antigo') });
    await charge(ana.id, 20, { at, agent_id: gone, session_id: await keep(gone, 'Primeiro nome') });
    await charge(ana.id, 30, { at, agent_id: gone, session_id: await keep(gone, 'Último nome') });
    await charge(ana.id, 1, { at, agent_id: gone, session_id: await keep(gone, null) });
    await charge(ana.id, 5, { at, agent_id: 1_000_000_002, session_id: randomUUID() });

    const usage = await usageOf(ana);

    expect(usage.agents).toEqual([
      { agent_id: gone, agent_name: 'Último nome', tokens: 51, answers: 3 },
      { agent_id: alive.id, agent_name: 'Nome novo', tokens: 10, answers: 1 },
      { agent_id: 1_000_000_002, agent_name: null, tokens: 5, answers: 1 },
    ]);
    expect([sum(usage.agents), sum(usage.days)]).toEqual([usage.token_used, 66]);
  });

  test('add up to token_used at every moment, also while answers are settled', async () => {
    const ana = await testServer.user({ created_at: new Date('2026-11-12T15:00:00.000Z') });
    const settle = () =>
      testServer.context.db.transaction(async (tx) => {
        message_id += 1;
        await tx.insert(token_entries).values({
          user_id: ana.id,
          message_id,
          purpose: 'answer',
          model: 'local',
          input_tokens: 10,
          output_tokens: 0,
          charged: 10,
          estimated: false,
          created_at: TEST_NOW,
        });
        await tx
          .update(users)
          .set({ token_used: sql`${users.token_used} + 10` })
          .where(eq(users.id, ana.id));
      });
    const seen: number[][] = [];
    for (let round = 0; round < 15; round += 1) {
      const racers = Array.from({ length: 3 }, () => [settle(), usageOf(ana)]);
      for (const usage of await Promise.all(racers.flat()))
        if (usage) seen.push([usage.token_used, sum(usage.days), sum(usage.agents), sum(usage.purposes)]);
    }
    for (const [total, ...sums] of seen) expect(sums).toEqual([total, total, total]);
    expect((await usageOf(ana)).token_used).toBe(450);
  });
});

describe('what the tokens were for', () => {
  test('is listed by purpose, most used first, and as a file with one line a call of a model', async () => {
    const ana = await testServer.user(joinedOnThe12th);
    const agent = await buildAgent(testServer.context, { name: '=SOMA(A1)' });
    await charge(ana.id, 9_999, { at: '2026-11-01T12:00:00.000Z' });
    await charge(ana.id, 10, { at: '2026-11-12T12:00:00.000Z', purpose: 'filter', agent_id: agent.id });
    await charge(ana.id, 15, { at: '2026-11-12T12:00:01.000Z', purpose: 'filter', call: 1 });
    await charge(ana.id, 40, { at: '2026-11-12T12:00:02.000Z', estimated: true });
    await charge(ana.id, 0, { at: '2026-11-12T12:00:03.000Z', purpose: 'title' });
    expect((await usageOf(ana)).purposes).toEqual([
      { purpose: 'answer', tokens: 40, calls: 1 },
      { purpose: 'filter', tokens: 25, calls: 2 },
    ]);
    const { status, text, headers } = await testServer.as(ana).get('/users/me/usage/export');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringContaining('prosa-uso-2026-11-14.csv'),
    ]);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFcreated_at;agent;purpose;model;input_tokens;output_tokens;charged;estimated',
      "2026-11-12T12:00:00.000Z;'=SOMA(A1);filter;local;10;0;10;false",
      '2026-11-12T12:00:01.000Z;;filter;local;15;0;15;false',
      '2026-11-12T12:00:02.000Z;;answer;local;40;0;40;true',
      '2026-11-12T12:00:03.000Z;;title;local;0;0;0;false',
      '',
    ]);
    const nobodyElses = await testServer.as(await testServer.user()).get('/users/me/usage/export');
    expect(nobodyElses.text.split('\r\n')).toHaveLength(2);
  });
});

describe('when the tokens run out', () => {
  const cycle = {
    token_used: 500,
    token_limit: 1_000,
    token_cycle_start: new Date('2026-11-10T03:00:00.000Z'),
    reset: new Date('2026-12-10T03:00:00.000Z'),
  };
  const daysIn = (days: number) => new Date(cycle.token_cycle_start.getTime() + days * 86_400_000);

  test('is foretold from the pace of the cycle so far', () => {
    expect(runsOutAt(cycle, daysIn(4))).toEqual(daysIn(8));
    expect(runsOutAt({ ...cycle, token_used: 250 }, daysIn(4))).toEqual(daysIn(16));
  });

  test('is not foretold where the next cycle comes first, without use, and on the first day', () => {
    expect(runsOutAt({ ...cycle, token_used: 10 }, daysIn(4))).toBeNull();
    expect(runsOutAt(cycle, daysIn(15))).toBeNull();
    expect(runsOutAt({ ...cycle, token_used: 0 }, daysIn(4))).toBeNull();
    expect(runsOutAt(cycle, new Date(daysIn(1).getTime() - 1))).toBeNull();
    expect(runsOutAt(cycle, daysIn(1))).toEqual(daysIn(2));
  });

  test('is now when they have', () => {
    expect(runsOutAt({ ...cycle, token_used: 1_200 }, daysIn(4))).toEqual(daysIn(4));
  });
});

test('who signed in with a temporary password sets a new one before seeing where the tokens went', async () => {
  const ana = await testServer.user();
  await testServer.anyone().post('/auth/request-reset', { email: ana.email });
  const { text } = await testServer.mailbox.next(ana.email);
  const password = /Senha temporária:\s+(\S+)/.exec(text)?.[1] ?? '';
  const { body } = await testServer.anyone().form('/auth/login', { username: ana.email, password });
  const reply = await testServer.as({ token: body.data.access_token }).get('/users/me/usage');
  expect([reply.status, reply.body.code]).toEqual([403, 'password_change_required']);
});

describe('days without gaps', () => {
  const day = (date: string, tokens: number) => ({ day: date, tokens, answers: 1 });

  test('cross the ends of months and years', () => {
    const days = withoutGaps([day('2028-02-29', 3)], { from: '2028-02-28', to: '2028-03-01' });
    expect(days.map(({ day: date, tokens }) => [date, tokens])).toEqual([
      ['2028-02-28', 0],
      ['2028-02-29', 3],
      ['2028-03-01', 0],
    ]);
    expect(withoutGaps([], { from: '2026-12-31', to: '2027-01-01' })).toHaveLength(2);
  });

  test('lose nothing when a clock ran ahead', () => {
    expect(withoutGaps([day('2026-11-15', 3)], { from: '2026-11-14', to: '2026-11-14' })).toEqual([
      { day: '2026-11-14', tokens: 0, answers: 0 },
      day('2026-11-15', 3),
    ]);
    expect(withoutGaps([], { from: '2026-11-15', to: '2026-11-14' })).toHaveLength(1);
  });
});
