/** The prices of models as rows. The newest row of a model counts; rows are added and never changed. */
import { desc, inArray, sql } from 'drizzle-orm';
import type { CatalogueModel, CataloguePrice } from '#contract/model-catalogue.ts';
import { decimalOf, type ModelPrice, microOf, type TypedPrice } from '#contract/prices.ts';
import type { Models } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { model_prices } from '../../db/tables/models.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import type { PriceOfCall } from './cost.ts';

export type PriceRow = typeof model_prices.$inferSelect;
type Columns = Omit<typeof model_prices.$inferInsert, 'model_id' | 'valid_from' | 'source' | 'created_by'>;
type PriceContext = Pick<AppContext, 'db' | 'clock' | 'models'>;

/** The prices at one moment of these models; of all that have one where none are named. */
export async function pricesAt(db: Queryable, at: Date, ids?: string[]): Promise<Map<string, PriceRow>> {
  const newest = await newestPrices(db, ids);
  return new Map([...newest].filter(([, { valid_until }]) => valid_until === null || at < valid_until));
}

/** The newest rows, also of prices that have ended. */
async function newestPrices(db: Queryable, ids?: string[]): Promise<Map<string, PriceRow>> {
  const rows = await db
    .selectDistinctOn([model_prices.model_id])
    .from(model_prices)
    .where(ids && inArray(model_prices.model_id, ids))
    .orderBy(model_prices.model_id, desc(model_prices.valid_from), desc(model_prices.id));
  return new Map(rows.map((row) => [row.model_id, row]));
}

export function priceOfCall(row: PriceRow): PriceOfCall {
  const { currency, input, cached_input, output } = row;
  const { long_above, long_input, long_cached, long_output } = row;
  const isWhole = long_above !== null && long_input !== null && long_output !== null;
  const long = isWhole
    ? { above: long_above, input: long_input, cached_input: long_cached, output: long_output }
    : null;
  return { currency, input, cached_input, output, long };
}

/** Every model that can be asked, in the order of the catalogue, then the one that embeds texts. */
export async function listPrices({ db, models, clock }: PriceContext): Promise<ModelPrice[]> {
  const now = clock.now();
  const prices = await pricesAt(db, now);
  return pricedModels(models).map((model) => shown(model, prices.get(model.id), now));
}

type PricedModel = { id: string; name: string; price?: CataloguePrice };

function pricedModels({ catalogue, embedder }: Pick<Models, 'catalogue' | 'embedder'>): PricedModel[] {
  return embedder ? [...catalogue, { id: embedder.name, name: embedder.name }] : [...catalogue];
}

const requirePriced = (models: Models, id: string): PricedModel => {
  const model = pricedModels(models).find((one) => one.id === id);
  if (!model) throw new AppError('unknown_model');
  return model;
};

export async function typePrice(
  context: PriceContext,
  by: Actor,
  { model_id, ...typed }: TypedPrice,
): Promise<ModelPrice> {
  const model = requirePriced(context.models, model_id);
  return addPrice(context, by, { model, columns: columnsOf(typed), source: 'typed' });
}

/** A model that the catalogue has no price for keeps the one that was typed. */
export async function revertPrice(context: PriceContext, by: Actor, model_id: string): Promise<ModelPrice> {
  const model = pricedModels(context.models).find(({ id }) => id === model_id);
  if (!model?.price || hasEnded(model.price, context.clock.now())) throw new AppError('not_found');
  return addPrice(context, by, { model, columns: catalogueColumns(model.price), source: 'catalogue' });
}

function addPrice(
  { db, clock }: PriceContext,
  by: Actor,
  { model, columns, source }: { model: PricedModel; columns: Columns; source: PriceRow['source'] },
): Promise<ModelPrice> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const before = (await newestPrices(tx, [model.id])).get(model.id);
    const [row] = await tx
      .insert(model_prices)
      .values({ ...columns, model_id: model.id, valid_from: now, source, created_by: by.user_id })
      .returning();
    const change = difference(auditedPrice(before), auditedPrice(row));
    const action = source === 'typed' ? 'price.typed' : 'price.reverted';
    await recordChange(tx, by, { action, object_type: 'price', object_name: model.name, ...change }, now);
    return shown(model, row, now);
  });
}

/** An advisory lock that is held until the transaction ends: the newest row is read and followed by one at a time. */
const PRICE_LOCK = 7_230_431;

const lockPrices = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${PRICE_LOCK})`);

/** Writes the catalogue's prices where they are new or have changed; typed prices stay. */
export async function writeCataloguePrices(
  db: Database,
  catalogue: readonly CatalogueModel[],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPrices(tx);
    const newest = await newestPrices(tx);
    const changed = catalogue.flatMap(({ id, price }) => {
      const known = newest.get(id);
      if (!price || hasEnded(price, now) || known?.source === 'typed') return [];
      const row = { ...NO_LONG, ...catalogueColumns(price), model_id: id, valid_from: now };
      return known && isSamePrice(known, row) ? [] : [{ ...row, source: 'catalogue' as const }];
    });
    if (changed.length) await tx.insert(model_prices).values(changed);
  });
}

const isSamePrice = (known: PriceRow, wanted: Columns): boolean =>
  PRICE_COLUMNS.every((name) => known[name] === (wanted[name] ?? null)) &&
  known.valid_until?.getTime() === wanted.valid_until?.getTime();

const PRICE_COLUMNS = [
  'currency',
  'input',
  'cached_input',
  'output',
  'long_above',
  'long_input',
  'long_cached',
  'long_output',
] as const;

const NO_LONG = { long_above: null, long_input: null, long_cached: null, long_output: null };

const endOf = ({ ends_at }: CataloguePrice): Date | null => (ends_at ? new Date(ends_at) : null);

function hasEnded(price: CataloguePrice, now: Date): boolean {
  const end = endOf(price);
  return end !== null && end <= now;
}

const catalogueColumns = (price: CataloguePrice): Columns => ({
  currency: 'USD',
  valid_until: endOf(price),
  ...ratesOf(price),
  ...(price.long ? longOf(price.long.above, ratesOf(price.long)) : {}),
});

const ratesOf = ({ input, cached_input, output }: Omit<CataloguePrice, 'long'>) => ({
  input: microOfNumber(input),
  cached_input: cached_input === undefined ? null : microOfNumber(cached_input),
  output: microOfNumber(output),
});

const microOfNumber = (price: number): bigint => BigInt(Math.round(price * 1_000_000));

type Typed = Omit<TypedPrice, 'model_id'>;

const columnsOf = ({ currency, long, ...rates }: Typed): Columns => ({
  currency,
  ...typedRates(rates),
  ...(long ? longOf(long.above, typedRates(long)) : {}),
});

const typedRates = ({ input, cached_input, output }: Pick<Typed, 'input' | 'cached_input' | 'output'>) => ({
  input: requireMicro(input),
  cached_input: cached_input === null ? null : requireMicro(cached_input),
  output: requireMicro(output),
});

function requireMicro(written: string): bigint {
  const micro = microOf(written);
  if (micro === undefined) throw new AppError('validation');
  return micro;
}

const longOf = (long_above: number, rates: ReturnType<typeof ratesOf>) => ({
  long_above,
  long_input: rates.input,
  long_cached: rates.cached_input,
  long_output: rates.output,
});

function shown({ id, name, price }: PricedModel, row: PriceRow | undefined, now: Date): ModelPrice {
  const model = { model_id: id, name, in_catalogue: price !== undefined && !hasEnded(price, now) };
  if (!row) return { ...model, ...NO_PRICE };
  const { long, currency, ...rates } = priceOfCall(row);
  return {
    ...model,
    currency,
    ...written(rates),
    long: long && { above: long.above, ...written(long) },
    since: row.valid_from.toISOString(),
    until: row.valid_until?.toISOString() ?? null,
    source: row.source,
  };
}

const NO_PRICE = {
  currency: null,
  input: null,
  cached_input: null,
  output: null,
  long: null,
  since: null,
  until: null,
  source: null,
};

const written = ({
  input,
  cached_input,
  output,
}: Pick<PriceOfCall, 'input' | 'cached_input' | 'output'>) => ({
  input: decimalOf(input),
  cached_input: cached_input === null ? null : decimalOf(cached_input),
  output: decimalOf(output),
});

/** The fields of a price as the audit keeps them. */
function auditedPrice(row: PriceRow | undefined): Record<string, unknown> {
  if (!row) return {};
  const { long, currency, ...rates } = priceOfCall(row);
  return {
    currency,
    ...written(rates),
    ...(long ? { long: { above: long.above, ...written(long) } } : {}),
    source: row.source,
  };
}
