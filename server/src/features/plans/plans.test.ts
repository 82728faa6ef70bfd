/** Plans and packs as superadmins keep them, with prices read back from Stripe's stand-in. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  MONTH,
  type StripeTestServer,
  startStripeTestServer,
  YEAR,
} from '../../../test/payments/stripe-test-server.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { packs, plan_prices, plans, purchases } from '../../db/tables/plans.ts';
import { seedPlans } from '../../seed/seed-plans.ts';
import { fillSeededPriceIds } from './seeded-price-ids.ts';

let testServer: StripeTestServer;
let root: ReturnType<StripeTestServer['as']>;
beforeAll(async () => {
  testServer = await startStripeTestServer();
  root = testServer.as(await testServer.user({ role: 'superadmin' }));
});
afterAll(() => testServer.close());

let count = 0;
beforeEach(() => {
  count += 1;
  testServer.stripe.be('none');
  testServer.stripe.calls.length = 0;
  const every = (interval: string) => ({ recurring: { interval, interval_count: 1 } });
  testServer.stripe.prices.set(MONTH, { unit_amount: 62_500, ...every('month') });
  testServer.stripe.prices.set(YEAR, { unit_amount: 600_000, ...every('year') });
});

const recurring = (interval: 'month' | 'year', amount: number, stripe_price_id: string | null = null) => ({
  kind: 'recurring',
  interval,
  amount,
  stripe_price_id,
});
const form = (fields: object = {}) => ({
  name: 'Equipe',
  description: 'Para equipes.',
  tokens: 2_000_000,
  user_group_id: null,
  features: ['Dois milhões de tokens'],
  prices: [],
  ...fields,
});
const make = async (fields: object = {}) => {
  const { status, body } = await root.post('/plans', { key: `equipe-${count}`, ...form(fields) });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
};
const planOf = async (key: string) =>
  (await root.get('/plans')).body.data.find((plan: { key: string }) => plan.key === key);
/** The fields that a change sends back. */
const asForm = ({
  id: _,
  key: __,
  subscribers: ___,
  protected: ____,
  ...fields
}: Record<string, unknown>) => ({
  ...fields,
  prices: (fields.prices as Record<string, unknown>[]).map(({ id: _id, sold: _sold, ...price }) => price),
});
const group = async (name: string) => {
  const [row] = await testServer.context.db.insert(user_groups).values({ name }).returning();
  return row?.id ?? 0;
};
const limitOf = async (id: number) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return row?.token_limit;
};
const actions = async (object_id: number) =>
  (
    await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.object_id, object_id))
      .orderBy(audit_entries.id)
  ).map(({ action }) => action);

test('R-MNY-06 the seeded plans are rows with their prices, and the environment fills the ids that are empty', async () => {
  const { body } = await root.get('/plans');
  const seeded = body.data.slice(0, 3);
  expect(seeded.map((plan: Record<string, unknown>) => [plan.key, plan.protected, plan.tokens])).toEqual([
    ['free', true, 100_000],
    ['plus', true, 5_000_000],
    ['pro', true, null],
  ]);
  expect(seeded[1].prices).toMatchObject([
    { interval: 'month', amount: 62_500, stripe_price_id: MONTH },
    { interval: 'year', amount: 600_000, stripe_price_id: YEAR },
  ]);
  const env = { ...testServer.context.env, STRIPE_PRICE_PLUS_MONTH: 'price_other' };
  await fillSeededPriceIds({ ...testServer.context, env });
  expect((await planOf('plus')).prices[0].stripe_price_id).toBe(MONTH);
});

test('R-MNY-06 a price that was taken off does not come back at the next start', async () => {
  const other = await startTestServer();
  const { db } = other.context;
  await db.delete(plan_prices).where(eq(plan_prices.interval, 'year'));
  await seedPlans(db);
  await fillSeededPriceIds(other.context);
  expect((await db.select().from(plan_prices)).map(({ interval }) => interval)).toEqual(['month']);
  expect(await db.$count(plans)).toBe(3);
  await other.close();
});

test('a plan is made, offered, bought under its key and audited', async () => {
  const user_group_id = await group(`Equipe ${count}`);
  testServer.stripe.prices.set('price_team', {
    unit_amount: 20_000,
    recurring: { interval: 'month', interval_count: 1 },
  });
  const plan = await make({ user_group_id, prices: [recurring('month', 20_000, 'price_team')] });
  expect(plan).toMatchObject({ protected: false, version: 1, subscribers: 0, visible: true });
  const { user, events } = await testServer.buyer({}, { price: 'price_team', amount: 20_000 });
  const offered = (await testServer.as(user).get('/subscriptions/plans')).body.data.at(-1);
  expect(offered).toMatchObject({ tier: plan.key, name: 'Equipe', purchasable: true, user_group_id });

  await testServer.send(events.created);
  const mine = (await testServer.as(user).get('/subscriptions/my-subscription')).body.data;
  expect(mine).toMatchObject({ tier: plan.key, plan_name: 'Equipe', monthly_token_limit: 2_000_000 });
  const [person] = await testServer.context.db.select().from(users).where(eq(users.id, user.id));
  expect(person).toMatchObject({ user_group_id, token_limit: 2_000_000 });
  expect((await planOf(plan.key)).subscribers).toBe(1);
  expect(await actions(plan.id)).toEqual(['plan.created']);

  const gone = await root.delete(`/plans/${plan.id}`);
  expect([gone.status, gone.body.code, gone.body.detail]).toEqual([
    409,
    'plan_in_use',
    'Há assinaturas deste plano.',
  ]);
  const protectedGroup = await root.delete(`/user-groups/${user_group_id}`);
  expect(protectedGroup.body.code).toBe('group_protected');
});

test('R-MNY-07 a sold price is archived, not changed, and its subscribers keep it', async () => {
  const every = { recurring: { interval: 'month', interval_count: 1 } };
  testServer.stripe.prices.set('price_old', { unit_amount: 10_000, ...every });
  testServer.stripe.prices.set('price_new', { unit_amount: 12_000, ...every });
  const plan = await make({ prices: [recurring('month', 10_000, 'price_old')] });
  const { user, events } = await testServer.buyer({}, { price: 'price_old', amount: 10_000 });
  await testServer.send(events.created);
  expect((await planOf(plan.key)).prices[0].sold).toBe(true);

  const change = { ...form({ prices: [recurring('month', 12_000, 'price_new')] }), version: 1 };
  const { status, body } = await root.put(`/plans/${plan.id}`, change);
  expect([status, body.data.version, body.data.prices.length]).toEqual([200, 2, 1]);
  expect(body.data.prices[0]).toMatchObject({ amount: 12_000, stripe_price_id: 'price_new', sold: false });
  const stored = await testServer.context.db
    .select()
    .from(plan_prices)
    .where(eq(plan_prices.plan_id, plan.id))
    .orderBy(plan_prices.id);
  expect(stored.map(({ amount, archived_at }) => [amount, archived_at !== null])).toEqual([
    [10_000, true],
    [12_000, false],
  ]);

  await testServer.send({ ...events.updated, id: `${events.updated.id}-2` });
  const mine = (await testServer.as(user).get('/subscriptions/my-subscription')).body.data;
  expect(mine).toMatchObject({ tier: plan.key, status: 'active', amount: 10_000 });
  const other = await testServer.user();
  const order = {
    success_url: 'http://localhost:3000/chat',
    cancel_url: 'http://localhost:3000/subscription',
  };
  const old = await testServer.as(other).post('/subscriptions/checkout', { ...order, price_id: 'price_old' });
  expect(old.body.code).toBe('unknown_price');

  // The former price is put on sale again: the archived row, not another one.
  const again = { ...form({ prices: [recurring('month', 10_000, 'price_old')] }), version: 2 };
  expect((await root.put(`/plans/${plan.id}`, again)).body.data.prices[0]).toMatchObject({
    id: stored[0]?.id,
    sold: true,
  });
});

test('a price that nobody bought changes in place', async () => {
  const plan = await make({ prices: [recurring('year', 50_000)] });
  await root.put(`/plans/${plan.id}`, { ...form({ prices: [recurring('year', 60_000)] }), version: 1 });
  const stored = await testServer.context.db
    .select()
    .from(plan_prices)
    .where(eq(plan_prices.plan_id, plan.id));
  expect(stored).toMatchObject([{ amount: 60_000, archived_at: null }]);
});

test.each([
  ['another amount', { unit_amount: 70_000 }, 'R$ 700,00 por mês'],
  ['another currency', { unit_amount: 62_500, currency: 'usd' }, 'US$ 625,00 por mês'],
  [
    'another interval',
    { unit_amount: 62_500, recurring: { interval: 'year', interval_count: 1 } },
    'R$ 625,00 por ano',
  ],
  [
    'three months',
    { unit_amount: 62_500, recurring: { interval: 'month', interval_count: 3 } },
    'R$ 625,00 por outro período',
  ],
  ['one payment', { unit_amount: 62_500, recurring: null }, 'R$ 625,00 de uma vez'],
  ['no fixed amount', { unit_amount: null }, 'um preço sem valor fixo'],
  ['an archived price', { unit_amount: 62_500, active: false }, 'um preço arquivado'],
  ['nothing of that id', null, 'desconhecido'],
])('a price of which Stripe has %s is refused and says so', async (_, price, found) => {
  const every = { recurring: { interval: 'month', interval_count: 1 } };
  if (price) testServer.stripe.prices.set('price_wrong', { ...every, ...price });
  else testServer.stripe.prices.delete('price_wrong');
  const { status, body } = await root.post('/plans', {
    key: `equipe-${count}`,
    ...form({ prices: [recurring('month', 62_500, 'price_wrong')] }),
  });
  expect([status, body.code, body.detail.replaceAll('\u00a0', ' ')]).toEqual([
    422,
    'price_mismatch',
    `No Stripe este preço é ${found}; aqui é R$ 625,00 por mês.`,
  ]);
  expect(await planOf(`equipe-${count}`)).toBeUndefined();
});

test('with the provider away nothing is half written', async () => {
  testServer.stripe.be('gone');
  const { status, body } = await root.post('/plans', {
    key: `equipe-${count}`,
    ...form({ prices: [recurring('month', 62_500, 'price_any')] }),
  });
  expect([status, body.code]).toEqual([502, 'payments_away']);
  expect(await planOf(`equipe-${count}`)).toBeUndefined();
});

test('an id stands for one price only', async () => {
  const { body } = await root.post('/plans', {
    key: `equipe-${count}`,
    ...form({ prices: [recurring('month', 62_500, MONTH)] }),
  });
  expect([body.code, body.detail]).toEqual([
    'validation',
    'Este preço do Stripe já é de outro plano ou pacote.',
  ]);
});

test('the seeded plans stay, keep their groups, and Free has no price', async () => {
  const free = await planOf('free');
  const refused = async (id: number, fields: object, plan: Record<string, unknown>) => {
    const { status, body } = await root.put(`/plans/${id}`, { ...asForm(plan), ...fields });
    return [status, body.detail];
  };
  const gone = await root.delete(`/plans/${free.id}`);
  expect([gone.status, gone.body.code, gone.body.detail]).toEqual([
    409,
    'plan_protected',
    'Este plano não pode ser excluído.',
  ]);
  expect(await refused(free.id, { prices: [recurring('month', 500)] }, free)).toEqual([
    422,
    'O plano Free não tem preços.',
  ]);
  expect(await refused(free.id, { tokens: null }, free)).toEqual([
    422,
    'O plano Free precisa de um número de tokens por mês.',
  ]);
  expect(await refused(free.id, { user_group_id: 3 }, free)).toEqual([422, 'O grupo deste plano não muda.']);
});

test('keys and groups are of one plan, and two superadmins do not overwrite each other', async () => {
  const user_group_id = await group(`Dona ${count}`);
  const plan = await make({ user_group_id });
  const taken = await root.post('/plans', { key: plan.key, ...form() });
  expect([taken.status, taken.body.code, taken.body.detail]).toEqual([
    409,
    'plan_key_taken',
    'Já existe um plano com essa chave.',
  ]);
  const theirs = await root.post('/plans', { key: `outro-${count}`, ...form({ user_group_id }) });
  expect(theirs.body.detail).toBe('Este grupo já é de outro plano.');
  const first = await root.put(`/plans/${plan.id}`, { ...form({ user_group_id, name: 'Time' }), version: 1 });
  expect([first.status, first.body.data.name]).toEqual([200, 'Time']);
  const second = await root.put(`/plans/${plan.id}`, { ...form({ user_group_id }), version: 1 });
  expect([second.status, second.body.code]).toEqual([409, 'stale_change']);
  expect(await actions(plan.id)).toEqual(['plan.created', 'plan.updated']);
  expect((await root.delete(`/plans/${plan.id}`)).status).toBe(200);
  expect((await root.get(`/plans/${plan.id}`)).status).toBe(404);
});

test('a new number of tokens holds for the people of the group, for those who pay, and for new accounts', async () => {
  const user_group_id = await group(`Tokens ${count}`);
  const plan = await make({ user_group_id, tokens: 200_000 });
  const member = await testServer.user({ user_group_id, signed_in: false });
  await root.put(`/plans/${plan.id}`, { ...form({ user_group_id, tokens: 300_000 }), version: 1 });
  expect(await limitOf(member.id)).toBe(300_000);
  expect((await root.delete(`/plans/${plan.id}`)).status).toBe(200);
  expect(await limitOf(member.id)).toBe(100_000);

  const richer = testServer.as(await testServer.user({ token_limit: 120_000 }));
  const isOnFreeLimit = async () => (await richer.get('/users/me')).body.data.is_on_free_limit;
  expect(await isOnFreeLimit()).toBe(false);
  const free = await planOf('free');
  const { status } = await root.put(`/plans/${free.id}`, { ...asForm(free), tokens: 150_000 });
  expect(status).toBe(200);
  expect(await limitOf(member.id)).toBe(150_000);
  expect(await isOnFreeLimit()).toBe(true);
  const { body } = await testServer.anyone().post('/auth/register', {
    email: `nova${count}@exemplo.com.br`,
    name: 'Nova',
    password: 'uma frase bem comprida',
  });
  expect(await limitOf(body.data.id)).toBe(150_000);
  await root.put(`/plans/${free.id}`, { ...asForm(await planOf('free')), tokens: 100_000 });
});

test('a hidden plan is not offered and not sold, and its subscribers keep it', async () => {
  const { user, events } = await testServer.buyer();
  await testServer.send(events.created);
  const plus = await planOf('plus');
  const change = (visible: boolean, version: number) =>
    root.put(`/plans/${plus.id}`, { ...asForm(plus), visible, version });
  await change(false, plus.version);
  const mine = testServer.as(user);
  const offered = (await mine.get('/subscriptions/plans')).body.data;
  expect(offered.map(({ tier }: { tier: string }) => tier)).not.toContain('plus');
  expect((await mine.get('/subscriptions/my-subscription')).body.data).toMatchObject({
    tier: 'plus',
    plan_name: 'Plus',
  });
  const order = {
    price_id: MONTH,
    success_url: 'http://localhost:3000/chat',
    cancel_url: 'http://localhost:3000/subscription',
  };
  const other = await testServer.as(await testServer.user()).post('/subscriptions/checkout', order);
  expect(other.body.code).toBe('plan_unavailable');
  await change(true, plus.version + 1);
});

test.each(['\0', 'a\0b', '\ud800'])('a text that no database holds is refused: %j', async (text) => {
  const price = (stripe_price_id: string) => [{ ...recurring('month', 62_500), stripe_price_id }];
  const plan = { key: `bytes-${count}`, ...form() };
  for (const change of [{ name: text }, { description: text }, { features: [text] }, { prices: price(text) }])
    expect((await root.post('/plans', { ...plan, ...change })).status).toBe(422);
  const pack = { name: 'Um milhão', tokens: 1_000_000, amount: 9_900 };
  for (const change of [{ name: text }, { stripe_price_id: text }])
    expect((await root.post('/packs', { ...pack, ...change })).status).toBe(422);
  const query = { tier: text.toWellFormed() };
  expect((await root.get('/subscriptions/lost-agents', { query })).status).toBe(422);
});

test('a repeated creation is one plan', async () => {
  const send = () =>
    root.post(
      '/plans',
      { key: `uma-${count}`, ...form() },
      { headers: { 'idempotency-key': `plan ${count}` } },
    );
  const [one, two] = await Promise.all([send(), send()]);
  expect([one.status, two.status, one.body.data.id]).toEqual([201, 201, two.body.data.id]);
});

const pack = (fields: object = {}) => ({ name: 'Um milhão', tokens: 1_000_000, amount: 9_900, ...fields });

test('R-MNY-07 a pack is made, offered once Stripe sells it, archived when it was sold, and audited', async () => {
  testServer.stripe.prices.set('price_pack', { unit_amount: 9_900 });
  const { body, status } = await root.post('/packs', pack({ stripe_price_id: 'price_pack' }));
  expect([status, body.data]).toMatchObject([201, { validity_days: 365, sold: false, visible: true }]);
  const { id } = body.data;
  const without = (await root.post('/packs', pack({ name: 'Sem id' }))).body.data;
  const ana = await testServer.user();
  const offered = async () => (await testServer.as(ana).get('/subscriptions/plans')).body.metadata.packs;
  expect(await offered()).toEqual([
    { id, name: 'Um milhão', tokens: 1_000_000, amount: 9_900, validity_days: 365 },
  ]);

  await testServer.context.db.insert(purchases).values({
    user_id: ana.id,
    id: crypto.randomUUID(),
    kind: 'pack',
    pack_id: id,
    amount: 9_900,
    state: 'paid',
    tokens: 1_000_000,
  });
  const renamed = await root.put(`/packs/${id}`, {
    ...pack({ name: 'Milhão', stripe_price_id: 'price_pack' }),
    version: 1,
  });
  expect(renamed.body.data).toMatchObject({ id, name: 'Milhão', sold: true, version: 2 });
  testServer.stripe.prices.set('price_pack_2', { unit_amount: 11_900 });
  const dearer = await root.put(`/packs/${id}`, {
    ...pack({ amount: 11_900, stripe_price_id: 'price_pack_2' }),
    version: 2,
  });
  expect(dearer.body.data).toMatchObject({ amount: 11_900, sold: false, version: 1 });
  expect(dearer.body.data.id).not.toBe(id);
  const [old] = await testServer.context.db.select().from(packs).where(eq(packs.id, id));
  expect([old?.amount, old?.archived_at !== null]).toEqual([9_900, true]);
  expect((await root.put(`/packs/${id}`, { ...pack(), version: 2 })).status).toBe(404);
  const stale = await root.put(`/packs/${without.id}`, { ...pack({ name: 'Outro' }), version: 9 });
  expect(stale.body.code).toBe('stale_change');
  for (const gone of [without.id, dearer.body.data.id])
    expect((await root.delete(`/packs/${gone}`)).status).toBe(200);
  expect(await offered()).toEqual([]);
  expect(await actions(without.id)).toContain('pack.deleted');
});

test('a pack whose price at Stripe is a subscription is refused', async () => {
  const { body } = await root.post('/packs', pack({ amount: 62_500, stripe_price_id: MONTH }));
  expect(body.detail.replaceAll('\u00a0', ' ')).toBe(
    'No Stripe este preço é R$ 625,00 por mês; aqui é R$ 625,00 de uma vez.',
  );
});

test('at the simulated provider every price gets an id, and another amount another one', async () => {
  const other = await startTestServer();
  const boss = other.as(await other.user({ role: 'superadmin' }));
  const { body } = await boss.post('/plans', {
    key: 'equipe',
    ...form({ prices: [recurring('month', 20_000), { ...recurring('year', 200_000), kind: 'prepaid' }] }),
  });
  const ids = body.data.prices.map((price: { stripe_price_id: string }) => price.stripe_price_id);
  for (const id of ids) expect(id).toMatch(/^price_desk_[0-9a-f]{24}$/);
  const change = { ...asForm(body.data), prices: [recurring('month', 30_000, ids[0])] };
  const after = (await boss.put(`/plans/${body.data.id}`, change)).body.data.prices;
  expect(after).toMatchObject([{ amount: 30_000, stripe_price_id: expect.stringMatching(/^price_desk_/) }]);
  expect(ids).not.toContain(after[0].stripe_price_id);
  await other.close();
});

test('without payments a plan is kept, and an id of a price cannot be read back', async () => {
  const other = await startTestServer({ payments: null });
  const boss = other.as(await other.user({ role: 'superadmin' }));
  expect(
    (await boss.post('/plans', { key: 'a', ...form({ prices: [recurring('month', 500)] }) })).status,
  ).toBe(201);
  const typed = { key: 'b', ...form({ prices: [recurring('month', 500, 'price_1')] }) };
  expect((await boss.post('/plans', typed)).body.code).toBe('payments_missing');
  await other.close();
});
