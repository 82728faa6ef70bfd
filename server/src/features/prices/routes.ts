import { pricesApi } from '#contract/prices.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { listRates, typeRate } from './exchange-rates.ts';
import { listPrices, revertPrice, typePrice } from './price-list.ts';

export const priceRoutes = (context: Pick<AppContext, 'db' | 'clock' | 'models'>): Route[] =>
  routes(pricesApi, {
    list: () => listPrices(context),
    type: ({ caller, body, meta }) => typePrice(context, byCaller(caller, meta), body),
    revert: ({ caller, params, meta }) => revertPrice(context, byCaller(caller, meta), params.model_id),
    rates: () => listRates(context.db),
    typeRate: ({ caller, body, meta }) => typeRate(context, byCaller(caller, meta), body),
  });
