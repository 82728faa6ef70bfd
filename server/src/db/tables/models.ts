/** Model providers and changes to the model catalogue. All of it belongs to the installation and names no person. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, char, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { PROVIDER_KEYS } from '#contract/model-catalogue.ts';
import { EFFORTS, RESIDENCIES } from '#contract/model-sets.ts';
import type { ProbedStep } from '#contract/models.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

export const model_providers = pgTable('model_providers', {
  id: identity().primaryKey(),
  kind: text({ enum: PROVIDER_KEYS }).notNull(),
  name: text().notNull(),
  base_url: text(),
  key_source: text({ enum: ['env', 'stored', 'none'] })
    .notNull()
    .default('none'),
  /** The environment variable that holds the key. */
  env_name: text(),
  /** Sealed; never exported, logged or audited. */
  key_sealed: text(),
  /** The last four characters of the key. */
  key_hint: text(),
  residency: text({ enum: RESIDENCIES }).notNull().default('exterior'),
  listed_at: time('listed_at'),
  list_error: text(),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** Changes and additions by superadmins or by observation; a null field has the value of the catalogue in code. */
export const models = pgTable(
  'models',
  {
    id: text().primaryKey(),
    provider_id: integer().references(() => model_providers.id),
    provider_model: text(),
    name: text(),
    description: text(),
    /** Tokens. */
    context_window: integer(),
    max_tokens: integer(),
    provider_max_tokens: integer(),
    supports_temperature: boolean(),
    structured_output: boolean(),
    vision: boolean(),
    efforts: text({ enum: EFFORTS }).array(),
    default_effort: text({ enum: EFFORTS }),
    ends_at: date('ends_at', { mode: 'string' }),
    retired_at: date('retired_at', { mode: 'string' }),
    successor: text(),
    is_new: boolean(),
    recommended: boolean(),
    hidden: boolean(),
    /** The model that the provider says it answered with, where that is another. */
    served_as: text(),
    source: text({ enum: ['typed', 'listed', 'observed'] })
      .notNull()
      .default('typed'),
    version: integer().notNull().default(1),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('models_provider').on(table.provider_id)],
);

/** The last word of probes and of running answers about a model. */
export const model_health = pgTable('model_health', {
  model_id: text().primaryKey(),
  state: text({ enum: ['ok', 'gone', 'failing'] }).notNull(),
  since: time('since').notNull(),
  checked_at: time('checked_at').notNull(),
  first_token_ms: integer(),
  /** At most 200 characters. */
  detail: text(),
  /** The outcome of each step of the last probe. */
  steps: jsonb().$type<ProbedStep[]>(),
  /** The first time that the provider's list did not name it; null while it does. */
  missing_since: time('missing_since'),
});

/** Append only: an entry of the ledger keeps the row that it was calculated with. Millionths of the currency per million tokens. */
export const model_prices = pgTable(
  'model_prices',
  {
    id: identity().primaryKey(),
    model_id: text().notNull(),
    currency: char({ length: 3, enum: ['USD', 'BRL'] }).notNull(),
    input: bigint({ mode: 'bigint' }).notNull(),
    cached_input: bigint({ mode: 'bigint' }),
    output: bigint({ mode: 'bigint' }).notNull(),
    /** Above this many tokens of input the whole request has the `long_` prices. */
    long_above: integer(),
    long_input: bigint({ mode: 'bigint' }),
    long_cached: bigint({ mode: 'bigint' }),
    long_output: bigint({ mode: 'bigint' }),
    valid_from: time('valid_from').notNull(),
    /** From this instant on nobody knows the price; null for one that holds until the next row. */
    valid_until: time('valid_until'),
    source: text({ enum: ['catalogue', 'typed'] }).notNull(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('model_prices_newest').on(table.model_id, table.valid_from.desc().nullsFirst())],
);

/** Append only; the newest row of a day counts. */
export const exchange_rates = pgTable(
  'exchange_rates',
  {
    id: identity().primaryKey(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Millionths of BRL for one US dollar. */
    brl_micro: bigint({ mode: 'bigint' }).notNull(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (table) => [index('exchange_rates_day').on(table.day.desc().nullsFirst(), table.id.desc().nullsFirst())],
);

/** E-mails about the end of a model that went out, once per model and level. */
export const model_notices = pgTable('model_notices', {
  /** `<model id> <days before its end, or gone>` */
  key: text().primaryKey(),
  sent_at: time('sent_at').notNull().default(sql`now()`),
});
