/** The catalogue of models, as this installation knows it and as superadmins change it. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';
import { EFFORTS, PROVIDER_KEYS, RESIDENCIES } from './model-catalogue.ts';
import { Time } from './paging.ts';

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

/** A step of a probe. `detail` is a sentence for the person who probes. */
const ProbedStep = z.object({
  step: z.enum(PROBE_STEPS),
  /** Null for a step that was passed over, as its `detail` says. */
  ok: z.boolean().nullable(),
  detail: z.string().nullable(),
  ms: z.number().int(),
});
export type ProbedStep = z.output<typeof ProbedStep>;

const Named = z.object({ id: z.number().int(), name: z.string() });

export const ModelInfo = z
  .object({
    id: z.string(),
    provider: z.enum(PROVIDER_KEYS),
    /** The configured provider; null where it only stands in the environment of the server. */
    provider_id: z.number().int().nullable(),
    provider_name: z.string(),
    /** Where the provider processes what it is sent; null where the entry has no provider. */
    residency: z.enum(RESIDENCIES).nullable(),
    provider_model: z.string(),
    name: z.string(),
    description: z.string(),
    /** Tokens. */
    context_window: z.number().int(),
    max_tokens: z.number().int(),
    /** The longest answer that the provider accepts, where that is known. */
    provider_max_tokens: z.number().int().nullable(),
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
    /** USD per million tokens, when known. */
    price: z.object({ input: z.number(), output: z.number() }).nullable(),
    uses: z.object({ agents: z.array(Named), data_sources: z.array(Named) }),
    last_probe: z
      .object({
        at: Time,
        ok: z.boolean(),
        first_token_ms: z.number().int().nullable(),
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
    version: z.number().int(),
  })
  .meta({ id: 'ModelInfo' });
export type ModelInfo = z.output<typeof ModelInfo>;

const Defaults = z.object({
  default: z.string().nullable(),
  /** Runs the steps of data sources. */
  steps: z.string().nullable(),
  /** Answer in order where an agent names no reserves. */
  reserves: z.array(z.string()),
  /** Whether a retired model runs on its successor by itself. */
  follow_successor: z.boolean(),
});
export const ModelDefaultsInfo = Defaults.extend({
  /** No provider is configured: agents answer with passages. */
  local: z.boolean(),
  version: z.number().int(),
}).meta({
  id: 'ModelDefaultsInfo',
});
export type ModelDefaultsInfo = z.output<typeof ModelDefaultsInfo>;
export const ModelDefaultsChange = Defaults.extend({
  reserves: z.array(z.string()).max(2, 'Escolha no máximo duas reservas.'),
  version: z.number().int().min(0),
});
export type ModelDefaultsChange = z.output<typeof ModelDefaultsChange>;

export const modelsApi = {
  list: get('/models', {
    access: 'admin',
    summary: 'The model catalogue',
    reply: z.array(ModelInfo),
  }),
  defaults: get('/models/defaults', {
    access: 'admin',
    summary: 'The default models of the installation',
    reply: ModelDefaultsInfo,
  }),
  changeDefaults: put('/models/defaults', {
    access: 'superadmin',
    summary: 'Choose the default models of the installation',
    body: ModelDefaultsChange,
    reply: ModelDefaultsInfo,
  }),
};
