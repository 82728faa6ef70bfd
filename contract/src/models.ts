/** The catalogue of models, as this installation knows it and as superadmins change it. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { PROVIDER_KEYS } from './model-catalogue.ts';
import { EFFORTS, RESIDENCIES } from './model-sets.ts';
import { IdNumber, Time } from './paging.ts';
import { Currency } from './prices.ts';

export const MODEL_STATES = ['active', 'ending', 'retired', 'failing', 'no_key', 'hidden'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** In the order in which a probe takes them. */
export const PROBE_STEPS = ['answers', 'usage', 'temperature', 'structured', 'effort', 'context'] as const;
export type ProbeStep = (typeof PROBE_STEPS)[number];

/** The fields of an entry that a superadmin may change. */
export const MODEL_FIELDS = [
  'name',
  'description',
  'provider_model',
  'context_window',
  'max_tokens',
  'provider_max_tokens',
  'supports_temperature',
  'structured_output',
  'vision',
  'efforts',
  'default_effort',
  'ends_at',
  'retired_at',
  'successor',
  'recommended',
  'hidden',
] as const;
export type ModelField = (typeof MODEL_FIELDS)[number];

const ID_RULE =
  'Use letras minúsculas, números, ponto, hífen, sublinhado ou dois-pontos, até 100 caracteres.';
/** Paths of calls, and the names of answers without a model in records and in the ledger. */
const RESERVED = ['discover', 'defaults', 'use-successor', 'local', 'plan', 'verified'];

const NewModelId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._:-]{0,99}$/, ID_RULE)
  .refine((id) => !RESERVED.includes(id), 'Este identificador é reservado.');
/** An id that no entry can have is answered as one that none has. */
const ModelId = z.object({ id: z.string().max(200) });

/** A step of a probe. `detail` is a sentence for the person who probes. */
const ProbedStep = z.object({
  step: z.enum(PROBE_STEPS),
  /** Null for a step that was passed over, as its `detail` says. */
  ok: z.boolean().nullable(),
  detail: z.string().nullable(),
  ms: z.int(),
});
export type ProbedStep = z.output<typeof ProbedStep>;

const Named = z.object({ id: z.int(), name: z.string() });

export const ModelInfo = z
  .object({
    id: z.string(),
    provider: z.enum(PROVIDER_KEYS),
    /** The configured provider; null where it only stands in the environment of the server. */
    provider_id: z.int().nullable(),
    provider_name: z.string(),
    /** Where the provider processes what it is sent; null where the entry has no provider. */
    residency: z.enum(RESIDENCIES).nullable(),
    provider_model: z.string(),
    name: z.string(),
    description: z.string(),
    /** Tokens. */
    context_window: z.int(),
    max_tokens: z.int(),
    /** The longest answer that the provider accepts, where that is known. */
    provider_max_tokens: z.int().nullable(),
    supports_temperature: z.boolean(),
    /** Null where nothing is known. */
    structured_output: z.boolean().nullable(),
    vision: z.boolean().nullable(),
    is_new: z.boolean(),
    recommended: z.boolean(),
    /** Its provider has a key here, or local mode answers in its place. */
    configured: z.boolean(),
    /** `failing`: its provider did not know it when it was asked last. `ending`: the day on which it ends is known. */
    state: z.enum(MODEL_STATES),
    /** The instant of the first failure; null while it does not fail. */
    failing_since: Time.nullable(),
    /** The first day, in UTC, on which the provider no longer serves it. */
    ends_at: z.iso.date().nullable(),
    /** The first day, in UTC, from which a superadmin has it retired. */
    retired_at: z.iso.date().nullable(),
    /** The entry that is to answer once this one is retired. */
    successor: z.string().nullable(),
    /** The id of the entry that answers in its place; null where it answers itself, or nothing does. */
    runs_on: z.string().nullable(),
    /** The model that the provider says it answered with, where that is another. */
    served_as: z.string().nullable(),
    hidden: z.boolean(),
    /** How much it can be asked to think; empty where nothing can be asked. */
    efforts: z.array(z.enum(EFFORTS)),
    default_effort: z.enum(EFFORTS).nullable(),
    /** Per million tokens, as it was typed or as the catalogue has it; null where nobody knows it. */
    price: z.object({ currency: Currency, input: z.number(), output: z.number() }).nullable(),
    /** About what a probe of it costs at most, in millionths of BRL; null where nobody knows. */
    probe_cost_brl_micro: z.int().nullable(),
    uses: z.object({ agents: z.array(Named), data_sources: z.array(Named) }),
    last_probe: z
      .object({
        at: Time,
        ok: z.boolean(),
        first_token_ms: z.int().nullable(),
        detail: z.string().nullable(),
        steps: z.array(ProbedStep),
      })
      .nullable(),
    /** Added by a superadmin or from a provider's list: it can be deleted. */
    added: z.boolean(),
    /** Fields that differ from the catalogue because somebody or a call changed them. */
    changed: z.array(z.enum(MODEL_FIELDS)),
    /** Fields that MODEL_OVERRIDES sets. */
    locked: z.array(z.enum(MODEL_FIELDS)),
    /** Sent back with a change; 0 while nothing of the entry was changed. */
    version: z.int(),
  })
  .meta({ id: 'ModelInfo' });
export type ModelInfo = z.output<typeof ModelInfo>;

const Tokens = z
  .number('Informe um número inteiro de tokens.')
  .int('Informe um número inteiro de tokens.')
  .min(256, 'Informe de 256 a 10.000.000 de tokens.')
  .max(10_000_000, 'Informe de 256 a 10.000.000 de tokens.');
const Day = z.iso.date('Informe uma data.');
/** PostgreSQL stores neither NUL nor half of a character. */
const Storable = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'O texto tem caracteres que não podem ser guardados.',
  );
const ProviderModel = Storable.trim()
  .min(1, 'Informe o nome no provedor.')
  .max(200, 'O nome no provedor deve ter no máximo 200 caracteres.');

/** Null takes a field back to the catalogue in code. */
const Fields = z.object({
  name: Storable.trim()
    .min(1, 'Informe o nome do modelo.')
    .max(100, 'O nome deve ter no máximo 100 caracteres.')
    .nullish(),
  description: Storable.trim().max(300, 'A descrição deve ter no máximo 300 caracteres.').nullish(),
  provider_model: ProviderModel.nullish(),
  context_window: Tokens.nullish(),
  max_tokens: Tokens.nullish(),
  provider_max_tokens: Tokens.nullish(),
  supports_temperature: z.boolean().nullish(),
  structured_output: z.boolean().nullish(),
  vision: z.boolean().nullish(),
  efforts: z.array(z.enum(EFFORTS)).max(EFFORTS.length).nullish(),
  default_effort: z.enum(EFFORTS).nullish(),
  ends_at: Day.nullish(),
  retired_at: Day.nullish(),
  successor: z.string().max(100).nullish(),
  recommended: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
});
export type ModelFields = z.output<typeof Fields>;

const Version = z.int().min(0);

export const NewModel = Fields.extend({
  id: NewModelId,
  provider_id: IdNumber,
  provider_model: ProviderModel,
  /** The fields come from the provider's list: its day of the end is followed when the provider moves it. */
  listed: z.boolean().optional(),
});
export type NewModel = z.output<typeof NewModel>;

/** A model in a provider's list; null is what the list does not say. */
const ListedModel = z.object({
  /** The name at the provider. */
  provider_model: z.string(),
  /** The id that the entry would have here. */
  id: z.string(),
  name: z.string().nullable(),
  context_window: z.int().nullable(),
  max_tokens: z.int().nullable(),
  ends_at: z.iso.date().nullable(),
  vision: z.boolean().nullable(),
  structured_output: z.boolean().nullable(),
  /** Empty for a model that does not think. */
  efforts: z.array(z.enum(EFFORTS)).nullable(),
  is_chat: z.boolean(),
  /** The entry of the catalogue that runs it; null for a new one. */
  known_as: z.string().nullable(),
});

export const DiscoveredProvider = z
  .object({
    provider: z.enum(PROVIDER_KEYS),
    provider_id: z.int().nullable(),
    name: z.string(),
    models: z.array(ListedModel),
    /** Why the list cannot be read, as a sentence. */
    error: z.string().nullable(),
  })
  .meta({ id: 'DiscoveredProvider' });
export type DiscoveredProvider = z.output<typeof DiscoveredProvider>;

/** Each step as it ends; the last event has `done` and what could be stored. */
export const ProbeEvent = z
  .object({
    step: z.enum(PROBE_STEPS).nullable(),
    /** Null for a step that was passed over, as its `detail` says. */
    ok: z.boolean().nullable(),
    detail: z.string().nullable(),
    ms: z.int(),
    done: z.boolean(),
    /** The fields that differ from what the probe saw; only in the last event. */
    found: Fields.pick({
      supports_temperature: true,
      structured_output: true,
      efforts: true,
      context_window: true,
    }).optional(),
  })
  .meta({ id: 'ProbeEvent' });
export type ProbeEvent = z.output<typeof ProbeEvent>;

export const modelsApi = {
  list: get('/models', {
    access: 'admin',
    summary: 'The model catalogue',
    reply: z.array(ModelInfo),
  }),
  create: post('/models', {
    access: 'superadmin',
    summary: 'Add a model of a configured provider to the catalogue',
    body: NewModel,
    reply: ModelInfo,
    status: 201,
  }),
  discover: post('/models/discover', {
    access: 'superadmin',
    summary: 'Read the lists of models of the providers',
    body: z.object({ provider_id: IdNumber.optional() }),
    reply: z.array(DiscoveredProvider),
  }),
  useSuccessor: post('/models/use-successor', {
    access: 'admin',
    summary: 'Give agents of a retired model the model that answers for it',
    body: z.object({ model_id: z.string().max(200), agent_ids: z.array(IdNumber).min(1).max(500) }),
    reply: z.object({
      changed: z.array(z.int()),
      refused: z.array(z.object({ agent_id: z.int(), reason: z.string() })),
    }),
  }),
  update: put('/models/:id', {
    access: 'superadmin',
    summary: 'Change an entry of the catalogue',
    params: ModelId,
    body: Fields.extend({ version: Version }),
    reply: ModelInfo,
    missing: 'not_found',
  }),
  remove: del('/models/:id', {
    access: 'superadmin',
    summary: 'Delete a model that was added to the catalogue',
    params: ModelId,
    reply: Nothing,
    missing: 'not_found',
  }),
  probe: post('/models/:id/probe', {
    access: 'superadmin',
    summary: 'Ask a model for each of its abilities',
    params: ModelId,
    events: ProbeEvent,
    missing: 'not_found',
  }),
};
