/** Plans, their prices and packs of tokens, as superadmins keep them. Amounts are whole cents of BRL. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  AMOUNT_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PACK_VALIDITY_DAYS,
  PACK_VALIDITY_DAYS_MAX,
  PLAN_FEATURE_MAX,
  PLAN_FEATURES_MAX,
  PLAN_TOKENS_MAX,
} from './limits.ts';
import { Id, NamedId } from './paging.ts';
import { BILLING_INTERVALS, PLAN_KEY, PRICE_KINDS } from './plan-seeds.ts';

export const BillingIntervals = z.enum(BILLING_INTERVALS);

export const PlanPrice = z
  .object({
    id: z.int(),
    kind: z.enum(PRICE_KINDS),
    interval: BillingIntervals,
    amount: z.int(),
    /** Null: not on sale until the price exists at the payment provider. */
    stripe_price_id: z.string().nullable(),
    /** Somebody has bought it: a change archives it and makes another one. */
    sold: z.boolean(),
  })
  .meta({ id: 'PlanPrice' });
export type PlanPrice = z.output<typeof PlanPrice>;

export const Plan = z
  .object({
    id: z.int(),
    key: z.string(),
    name: z.string(),
    description: z.string(),
    /** Null: not announced yet. */
    tokens: z.int().nullable(),
    user_group_id: z.int().nullable(),
    features: z.array(z.string()),
    popular: z.boolean(),
    visible: z.boolean(),
    position: z.int(),
    protected: z.boolean(),
    /** People whose subscription of this plan has not ended. */
    subscribers: z.int(),
    /** The prices on sale; archived ones are not listed. */
    prices: z.array(PlanPrice),
    version: z.int(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.output<typeof Plan>;

export const Pack = z
  .object({
    id: z.int(),
    name: z.string(),
    tokens: z.int(),
    amount: z.int(),
    stripe_price_id: z.string().nullable(),
    validity_days: z.int(),
    visible: z.boolean(),
    sold: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Pack' });
export type Pack = z.output<typeof Pack>;

const UNSTORABLE = 'O texto tem caracteres que não podem ser guardados.';
/** The database holds neither NUL nor halves of surrogate pairs. */
const Text = (sentence?: string) =>
  z
    .string(sentence)
    .trim()
    .refine((text) => !text.includes('\0') && !/\p{Cs}/u.test(text), UNSTORABLE);

const Name = (sentence: string) =>
  Text(sentence).min(1, sentence).max(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.');

const AMOUNT = 'Informe um valor entre R$ 1,00 e R$ 1.000.000,00.';
const Amount = z.number(AMOUNT).int(AMOUNT).min(100, AMOUNT).max(AMOUNT_MAX, AMOUNT);

const TOKENS = 'Informe um número inteiro de tokens, entre 1.000 e 1.000.000.000.000.';
const Tokens = z.number(TOKENS).int(TOKENS).min(1_000, TOKENS).max(PLAN_TOKENS_MAX, TOKENS);

/** The payment provider decides whether it knows an id. */
const StripePriceId = Text()
  .max(200, 'O id do preço pode ter no máximo 200 caracteres.')
  .nullish()
  .transform((id) => id || null);

const Version = z.int();

const PlanForm = z.object({
  name: Name('Informe o nome do plano.'),
  description: Text().max(DESCRIPTION_MAX, 'A descrição deve ter no máximo 2.000 caracteres.').default(''),
  tokens: Tokens.nullable(),
  user_group_id: NamedId('Informe um grupo válido.').nullable(),
  features: z
    .array(
      Text()
        .min(1, 'Um benefício não pode ficar em branco.')
        .max(PLAN_FEATURE_MAX, 'Cada benefício pode ter no máximo 120 caracteres.'),
    )
    .max(PLAN_FEATURES_MAX, 'São permitidos no máximo 8 benefícios.')
    .default([]),
  popular: z.boolean().default(false),
  visible: z.boolean().default(true),
  position: z.int().min(0).max(1_000).optional(),
  /** At most one of each kind and interval; a price that is left out is archived. */
  prices: z
    .array(
      z.object({
        kind: z.enum(PRICE_KINDS),
        interval: BillingIntervals,
        amount: Amount,
        stripe_price_id: StripePriceId,
      }),
    )
    .max(PRICE_KINDS.length * BILLING_INTERVALS.length)
    .refine(
      (prices) => new Set(prices.map(({ kind, interval }) => `${kind} ${interval}`)).size === prices.length,
      'Há dois preços do mesmo tipo e intervalo.',
    )
    .default([]),
});
export type PlanForm = z.output<typeof PlanForm>;

const KEY = 'A chave tem letras minúsculas sem acento, números, - e _, com no máximo 40 caracteres.';
const Key = z.string(KEY).regex(PLAN_KEY, KEY);

const VALIDITY = 'Informe uma validade entre 1 e 3.650 dias.';

const PackForm = z.object({
  name: Name('Informe o nome do pacote.'),
  tokens: Tokens,
  amount: Amount,
  stripe_price_id: StripePriceId,
  validity_days: z
    .number(VALIDITY)
    .int(VALIDITY)
    .min(1, VALIDITY)
    .max(PACK_VALIDITY_DAYS_MAX, VALIDITY)
    .default(PACK_VALIDITY_DAYS),
  visible: z.boolean().default(true),
});
export type PackForm = z.output<typeof PackForm>;

export const plansApi = {
  list: get('/plans', {
    access: 'superadmin',
    summary: 'Every plan with its prices on sale, in the order of the page of plans',
    reply: z.array(Plan),
  }),
  create: post('/plans', {
    access: 'superadmin',
    summary: 'Makes a plan; ids of prices are read back from the payment provider',
    body: PlanForm.extend({ key: Key }),
    reply: Plan,
    status: 201,
    idempotent: true,
  }),
  one: get('/plans/:id', { access: 'superadmin', summary: 'A plan', params: Id, reply: Plan }),
  update: put('/plans/:id', {
    access: 'superadmin',
    summary: 'Changes a plan; a price that was sold is archived and another one made',
    params: Id,
    body: PlanForm.extend({ version: Version }),
    reply: Plan,
  }),
  remove: del('/plans/:id', {
    access: 'superadmin',
    summary: 'Deletes a plan that nobody has',
    params: Id,
    reply: Nothing,
  }),
};

export const packsApi = {
  list: get('/packs', {
    access: 'superadmin',
    summary: 'Every pack that was not removed, the smallest first',
    reply: z.array(Pack),
  }),
  create: post('/packs', {
    access: 'superadmin',
    summary: 'Makes a pack of tokens',
    body: PackForm,
    reply: Pack,
    status: 201,
    idempotent: true,
  }),
  one: get('/packs/:id', { access: 'superadmin', summary: 'A pack', params: Id, reply: Pack }),
  update: put('/packs/:id', {
    access: 'superadmin',
    summary: 'Changes a pack; one that was sold is archived and another one made',
    params: Id,
    body: PackForm.extend({ version: Version }),
    reply: Pack,
  }),
  remove: del('/packs/:id', {
    access: 'superadmin',
    summary: 'Takes a pack off the page of plans',
    params: Id,
    reply: Nothing,
  }),
};
