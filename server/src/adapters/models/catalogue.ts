/** The catalogue as this installation has it: the list in code, corrected by MODEL_OVERRIDES. */
import { type CatalogueModel, modelCatalogue, PROVIDERS, type Provider } from '#contract/model-catalogue.ts';
import { type Env, StartRefused } from '../../env.ts';
import type { Upstream } from './model.ts';
import { versionedUrl } from './providers/base-url.ts';

export type Variables = Record<string, string | undefined>;

const NEW_ENTRY = {
  provider: 'compatible',
  description: '',
  context_window: 32_000,
  max_tokens: 4_096,
  supports_temperature: true,
  is_new: false,
  recommended: false,
} as const;

export function correctedCatalogue(env: Env): CatalogueModel[] {
  const corrections = new Map(Object.entries(env.MODEL_OVERRIDES ?? {}));
  const known = modelCatalogue.map((entry): CatalogueModel => {
    const fields = corrections.get(entry.id);
    return fields ? { ...(isElsewhere(fields) ? withoutFacts(entry) : entry), ...fields } : entry;
  });
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

type Override = NonNullable<Env['MODEL_OVERRIDES']>[string];

/** The entry runs another model than the catalogue knows, so when that one ends and what it can says nothing of it. */
const isElsewhere = ({ provider, provider_model, base_url }: Override): boolean =>
  provider !== undefined || provider_model !== undefined || base_url !== undefined;

function withoutFacts(entry: CatalogueModel): CatalogueModel {
  const {
    ends_at: _ends,
    efforts: _efforts,
    default_effort: _effort,
    structured_output: _structured,
    ...rest
  } = entry;
  return rest;
}

/** An entry for a model that nobody has described: what its provider lists of it, and cautious values for the rest. */
export function listedEntry(
  like: { provider: Provider } & Pick<CatalogueModel, 'base_url' | 'api_key_env'>,
  listed: { id: string; name: string | null; context: number | null; max_tokens: number | null },
): CatalogueModel {
  const isCompatible = like.provider === 'compatible';
  const context_window = listed.context ?? (isCompatible ? COMPATIBLE_CONTEXT : NEW_ENTRY.context_window);
  return {
    ...NEW_ENTRY,
    ...like,
    id: listed.id.toLowerCase().replaceAll('/', '-'),
    provider_model: listed.id,
    name: listed.name ?? listed.id,
    context_window,
    max_tokens: Math.min(
      listed.max_tokens ?? NEW_ENTRY.max_tokens,
      ANSWER_TOKENS,
      Math.ceil(context_window / 2),
    ),
    // New models of the three providers refuse it more often than not, and none needs it.
    supports_temperature: isCompatible,
  };
}

/** Ollama reports no context and cuts what is longer without a word; this is what it is set to where nobody set it. */
const COMPATIBLE_CONTEXT = 4_096;
const ANSWER_TOKENS = 16_384;

/** Where a model is reached, or null while its provider has no key. A compatible server may need none. */
export function upstreamOf(entry: CatalogueModel, env: Env, variables: Variables): Upstream | null {
  const own = entry.api_key_env ? (variables[entry.api_key_env] ?? '') : keyOf(entry, env);
  const api_key = own.trim() || null;
  const asksForNone = entry.provider === 'compatible' && !entry.api_key_env;
  if (!api_key && !asksForNone) return null;
  return { entry, api_key, base_url: versionedUrl(entry.provider, addressOf(entry, env)) };
}

function keyOf(entry: CatalogueModel, env: Env): string {
  const { key_env } = PROVIDERS[entry.provider];
  return (key_env && env[key_env]) ?? '';
}

function addressOf(entry: CatalogueModel, env: Env): string {
  const { address_env, address } = PROVIDERS[entry.provider];
  return entry.base_url ?? (address_env && env[address_env]) ?? address ?? '';
}
