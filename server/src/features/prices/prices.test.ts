import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelPrice } from '#contract/prices.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Usage } from '../../adapters/models/model.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { exchange_rates, model_prices } from '../../db/tables/models.ts';
import { callCostsAt } from './call-costs.ts';
import { costOf, type PriceOfCall } from './cost.ts';
import { listPrices, pricesAt, writeCataloguePrices } from './price-list.ts';

let usage: Usage = { input: 1_000, output: 100 };
let testServer: TestServer;
let boss: { id: number; token: string };
let agent: { id: number };
beforeAll(async () => {
  const model = scripted(() => ['Sim.', { end: usage }]);
  testServer = await startTestServer({ models: scriptedModels(model) });
  boss = await testServer.user({ role: 'superadmin' });
  agent = await buildAgent(testServer.context, { model: 'claude-sonnet-5-5' });
});
afterAll(() => testServer.close());

beforeEach(async () => {
  const { db } = testServer.context;
  await db.delete(model_prices);
  await db.delete(exchange_rates);
});

const as = () => testServer.as(boss);
const priceOf = async (model_id: string): Promise<ModelPrice | undefined> =>
  (await as().get('/model-prices')).body.data.find((price: ModelPrice) => price.model_id === model_id);
const TYPED = { model_id: 'claude-sonnet-5-5', currency: 'USD', input: '3', output: '12.5' };
const typeRate = (brl_per_usd: string, day = '2026-11-14') =>
  as().post('/exchange-rates', { day, brl_per_usd });
const writeCatalogue = () =>
  writeCataloguePrices(
    testServer.context.db,
    testServer.context.models.catalogue,
    testServer.context.clock.now(),
  );

/** Asks and returns the entry of the answer. */
async function answer(asker = boss) {
  const { id } = await buildSession(testServer.context, { user_id: asker.id, agent_id: agent.id });
  await testServer.as(asker).ask(id, 'Quanto custa?');
  const [entry] = await testServer.context.db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, asker.id))
    .orderBy(desc(token_entries.id))
    .limit(1);
  return entry;
}

describe('prices', () => {
  test('of the catalogue are written once, and again where they changed; typed ones stay', async () => {
    await writeCatalogue();
    await writeCatalogue();
    const { rows } = await testServer.context.db.execute<{ count: number }>(
      sql`select max(count)::int count from (select count(*) from model_prices group by model_id) models`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect(await priceOf('gpt-6.1-sol')).toMatchObject({
      currency: 'USD',
      input: '2',
      cached_input: '0.1',
      output: '10',
      long: { above: 272_000, input: '4', cached_input: '0.2', output: '15' },
      source: 'catalogue',
    });
    expect(await priceOf('gemini-3.5-flash-lite')).toMatchObject({
      currency: null,
      source: null,
      input: null,
    });

    await as().post('/model-prices', TYPED);
    const dearer = testServer.context.models.catalogue.map((entry) => ({
      ...entry,
      ...(entry.price ? { price: { input: 7, output: 70 } } : {}),
    }));
    await writeCataloguePrices(testServer.context.db, dearer, testServer.context.clock.now());
    expect(await priceOf('claude-sonnet-5-5')).toMatchObject({ input: '3', source: 'typed' });
    expect(await priceOf('gpt-6.1-sol')).toMatchObject({ input: '7', long: null, source: 'catalogue' });
  });

  test('a price of the catalogue ends by itself on its day, and calls from then on have no known cost', async () => {
    const { db, models } = testServer.context;
    await db.delete(model_prices);
    await writeCatalogue();
    expect(await priceOf('gemini-3.8-flash')).toMatchObject({ until: '2027-01-01T00:00:00.000Z' });
    const ids = ['gemini-3.8-flash', 'gpt-6-luna'];
    await typeRate('5');
    const costsAt = async (at: string) => {
      const costs = await callCostsAt(db, models, { ids, at: new Date(at) });
      return ids.map((id) => costs(id, { input: 1_000, output: 100 }).cost_brl_micro);
    };
    expect(await costsAt('2026-12-31T23:59:59.999Z')).toEqual([5_625n, 750n]);
    expect(await costsAt('2027-01-01T00:00:00.000Z')).toEqual([null, 750n]);
    const later = new Date('2027-01-02T12:00:00.000Z');
    const context = { ...testServer.context, clock: { now: () => later } };
    const ended = (await listPrices(context)).find(({ model_id }) => model_id === 'gemini-3.8-flash');
    expect(ended).toMatchObject({ input: null, in_catalogue: false });
    await writeCataloguePrices(db, models.catalogue, later);
    expect((await pricesAt(db, later)).has('gemini-3.8-flash')).toBe(false);
  });

  test('R-MDL-09: the catalogue of models shows the price that counts, and about what a probe costs', async () => {
    const shown = async () => {
      const { data } = (await as().get('/models')).body;
      const { price, probe_cost_brl_micro } = data.find(({ id }: { id: string }) => id === TYPED.model_id);
      return { price, probe_cost_brl_micro };
    };
    expect(await shown()).toEqual({ price: null, probe_cost_brl_micro: null });
    await writeCatalogue();
    const catalogued = { currency: 'USD', input: 2, output: 10 };
    expect(await shown()).toEqual({ price: catalogued, probe_cost_brl_micro: null });
    await as().post('/model-prices', { ...TYPED, currency: 'BRL', input: '3', output: '12.5' });
    const typed = await shown();
    expect(typed.price).toEqual({ currency: 'BRL', input: 3, output: 12.5 });
    expect(typed.probe_cost_brl_micro).toBe(8_600 * 3 + 6 * 32 * 12.5);
  });

  test('are typed and taken back, each as a row of its own and in the audit', async () => {
    await writeCatalogue();
    const typed = await as().post('/model-prices', {
      ...TYPED,
      long: { above: 100_000, input: '6', output: '25' },
    });
    expect(typed.status).toBe(201);
    expect(typed.body.data).toEqual({
      model_id: 'claude-sonnet-5-5',
      name: 'Claude Sonnet 5.5',
      currency: 'USD',
      input: '3',
      cached_input: null,
      output: '12.5',
      long: { above: 100_000, input: '6', cached_input: null, output: '25' },
      since: '2026-11-14T12:00:00.000Z',
      until: null,
      source: 'typed',
      in_catalogue: true,
    });
    const reverted = await as().delete('/model-prices/claude-sonnet-5-5');
    expect(reverted.body.data).toMatchObject({ input: '2', cached_input: '0.2', source: 'catalogue' });
    expect((await as().delete('/model-prices/gemini-3.5-flash-lite')).status).toBe(404);
    const actions = await testServer.context.db
      .select({ action: audit_entries.action, name: audit_entries.object_name })
      .from(audit_entries)
      .orderBy(desc(audit_entries.id))
      .limit(2);
    expect(actions).toEqual([
      { action: 'price.reverted', name: 'Claude Sonnet 5.5' },
      { action: 'price.typed', name: 'Claude Sonnet 5.5' },
    ]);
  });

  test.each(['-1', '1e9', '1.000,5', 'NaN', '10000.01', '1,25'])(
    '%s is refused with its sentence',
    async (input) => {
      const { status, body } = await as().post('/model-prices', { ...TYPED, input });
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { field: 'input', message: 'Informe um preço entre 0 e 10.000, como 1,25.' },
      ]);
    },
  );

  test('of an unknown model are refused, and so is everybody but a superadmin', async () => {
    expect((await as().post('/model-prices', { ...TYPED, model_id: 'não-há' })).body.code).toBe(
      'unknown_model',
    );
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    expect((await admin.get('/model-prices')).status).toBe(403);
    expect((await admin.post('/model-prices', TYPED)).status).toBe(403);
    expect((await admin.post('/exchange-rates', { day: '2026-11-14', brl_per_usd: '5.43' })).status).toBe(
      403,
    );
  });
});

describe('exchange rates', () => {
  test('the newest row of a day counts, and twelve are shown', async () => {
    for (let day = 1; day <= 13; day += 1) await typeRate('5.43', `2026-11-${String(day).padStart(2, '0')}`);
    await typeRate('5.5', '2026-11-13');
    const { data } = (await as().get('/exchange-rates')).body;
    expect(data).toHaveLength(12);
    expect(data[0]).toMatchObject({ day: '2026-11-13', brl_per_usd: '5.5' });
  });

  test.each(['2026-10-13', '2026-11-15'])('the day %s is refused', async (day) => {
    const { status, body } = await typeRate('5.43', day);
    expect(status).toBe(422);
    expect(body.errors[0]).toEqual({
      field: 'day',
      message: 'Informe um dia dos últimos 31 dias, até hoje.',
    });
    expect((await typeRate('5.43', '2026-10-14')).status).toBe(201);
  });

  test.each(['0', '0.009', '1000.01', '5,43', 'abc'])('%s is refused with its sentence', async (rate) => {
    const { status, body } = await typeRate(rate);
    expect(status).toBe(422);
    expect(body.errors[0].message).toBe('Informe um câmbio entre 0,01 e 1.000, como 5,43.');
  });
});

describe('the entries of the ledger', () => {
  test('R-MNY-01 keep price, exchange rate and cost', async () => {
    const price = (await as().post('/model-prices', TYPED)).body.data;
    const rate = (await typeRate('5.43')).body.data;
    usage = { input: 1_000, output: 100, cached: 400 };
    const entry = await answer();
    expect(entry).toMatchObject({
      input_tokens: 1_000,
      cached_tokens: 400,
      rate_id: rate.id,
      // (1,000 × 3 + 100 × 12.5) × 5.43
      cost_brl_micro: 23_078n,
    });
    const [row] = await testServer.context.db.select().from(model_prices);
    expect(entry?.price_id).toBe(row?.id);
    expect(price.source).toBe('typed');
  });

  test('R-MNY-05 prices and rates that are typed later change nothing of the past', async () => {
    await as().post('/model-prices', TYPED);
    await typeRate('5.43');
    usage = { input: 1_000, output: 100 };
    const before = await answer();
    await as().post('/model-prices', { ...TYPED, input: '30' });
    await typeRate('9');
    const [same] = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.id, before?.id ?? 0));
    expect(same).toEqual(before);
    expect((await answer())?.cost_brl_micro).toBe(281_250n);
  });

  test('R-MNY-03 without a price or a rate the cost is unknown', async () => {
    expect(await answer()).toMatchObject({ price_id: null, rate_id: null, cost_brl_micro: null });
    await as().post('/model-prices', TYPED);
    expect(await answer()).toMatchObject({
      price_id: expect.any(Number),
      rate_id: null,
      cost_brl_micro: null,
    });
    await as().post('/model-prices', { ...TYPED, currency: 'BRL' });
    expect(await answer()).toMatchObject({ rate_id: null, cost_brl_micro: 4_250n });
  });

  test('a rate that begins tomorrow is not used today, in São Paulo', async () => {
    await as().post('/model-prices', TYPED);
    await typeRate('5');
    testServer.clock.set(new Date('2026-11-15T02:59:00.000Z'));
    await testServer.context.db
      .insert(exchange_rates)
      .values({ day: '2026-11-15', brl_micro: 10_000_000n, created_at: new Date() });
    try {
      expect((await answer(await testServer.user({ role: 'superadmin' })))?.cost_brl_micro).toBe(21_250n);
      testServer.clock.set(new Date('2026-11-15T03:01:00.000Z'));
      expect((await answer(await testServer.user({ role: 'superadmin' })))?.cost_brl_micro).toBe(42_500n);
    } finally {
      testServer.clock.set(new Date('2026-11-14T12:00:00.000Z'));
    }
  });

  test('R-MNY-01 the costs of 1,000 random calls equal the decimal arithmetic of the database', async () => {
    let state = 20_261_123;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    const rates = () => ({
      input: BigInt(below(10_000_000_001)),
      cached_input: below(3) ? BigInt(below(1_000_000_000)) : null,
      output: BigInt(below(10_000_000_001)),
    });
    const calls = Array.from({ length: 1_000 }, () => {
      const input = below(600_000);
      const long = below(2) ? { above: 1 + below(400_000), ...rates() } : null;
      const price: PriceOfCall = { currency: below(4) ? 'USD' : 'BRL', ...rates(), long };
      const took = { input, cached: below(input + 1), output: below(40_000) };
      const usd_micro = BigInt(10_000 + below(1_000_000_000));
      return { price, took, usd_micro, cost: costOf(took, price, usd_micro) };
    });
    const asText = JSON.stringify(calls, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    const { rows } = await testServer.context.db.execute<{ cost: string }>(sql`
      select round((
        ((took->>'input')::numeric - (took->>'cached')::numeric) * (used->>'input')::numeric / 1000000
        + (took->>'cached')::numeric * coalesce(used->>'cached_input', used->>'input')::numeric / 1000000
        + (took->>'output')::numeric * (used->>'output')::numeric / 1000000
      ) * case when price->>'currency' = 'BRL' then 1 else usd / 1000000 end)::text cost
      from json_array_elements(${asText}::json) with ordinality call (value, place),
        lateral (select value->'took' took, value->'price' price, (value->>'usd_micro')::numeric usd) parts,
        lateral (select case when (took->>'input')::int > (price->'long'->>'above')::int then price->'long'
          else price end used) chosen
      order by place`);
    expect(rows.map(({ cost }) => cost)).toEqual(calls.map(({ cost }) => String(cost)));
  });
});
