/** Plans, checkout and portal through their endpoints, paid with Stripe's stand-in. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import {
  MONTH,
  type StripeTestServer,
  startStripeTestServer,
  YEAR,
} from '../../../test/payments/stripe-test-server.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { payment_customers } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';

let testServer: StripeTestServer;
beforeAll(async () => {
  testServer = await startStripeTestServer({
    env: { APP_URL: 'https://prosa.example', CORS_ORIGINS: ['https://app.example'] },
  });
});
beforeEach(() => {
  testServer.stripe.calls.length = 0;
});
afterAll(() => testServer.close());

const order = (fields: object = {}) => ({
  price_id: MONTH,
  success_url: 'https://prosa.example/chat',
  cancel_url: 'https://prosa.example/subscription',
  ...fields,
});
test('before paying it is said which agents the plan’s group does not have', async () => {
  const free = await buildAgent(testServer.context, { name: 'Só do Free', groups: [1] });
  await buildAgent(testServer.context, { name: 'De todos', groups: [1, 2] });
  await buildAgent(testServer.context, { name: 'Rascunho', groups: [1], deploy_status: false });
  const query = { price_id: MONTH };
  const lostBy = async (wishes: Parameters<StripeTestServer['user']>[0]) => {
    const { body } = await testServer
      .as(await testServer.user(wishes))
      .get('/subscriptions/lost-agents', { query });
    return body.data;
  };
  const user_group = { id: 2, name: 'Plus' };
  const lost = { user_group, agents: [{ id: free.id, name: 'Só do Free' }] };
  expect(await lostBy({})).toEqual(lost);
  expect(await lostBy({ user_group_id: null })).toEqual(lost);
  expect(await lostBy({ user_group_id: 2 })).toEqual({ user_group, agents: [] });
  expect(await lostBy({ role: 'admin' })).toEqual({ user_group, agents: [] });
  const ana = testServer.as(await testServer.user());
  expect((await ana.get('/subscriptions/lost-agents')).body.data).toEqual(lost);
  const unknown = await ana.get('/subscriptions/lost-agents', { query: { price_id: 'price_x' } });
  expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_price']);
});

const created = () =>
  testServer.stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');

test('who pays nothing has the free plan, without an id (R-SUB-20, R-SUB-23, R-SUB-24, R-SUB-25)', async () => {
  const ana = await testServer.user({ created_at: new Date('2026-10-31T15:00:00.000Z') });
  const { status, body } = await testServer.as(ana).get('/subscriptions/my-subscription');
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        tier: 'free',
        plan_name: 'Free',
        kind: 'recurring',
        status: 'active',
        cancel_at_period_end: false,
        interval: null,
        amount: 0,
        monthly_token_limit: 100_000,
        current_period_end: null,
        next_token_reset: '2026-11-30T03:00:00.000Z',
        grace_until: null,
        next_interval: null,
      },
    },
  ]);
});

/** The reply of release 1.0 to this call, as it stood on the wire. */
const RECORDED =
  '[{"tier":"free","name":"Free","monthly_token_limit":100000,"purchasable":false,"user_group_id":1,"prices":[]},' +
  '{"tier":"plus","name":"Plus","monthly_token_limit":5000000,"purchasable":true,"user_group_id":2,"prices":[' +
  '{"interval":"month","price_id":"price_month","amount":62500},{"interval":"year","price_id":"price_year","amount":600000}]},' +
  '{"tier":"pro","name":"Pro","monthly_token_limit":null,"purchasable":false,"user_group_id":3,"prices":[]}]';

test('R-MNY-06 every seeded plan is listed byte for byte as before, with a price for each cycle, in cents; Pro cannot be bought (R-SUB-30, R-SUB-31, R-SUB-34)', async () => {
  const ana = await testServer.user();
  const { body } = await testServer.as(ana).get('/subscriptions/plans');
  const added = new Set(['key', 'features', 'popular', 'prepaid', 'listed']);
  const before = body.data.map((plan: object) =>
    Object.fromEntries(Object.entries(plan).filter(([field]) => !added.has(field))),
  );
  expect(JSON.stringify(before)).toBe(RECORDED);
  expect(
    body.data.map(({ key, popular, prepaid }: Record<string, unknown>) => [key, popular, prepaid]),
  ).toEqual([
    ['free', false, []],
    ['plus', true, []],
    ['pro', false, []],
  ]);
  expect(body.data[1].features).toEqual(['Acesso a mais de 500 agentes', 'Suporte prioritário']);
  expect(body.metadata).toEqual({ packs: [] });
});

describe('a checkout', () => {
  test('is opened for the price, with where to come back to and who pays (R-SUB-26, R-SUB-30, R-SUB-31)', async () => {
    const ana = await testServer.user({ name: 'Ana Souza' });
    const { status, body } = await testServer
      .as(ana)
      .post('/subscriptions/checkout', order({ price_id: YEAR, user_group_id: 2 }));
    expect([status, body.data]).toEqual([
      200,
      { checkout_url: expect.stringMatching(/^https:\/\/checkout\.example\/cs_/) },
    ]);
    const [call] = created();
    const [person] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
    const [customer] = await testServer.context.db
      .select()
      .from(payment_customers)
      .where(eq(payment_customers.user_id, ana.id));
    expect(Object.fromEntries(call?.fields ?? [])).toMatchObject({
      mode: 'subscription',
      customer: customer?.customer_id,
      client_reference_id: String(ana.id),
      'line_items[0][price]': YEAR,
      'line_items[0][quantity]': '1',
      success_url: 'https://prosa.example/chat',
      cancel_url: 'https://prosa.example/subscription',
      locale: 'pt-BR',
      'metadata[user_reference]': person?.reference,
      'subscription_data[metadata][user_reference]': person?.reference,
    });
    expect([call?.version, call?.idempotency_key]).toEqual([
      '2026-10-28.endive',
      expect.stringMatching(/^prosa-[0-9a-f]{40}$/),
    ]);
  });

  test.each([
    ['a price nobody knows', { price_id: 'price_of_a_dream' }, 'unknown_price', 'Este preço não existe.'],
    [
      'the group of another plan',
      { user_group_id: 3 },
      'price_group_mismatch',
      'O grupo informado não corresponde ao plano escolhido.',
    ],
    ['the group of everybody', { user_group_id: 1 }, 'price_group_mismatch', null],
    [
      'Pro',
      { price_id: 'price_pro', user_group_id: 3 },
      'plan_unavailable',
      'Este plano ainda não está disponível.',
    ],
    [
      'a way back to somewhere else',
      { success_url: 'https://prosa.example.evil.test/chat' },
      'foreign_address',
      'O endereço de retorno não pertence a esta instalação.',
    ],
    [
      'a way back that hides its host',
      { cancel_url: 'https://prosa.example@evil.test/' },
      'foreign_address',
      null,
    ],
    ['a way back with a name in it', { cancel_url: 'https://x@prosa.example/' }, 'foreign_address', null],
    [
      'a way back that is a script',
      { success_url: 'javascript:alert(1)//prosa.example' },
      'foreign_address',
      null,
    ],
    ['a way back without encryption', { success_url: 'http://prosa.example/chat' }, 'foreign_address', null],
  ])(
    'is refused with %s, and the provider is not asked (R-SUB-26, R-SUB-31)',
    async (_, fields, code, detail) => {
      const ana = await testServer.user();
      const { status, body } = await testServer.as(ana).post('/subscriptions/checkout', order(fields));
      expect([status, body.code]).toEqual([400, code]);
      if (detail) expect(body.detail).toBe(detail);
      expect(testServer.stripe.calls).toEqual([]);
    },
  );

  test('is refused without what it needs, in the form of all failures (R-SUB-26)', async () => {
    const ana = await testServer.user();
    for (const body of [
      {},
      order({ price_id: '' }),
      order({ success_url: '/chat' }),
      order({ user_group_id: 'x' }),
    ])
      expect((await testServer.as(ana).post('/subscriptions/checkout', body)).body).toMatchObject({
        success: false,
        code: 'validation',
        detail: expect.any(String),
      });
  });

  test('comes back to any origin that may call the API', async () => {
    const ana = await testServer.user();
    const away = { success_url: 'https://app.example/chat', cancel_url: 'https://app.example/subscription' };
    expect((await testServer.as(ana).post('/subscriptions/checkout', order(away))).status).toBe(200);
  });

  test('that is asked for again is the same one: with the key, and without it while its page is open (R-SUB-26)', async () => {
    const ana = await testServer.user();
    const ask = (key: string | null, fields: object = {}) =>
      testServer.as(ana).post('/subscriptions/checkout', order(fields), {
        headers: key ? { 'idempotency-key': key } : {},
      });
    const first = await ask('chave-1');
    const replies = await Promise.all([ask('chave-1'), ask('chave-1'), ask(null)]);
    for (const { body } of replies) expect(body.data).toEqual(first.body.data);
    expect(new Set(created().map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
    expect((await ask('chave-1', { price_id: YEAR })).body.code).toBe('idempotency_mismatch');
    // Another price: the first page can no longer be paid.
    await ask(null, { price_id: YEAR });
    const mine = [...testServer.stripe.sessions.values()].filter(
      ({ client_reference_id }) => client_reference_id === String(ana.id),
    );
    expect(mine.map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  test.each([
    ['the same plan', MONTH],
    ['another one', YEAR],
  ])(
    'that is asked for twice in the same instant, the second time for %s, can be paid once (R-SUB-26)',
    async (_, price_id) => {
      const ana = await testServer.user();
      const as = testServer.as(ana);
      // The customer exists, so that both calls reach the provider at once.
      await as.post('/subscriptions/checkout', order({ success_url: 'https://prosa.example/' }));
      testServer.stripe.openTogether(2);
      const replies = await Promise.all([
        as.post('/subscriptions/checkout', order()),
        as.post('/subscriptions/checkout', order({ price_id })),
      ]);
      const mine = [...testServer.stripe.sessions.values()].filter(
        ({ client_reference_id }) => client_reference_id === String(ana.id),
      );
      const [open, ...others] = mine.filter(({ status }) => status === 'open');
      expect([mine.length, others]).toEqual([3, []]);
      const urls = replies.map(({ body }) => body.data.checkout_url);
      expect(urls).toContain(open?.url);
      // A second call for the same price gets the checkout that can be paid.
      if (price_id === MONTH) expect(new Set(urls).size).toBe(1);
    },
  );

  test('is refused to people who have a plan, also when its event is still on the way (O-98)', async () => {
    const { user, subscription_id } = await testServer.buyer();
    await testServer.context.db
      .insert(payment_customers)
      .values({ user_id: user.id, customer_id: 'cus_known' });
    testServer.stripe.customers.set('cus_known', { id: 'cus_known' });
    testServer.change(subscription_id, { customer: 'cus_known' });
    const { status, body } = await testServer.as(user).post('/subscriptions/checkout', order());
    expect([status, body.detail]).toEqual([409, 'Você já possui uma assinatura ativa.']);
    expect((await testServer.as(user).get('/subscriptions/my-subscription')).body.data.tier).toBe('plus');
    expect((await testServer.as(user).post('/subscriptions/checkout', order())).status).toBe(409);
    expect(created()).toEqual([]);
  });

  test('makes a new customer when the provider has forgotten the old one', async () => {
    const ana = await testServer.user();
    await testServer.context.db
      .insert(payment_customers)
      .values({ user_id: ana.id, customer_id: 'cus_forgotten' });
    expect((await testServer.as(ana).post('/subscriptions/checkout', order())).status).toBe(200);
    const [row] = await testServer.context.db
      .select()
      .from(payment_customers)
      .where(eq(payment_customers.user_id, ana.id));
    expect(testServer.stripe.customers.has(row?.customer_id ?? '')).toBe(true);
  });

  test('of what is overdue for too long ends the old subscription first: nobody pays for both', async () => {
    const { user, subscription_id, events } = await testServer.buyer();
    await testServer.context.db
      .insert(payment_customers)
      .values({ user_id: user.id, customer_id: 'cus_late' });
    testServer.stripe.customers.set('cus_late', { id: 'cus_late' });
    testServer.change(subscription_id, { customer: 'cus_late', status: 'past_due' });
    await testServer.send(events.created);
    const before = testServer.context.clock.now();
    testServer.clock.advance(7 * 86_400_000);
    const { body: tokens } = await testServer
      .anyone()
      .form('/auth/login', { username: user.email, password: user.password });
    const later = testServer.as({ token: tokens.data.access_token });
    expect((await later.post('/subscriptions/checkout', order())).status).toBe(200);
    expect(testServer.stripe.subscriptions.get(subscription_id)?.status).toBe('canceled');
    testServer.clock.set(before);
  });
});

describe('the portal', () => {
  test('is opened for people who pay, and for nobody else (R-SUB-21, R-SUB-28)', async () => {
    const { user, events } = await testServer.buyer();
    const open = (return_url = 'https://prosa.example/subscription/manage') =>
      testServer.as(user).post('/subscriptions/billing-portal', { return_url });
    const refused = await open();
    expect([refused.status, refused.body.detail]).toEqual([409, 'Nenhuma assinatura paga encontrada.']);
    await testServer.send(events.created);
    const { status, body } = await open();
    expect([status, body.data]).toEqual([
      200,
      { portal_url: expect.stringMatching(/^https:\/\/portal\.example\/cus_/) },
    ]);
    expect((await open('https://evil.test/')).body.code).toBe('foreign_address');
  });
});

test('a provider that is away is one sentence, without what it said (R-SUB-26, R-SUB-28)', async () => {
  const { user, events } = await testServer.buyer();
  const ana = await testServer.user();
  await testServer.send(events.created);
  for (const wrong of ['failing', 'gone'] as const) {
    testServer.stripe.be(wrong);
    const replies = [
      await testServer.as(ana).post('/subscriptions/checkout', order()),
      await testServer
        .as(user)
        .post('/subscriptions/billing-portal', { return_url: 'https://prosa.example/subscription/manage' }),
    ];
    for (const { status, body } of replies)
      expect([status, body.detail]).toEqual([
        502,
        'O provedor de pagamentos não respondeu. Tente novamente em instantes.',
      ]);
  }
  testServer.stripe.be('none');
  expect(testServer.logs.join('')).not.toMatch(/sk_test/);
});

test('without a provider nothing can be bought, and everybody has the free plan (R-SUB-20, R-SUB-26, R-SUB-28)', async () => {
  const bare = await startTestServer({ payments: null });
  const ana = await bare.user();
  const own = order({ success_url: 'http://localhost:3000/chat', cancel_url: 'http://localhost:3000/' });
  for (const reply of [
    await bare.as(ana).post('/subscriptions/checkout', own),
    await bare.as(ana).post('/subscriptions/billing-portal', { return_url: own.cancel_url }),
    await bare.anyone().post('/subscriptions/webhook', '{}'),
  ])
    expect([reply.status, reply.body.detail]).toEqual([503, 'Pagamentos não configurados.']);
  const { data } = (await bare.as(ana).get('/subscriptions/plans')).body;
  expect(data.map(({ purchasable }: { purchasable: boolean }) => purchasable)).toEqual([false, false, false]);
  expect((await bare.as(ana).get('/subscriptions/my-subscription')).body.data.tier).toBe('free');
  await bare.close();
});
