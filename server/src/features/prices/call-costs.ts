/** Costs of model calls at one moment, by the price and the exchange rate that are valid then. */
import { isWithoutProvider, type Models, type Usage } from '../../adapters/models/model.ts';
import type { Queryable } from '../../db/client.ts';
import { calendarDay } from '../users/tokens/cycle.ts';
import { costOf } from './cost.ts';
import { rateOn } from './exchange-rates.ts';
import { priceOfCall, pricesAt } from './price-list.ts';

/** Null: nobody knows the price, or the exchange rate of a price in USD. */
export type CallCost = {
  price_id: number | null;
  rate_id: number | null;
  cost_brl_micro: bigint | null;
};

/** The models as far as their costs need them. */
export type PricedModels = Pick<Models, 'catalogue' | 'providerOf'>;

export type CallCosts = (model: string, usage: Usage) => CallCost;

const FREE: CallCost = { price_id: null, rate_id: null, cost_brl_micro: 0n };
const UNKNOWN: CallCost = { price_id: null, rate_id: null, cost_brl_micro: null };

/**
 * Prices are read in the transaction that uses them and kept in no process, so that no entry is calculated with a price
 * that another process has changed.
 */
export async function callCostsAt(
  db: Queryable,
  models: PricedModels,
  { ids, at }: { ids: string[]; at: Date },
): Promise<CallCosts> {
  const asked = [...new Set(ids)].filter((id) => !isWithoutProvider(id));
  const prices = asked.length ? await pricesAt(db, at, asked) : new Map();
  const isInDollars = [...prices.values()].some(({ currency }) => currency === 'USD');
  const rate = isInDollars ? await rateOn(db, calendarDay(at)) : undefined;
  return (model, usage) => {
    const price = prices.get(model);
    if (isWithoutProvider(model) || (!price && runsHere(models, model))) return FREE;
    if (!price) return UNKNOWN;
    const used = price.currency === 'USD' ? rate : undefined;
    return {
      price_id: price.id,
      rate_id: used?.id ?? null,
      cost_brl_micro: costOf(usage, priceOfCall(price), used?.brl_micro ?? null),
    };
  };
}

/** A model on the organisation's own machines costs nothing unless a price was typed for it. */
function runsHere({ catalogue, providerOf }: PricedModels, id: string): boolean {
  const entry = catalogue.find((one) => one.id === id);
  return entry !== undefined && providerOf(entry)?.residency === 'local';
}
