/** The providers of models: where each is reached, with which key, and where it processes what it is sent. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { MODEL_PROVIDER_NAME_MAX } from './limits.ts';
import { PROVIDER_KEYS } from './model-catalogue.ts';
import { RESIDENCIES } from './model-sets.ts';
import { Id, Time } from './paging.ts';

export const modelProviderMessages = {
  nameMissing: 'Informe um nome.',
  nameLong: 'O nome deve ter no máximo 100 caracteres.',
  address: 'Informe um endereço, como http://127.0.0.1:11434/v1.',
  key: 'A chave tem caracteres que não cabem em um cabeçalho.',
  keyAgain: 'O endereço mudou: digite a chave de novo.',
} as const;

const KeyState = z.object({
  source: z.enum(['env', 'stored', 'none']),
  /** The last four characters of a stored key. */
  hint: z.string().nullable(),
  /** False where a stored key does not open here, so that it has to be typed again. */
  readable: z.boolean(),
  /** The variable of the environment that would hold the key of this provider. */
  env_name: z.string().nullable(),
});

export const ModelProviderInfo = z
  .object({
    id: z.int(),
    kind: z.enum(PROVIDER_KEYS),
    name: z.string(),
    /** One of the providers that every installation has; it cannot be removed. */
    built_in: z.boolean(),
    /** Null for the provider's own address. */
    base_url: z.string().nullable(),
    /** The variable of the environment that defines the address; null where the screen does. */
    base_url_env: z.string().nullable(),
    key: KeyState,
    residency: z.enum(RESIDENCIES),
    /** Entries of the catalogue that are reached there. */
    models: z.int(),
    /** The last time that its list of models was asked for. */
    listed_at: Time.nullable(),
    list_error: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'ModelProviderInfo' });
export type ModelProviderInfo = z.output<typeof ModelProviderInfo>;

const Name = z
  .string(modelProviderMessages.nameMissing)
  .trim()
  .min(1, modelProviderMessages.nameMissing)
  .max(MODEL_PROVIDER_NAME_MAX, modelProviderMessages.nameLong);

/** Any URL: which ones are allowed is `address_refused`, which says why. */
const Address = z
  .string(modelProviderMessages.address)
  .trim()
  .max(2_000, modelProviderMessages.address)
  .refine((text) => URL.canParse(text), modelProviderMessages.address);

/** Visible ASCII, as a header can carry it. */
const Key = z
  .string(modelProviderMessages.key)
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, modelProviderMessages.key);

/** A provider that was not saved yet, as the connection test takes it. */
const Connection = z.object({ kind: z.enum(PROVIDER_KEYS), base_url: Address, key: Key.nullish() });

export const NewModelProvider = Connection.extend({ name: Name, residency: z.enum(RESIDENCIES) });
export type NewModelProvider = z.output<typeof NewModelProvider>;

export const ModelProviderChange = z.object({
  name: Name,
  /** Null for the provider's own address. */
  base_url: Address.nullable(),
  /** Absent to keep the stored key, null to remove it. */
  key: Key.nullable().optional(),
  residency: z.enum(RESIDENCIES),
  version: z.int(),
});
export type ModelProviderChange = z.output<typeof ModelProviderChange>;

export const ProviderProbe = z.object({
  /** Something answered at the address. */
  reachable: z.boolean(),
  /** It answered with a list of models in the form of its kind. */
  speaks: z.boolean(),
  /** The ids of chat models in its list. */
  models: z.array(z.string()),
  /** A sentence about the failure; null where nothing failed. */
  error: z.string().nullable(),
});
export type ProviderProbe = z.output<typeof ProviderProbe>;

export const modelProvidersApi = {
  list: get('/model-providers', {
    access: 'superadmin',
    summary: 'The providers of models; of keys only where they come from',
    reply: z.array(ModelProviderInfo),
  }),
  create: post('/model-providers', {
    access: 'superadmin',
    summary: 'Adds a provider of models; asks for a fresh sign-in',
    body: NewModelProvider,
    reply: ModelProviderInfo,
    status: 201,
    confirmed: true,
  }),
  update: put('/model-providers/:id', {
    access: 'superadmin',
    summary: 'Changes a provider; a new key or address asks for a fresh sign-in',
    params: Id,
    body: ModelProviderChange,
    reply: ModelProviderInfo,
  }),
  remove: del('/model-providers/:id', {
    access: 'superadmin',
    summary: 'Removes a provider that nothing uses, with its models',
    params: Id,
    reply: Nothing,
  }),
  probe: post('/model-providers/probe', {
    access: 'superadmin',
    summary: 'Tries a provider that is not saved yet: reads its list of models',
    body: Connection,
    reply: ProviderProbe,
  }),
};
