/** Prices of model calls and exchange rates: what a call of a model costs, and what a US dollar costs in BRL. */
import { z } from 'zod';
import { del, get, post } from './endpoint.ts';
import { EXCHANGE_RATES_SHOWN } from './limits.ts';
import { Time } from './paging.ts';

export const CURRENCIES = ['USD', 'BRL'] as const;
export const Currency = z.enum(CURRENCIES, 'Informe a moeda: USD ou BRL.');
export type Currency = z.infer<typeof Currency>;

const MICRO = 1_000_000n;
const WRITTEN = /^\d{1,6}(\.\d{1,6})?$/;

/** Millionths as a whole number: `"1.25"` is 1,250,000. Undefined for anything that is no such number. */
export function microOf(written: string): bigint | undefined {
  if (!WRITTEN.test(written)) return undefined;
  const [whole = '0', part = ''] = written.split('.');
  return BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0'));
}

/** The shortest decimal number of so many millionths, with a point: 1,250,000 is `"1.25"`. */
export function decimalOf(micro: bigint): string {
  const part = String(micro % MICRO)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return part ? `${micro / MICRO}.${part}` : String(micro / MICRO);
}

const PRICE_MESSAGE = 'Informe um preço entre 0 e 10.000, como 1,25.';
const RATE_MESSAGE = 'Informe um câmbio entre 0,01 e 1.000, como 5,43.';

/** A decimal number with a point and at most six places. */
const decimalBetween = (least: string, most: string, message: string) => {
  const [min = 0n, max = 0n] = [microOf(least), microOf(most)];
  return z.string(message).refine((written) => {
    const micro = microOf(written);
    return micro !== undefined && micro >= min && micro <= max;
  }, message);
};

/** A price in its currency per million tokens. */
export const Price = decimalBetween('0', '10000', PRICE_MESSAGE);
export const ExchangeRate = decimalBetween('0.01', '1000', RATE_MESSAGE);

const LONG_MESSAGE = 'Informe a partir de quantos tokens o preço muda, de 1 a 10.000.000.';

/** Above `above` tokens of input the whole call has these prices. */
const LongPrices = z.object({
  above: z.number(LONG_MESSAGE).int(LONG_MESSAGE).min(1, LONG_MESSAGE).max(10_000_000, LONG_MESSAGE),
  input: Price,
  cached_input: Price.nullish().transform((price) => price ?? null),
  output: Price,
});

export const TypedPrice = z.object({
  model_id: z.string('Informe o modelo.').min(1, 'Informe o modelo.').max(200, 'Este modelo não existe.'),
  currency: Currency,
  input: Price,
  /** Absent: as `input`. */
  cached_input: Price.nullish().transform((price) => price ?? null),
  output: Price,
  long: LongPrices.nullish().transform((prices) => prices ?? null),
});
export type TypedPrice = z.output<typeof TypedPrice>;

/** The price that a model's calls have from now on; all null where nobody knows it. */
export const ModelPrice = z
  .object({
    model_id: z.string(),
    name: z.string(),
    currency: Currency.nullable(),
    input: z.string().nullable(),
    cached_input: z.string().nullable(),
    output: z.string().nullable(),
    long: z
      .object({
        above: z.int(),
        input: z.string(),
        cached_input: z.string().nullable(),
        output: z.string(),
      })
      .nullable(),
    since: Time.nullable(),
    /** The instant from which the price is no longer known; null for one that holds until it is changed. */
    until: Time.nullable(),
    source: z.enum(['catalogue', 'typed']).nullable(),
    /** The catalogue has a price of its own that a typed one can be taken back to. */
    in_catalogue: z.boolean(),
  })
  .meta({ id: 'ModelPrice' });
export type ModelPrice = z.output<typeof ModelPrice>;

export const Rate = z
  .object({
    id: z.int(),
    /** The first day that it is valid for, in the installation's time zone. */
    day: z.iso.date(),
    brl_per_usd: z.string(),
    created_at: Time,
  })
  .meta({ id: 'ExchangeRate' });
export type Rate = z.output<typeof Rate>;

export const DAY_MESSAGE = 'Informe um dia dos últimos 31 dias, até hoje.';

const ModelId = z.object({ model_id: z.string().max(200) });

export const pricesApi = {
  list: get('/model-prices', {
    access: 'superadmin',
    summary: 'What calls of each model cost from now on',
    reply: z.array(ModelPrice),
  }),
  type: post('/model-prices', {
    access: 'superadmin',
    summary: 'Types a price; entries of the past keep theirs',
    body: TypedPrice,
    reply: ModelPrice,
    status: 201,
  }),
  revert: del('/model-prices/:model_id', {
    access: 'superadmin',
    summary: 'Goes back to the price of the catalogue',
    params: ModelId,
    reply: ModelPrice,
  }),
  rates: get('/exchange-rates', {
    access: 'superadmin',
    summary: `The newest ${EXCHANGE_RATES_SHOWN} exchange rates, newest first`,
    reply: z.array(Rate),
  }),
  typeRate: post('/exchange-rates', {
    access: 'superadmin',
    summary: 'Types an exchange rate from a day of the last 31 on; entries of the past keep theirs',
    body: z.object({ day: z.iso.date(DAY_MESSAGE), brl_per_usd: ExchangeRate }),
    reply: Rate,
    status: 201,
  }),
};
