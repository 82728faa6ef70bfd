/** What can answer here: the catalogue as the operator corrected it, each model on its provider or the local reader. */
import { AGENT_FALLBACK, type CatalogueModel, modelCatalogue } from '#contract/model-catalogue.ts';
import { type Env, StartRefused } from '../../env.ts';
import type { Log } from '../log.ts';
import { OFFICIAL, versionedUrl } from './base-url.ts';
import { openEmbedder } from './embedder.ts';
import type { Upstream } from './letter.ts';
import { localReader } from './local-reader.ts';
import type { Model, Models } from './model.ts';
import { type ProviderSettings, providerModel } from './providers.ts';

type Variables = Record<string, string | undefined>;

/** `variables` is where `api_key_env` of an override looks; everything else comes parsed. */
export function openModels(env: Env, log: Log, variables: Variables = process.env): Models {
  const catalogue = correctedCatalogue(env);
  const entries = new Map(catalogue.map((entry) => [entry.id, entry]));
  const upstreams = new Map<string, Upstream>();
  for (const entry of catalogue) {
    const upstream = upstreamOf(entry, env, variables);
    if (upstream) upstreams.set(entry.id, upstream);
  }
  const local = upstreams.size === 0;
  const reader = localReader();
  const models = new Map<string, Model>();
  const settings: ProviderSettings = {
    first_token_ms: env.MODEL_FIRST_TOKEN_SECONDS * 1000,
    idle_ms: env.MODEL_IDLE_SECONDS * 1000,
    spoken: new Map(),
    onRetry: (failure) => log.warn(failure, 'model call failed, will be tried again'),
  };
  for (const entry of catalogue)
    if (entry.retired_successor && entry === runningEntry(entry, entries))
      log.warn(
        { model: entry.id, retired_successor: entry.retired_successor },
        'no usable successor, the model runs itself',
      );

  return {
    local,
    catalogue,
    embedder: openEmbedder(env, log),
    open(id) {
      const named = entries.get(id) ?? (local ? entries.get(AGENT_FALLBACK.model) : undefined);
      if (!named) return null;
      const entry = runningEntry(named, entries);
      if (local) return { entry, model: reader, local };
      const upstream = upstreams.get(entry.id);
      if (!upstream) return null;
      const model = models.get(entry.id) ?? providerModel(upstream, settings);
      models.set(entry.id, model);
      return { entry, model, local };
    },
  };
}

/** A retired model runs on its successor, and that one's; a successor that leads back or nowhere is no successor. */
function runningEntry(entry: CatalogueModel, entries: Map<string, CatalogueModel>): CatalogueModel {
  const passed = new Set<CatalogueModel>();
  let here = entry;
  while (here.retired_successor) {
    passed.add(here);
    const next = entries.get(here.retired_successor);
    if (!next || passed.has(next)) return entry;
    here = next;
  }
  return here;
}

const NEW_ENTRY = {
  provider: 'compatible',
  description: '',
  context_window: 32_000,
  max_tokens: 4_096,
  supports_temperature: true,
  is_new: false,
  recommended: false,
} as const;

function correctedCatalogue(env: Env): CatalogueModel[] {
  const corrections = new Map(Object.entries(env.MODEL_OVERRIDES ?? {}));
  const known = modelCatalogue.map((entry): CatalogueModel => ({ ...entry, ...corrections.get(entry.id) }));
  const isKnown = new Set(known.map(({ id }) => id));
  const added = [...corrections]
    .filter(([id]) => !isKnown.has(id))
    .map(([id, fields]): CatalogueModel => ({ ...NEW_ENTRY, id, name: id, provider_model: id, ...fields }));
  for (const entry of [...known, ...added]) {
    if (entry.provider === 'compatible' && !entry.base_url)
      throw new StartRefused(`MODEL_OVERRIDES: o modelo "${entry.id}" precisa de "base_url".`);
  }
  return [...known, ...added];
}

/** Where a model is reached, or null while its provider has no key. A compatible server may need none. */
function upstreamOf(entry: CatalogueModel, env: Env, variables: Variables): Upstream | null {
  const own = entry.api_key_env ? (variables[entry.api_key_env] ?? '') : keyOf(entry, env);
  const api_key = own.trim() || null;
  const asksForNone = entry.provider === 'compatible' && !entry.api_key_env;
  if (!api_key && !asksForNone) return null;
  return { entry, api_key, base_url: versionedUrl(entry.provider, addressOf(entry, env)) };
}

function keyOf(entry: CatalogueModel, env: Env): string {
  const keys = {
    openai: env.OPENAI_API_KEY,
    anthropic: env.ANTHROPIC_API_KEY,
    google: env.GOOGLE_GENERATIVE_AI_API_KEY,
    compatible: '',
  };
  return keys[entry.provider] ?? '';
}

function addressOf(entry: CatalogueModel, env: Env): string {
  if (entry.base_url) return entry.base_url;
  const own = { openai: env.OPENAI_BASE_URL, anthropic: env.ANTHROPIC_BASE_URL, google: env.GOOGLE_BASE_URL };
  return entry.provider === 'compatible' ? '' : (own[entry.provider] ?? OFFICIAL[entry.provider]);
}
