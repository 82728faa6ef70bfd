import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GroupLimits } from '#contract/groups.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { group_notices, group_usage } from '../../db/tables/group-limits.ts';
import { subscriptions } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { forgetOldBudgets } from './budget-notices.ts';

let input = 1_000;
let testServer: TestServer;
let boss: { id: number; email: string; token: string };
let group: number;
beforeAll(async () => {
  const model = scripted(() => ['Sim.', { end: { input, output: 0 } }]);
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterAll(() => testServer.close());

const FORM = {
  tokens_per_person: null,
  budget_kind: 'none',
  budget: null,
  hard: false,
  notify_user_ids: [],
  version: 0,
};

beforeEach(async () => {
  boss = await testServer.user({ role: 'superadmin' });
  group = (await as().post('/user-groups', { name: `Grupo ${boss.id}` })).body.data.id;
});

const as = () => testServer.as(boss);
const put = (changes: object) => as().put(`/user-groups/${group}/limits`, { ...FORM, ...changes });
const limitOf = async (id: number) =>
  (await testServer.context.db.select().from(users).where(eq(users.id, id)))[0]?.token_limit;

describe('the limits of a group', () => {
  test('are none at first, and read by administrators without the people', async () => {
    const limits: GroupLimits = (await as().get(`/user-groups/${group}/limits`)).body.data;
    expect(limits).toEqual({
      ...FORM,
      notified: [],
      used: 0,
      reserved: 0,
      month_tokens: 0,
      month_cents: 0,
      renews_at: '2026-12-01T03:00:00.000Z',
      people: [],
    });
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    expect((await admin.get(`/user-groups/${group}/limits`)).body.data.people).toBeNull();
    expect((await admin.put(`/user-groups/${group}/limits`, FORM)).status).toBe(403);
    expect((await as().get('/user-groups/1999999999/limits')).body.code).toBe('group_not_found');
  });

  test('are changed by one at a time and stand in the audit', async () => {
    const budget = { budget_kind: 'brl', budget: 80_000, hard: true, notify_user_ids: [boss.id] };
    expect((await put(budget)).body.data).toMatchObject({ ...budget, version: 1 });
    const late = await put({ ...budget, budget: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'stale_change']);
    const [entry] = await testServer.context.db
      .select()
      .from(audit_entries)
      .orderBy(desc(audit_entries.id))
      .limit(1);
    expect(entry).toMatchObject({
      action: 'group.limits_changed',
      object_id: group,
      after: { budget_kind: 'brl', budget: 80_000, hard: true, notified_people: 1 },
    });
  });

  test.each([
    [{ budget_kind: 'brl', budget: null }, 'budget', 'Informe um orçamento maior que zero.'],
    [{ budget_kind: 'tokens', budget: 0 }, 'budget', 'Informe um orçamento maior que zero.'],
    [
      { tokens_per_person: -1 },
      'tokens_per_person',
      'Informe um limite por pessoa entre 0 e 1.000.000.000.000 tokens.',
    ],
    [{ budget_kind: 'ouro' }, 'budget_kind', 'Informe o tipo de orçamento.'],
    [{ notify_user_ids: [1, 2, 3, 4, 5, 6] }, 'notify_user_ids', 'São permitidas no máximo 5 pessoas.'],
  ])('%j is refused with its sentence', async (changes, field, message) => {
    const { status, body } = await put(changes);
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field, message }]);
  });

  test('R-MNY-08 the limit per person replaces the one of the plan, and a purchase stays', async () => {
    const plain = await testServer.user({ user_group_id: group, signed_in: false });
    const buyer = await testServer.user({ user_group_id: group, signed_in: false });
    const now = testServer.context.clock.now();
    await testServer.context.db.insert(subscriptions).values({
      id: `sub_${buyer.id}`,
      user_id: buyer.id,
      customer_id: `cus_${buyer.id}`,
      tier: 'plus',
      price_id: 'month',
      interval: 'month',
      amount: 62_500,
      status: 'active',
      current_period_start: now,
      current_period_end: now,
      activated_at: now,
    });
    const both = async () => [await limitOf(plain.id), await limitOf(buyer.id)];
    // Below Free, above it, and above what was bought.
    await put({ tokens_per_person: 5_000 });
    expect(await both()).toEqual([5_000, 5_000_000]);
    await put({ tokens_per_person: 300_000, version: 1 });
    expect(await both()).toEqual([300_000, 5_000_000]);
    await put({ tokens_per_person: 9_000_000, version: 2 });
    expect(await both()).toEqual([9_000_000, 9_000_000]);
    await put({ version: 3 });
    expect(await both()).toEqual([100_000, 5_000_000]);
    // A person who comes gets the limit of the group, and one who leaves loses it.
    await put({ tokens_per_person: 5_000, version: 4 });
    await as().post('/user-groups/assign-users', { user_ids: [plain.id], user_group_id: 2 });
    expect(await limitOf(plain.id)).toBe(5_000_000);
    await as().post('/user-groups/assign-users', { user_ids: [plain.id], user_group_id: group });
    expect(await limitOf(plain.id)).toBe(5_000);
  });

  test('of the default group are those of people without a group', async () => {
    const alone = await testServer.user({ user_group_id: null, signed_in: false });
    const groups = (await as().get('/user-groups')).body.data;
    const { id } = groups.find(({ is_default }: { is_default: boolean }) => is_default);
    const set = (tokens_per_person: number | null, version: number) =>
      as().put(`/user-groups/${id}/limits`, { ...FORM, tokens_per_person, version });
    expect((await set(7_000, 0)).status).toBe(200);
    expect(await limitOf(alone.id)).toBe(7_000);
    expect((await set(null, 1)).status).toBe(200);
    expect(await limitOf(alone.id)).toBe(100_000);
  });
});

describe('a level of the budget', () => {
  test('R-MNY-10 is mailed once a month to the named people, and 100 % also at the first refusal', async () => {
    const bia = await testServer.user({ name: 'Bia', signed_in: false });
    const left = await testServer.user({ signed_in: false });
    await put({ budget_kind: 'tokens', budget: 10_000, hard: false, notify_user_ids: [bia.id, left.id] });
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, left.id));
    const agent = await buildAgent(testServer.context);
    await as().post(`/user-groups/${group}/agents`, { agent_ids: [agent.id] });
    const ana = await testServer.user({ user_group_id: group });
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    const asked = async (tokens: number) => {
      input = tokens;
      return testServer.as(ana).ask(id, 'Cabe?');
    };
    await asked(7_000);
    await asked(1_000);
    const first = await testServer.mailbox.next(bia.email);
    expect(first.subject).toBe(`O grupo Grupo ${boss.id} já usou 80% do orçamento do mês`);
    expect(first.text).toContain('usou 8.000 tokens de 10.000 tokens');
    await asked(500);
    await asked(1_000);
    expect((await testServer.mailbox.next(bia.email)).subject).toContain('95%');
    await put({ budget_kind: 'tokens', budget: 9_600, hard: true, notify_user_ids: [bia.id], version: 1 });
    expect((await asked(1)).body.code).toBe('group_budget');
    expect((await asked(1)).body.code).toBe('group_budget');
    const last = await testServer.mailbox.next(bia.email);
    expect(last.subject).toBe(`O orçamento do grupo Grupo ${boss.id} acabou`);
    expect(last.text).toContain('não são aceitas até a renovação, em 01/12/2026');
    const notices = await testServer.context.db
      .select({ level: group_notices.level })
      .from(group_notices)
      .where(eq(group_notices.user_group_id, group))
      .orderBy(group_notices.level);
    expect(notices).toEqual([{ level: 80 }, { level: 95 }, { level: 100 }]);
    expect(testServer.mailbox.emails.filter(({ to }) => to === bia.email)).toHaveLength(3);
    expect(testServer.mailbox.emails.filter(({ to }) => to === left.email)).toEqual([]);
  });

  test('and its month are forgotten after a year', async () => {
    const { db } = testServer.context;
    await db.insert(group_usage).values([
      { user_group_id: group, month: '2025-10-01' },
      { user_group_id: group, month: '2025-11-01' },
    ]);
    await forgetOldBudgets(db, new Date('2026-11-14T12:00:00.000Z'));
    const kept = await db
      .select({ month: group_usage.month })
      .from(group_usage)
      .where(eq(group_usage.user_group_id, group));
    expect(kept).toEqual([{ month: '2025-11-01' }]);
  });
});
