/** The catalogue as this installation has it: the list in code, corrected by MODEL_OVERRIDES. */
import { type CatalogueModel, modelCatalogue, PROVIDERS, type Provider } from '#contract/model-catalogue.ts';
import { type Env, StartRefused } from '../../../env.ts';
import type { InstallationModels, ProviderAccess, Upstream } from '../model.ts';
import { versionedUrl } from '../providers/base-url.ts';

export type Variables = Record<string, string | undefined>;

/** A key of Anthropic counts before one of OpenAI where both could give the default. */
const CHOICE: readonly Provider[] = ['anthropic', 'openai', 'google', 'compatible'];

const NOTHING_CHOSEN: InstallationModels = { default: null, steps: null, follow_successor: true, added: [] };

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

/** The catalogue of a process: the list in code, the models that the installation chose, and how each is reached. */
export class Catalogue {
  chosen = NOTHING_CHOSEN;
  readonly #inCode: readonly CatalogueModel[];
  readonly #env: Env;
  readonly #variables: Variables;
  models: readonly CatalogueModel[] = [];
  entries: ReadonlyMap<string, CatalogueModel> = new Map();
  /** The upstreams of the entries whose provider has a key. */
  upstreams: ReadonlyMap<string, Upstream> = new Map();
  /** In the order in which a default is looked for. */
  providers: ProviderAccess[] = [];

  constructor(env: Env, variables: Variables) {
    this.#env = env;
    this.#variables = variables;
    this.#inCode = correctedCatalogue(env);
    this.configure(NOTHING_CHOSEN);
  }

  /** Replaces the catalogue as a whole. */
  configure(chosen: InstallationModels): void {
    const inCode = this.#inCode;
    const added = chosen.added.filter(({ id }) => !inCode.some((entry) => entry.id === id));
    this.chosen = chosen;
    this.models = [...inCode, ...added];
    this.entries = new Map(this.models.map((entry) => [entry.id, entry]));
    this.upstreams = upstreamsOf(this.models, this.#env, this.#variables);
    this.providers = accessesOf(this.upstreams);
  }

  hasKey(entry: CatalogueModel): boolean {
    return this.upstreams.has(entry.id);
  }

  /** The catalogue's own choice for each provider with a key. A compatible server has none but its first entry. */
  ownChoices(use: 'default' | 'steps', compatible: boolean): string[] {
    return this.providers.flatMap(({ provider, entries: [first] }) => {
      const id = PROVIDERS[provider][use];
      return id ? [id] : first && compatible ? [first.id] : [];
    });
  }
}

function upstreamsOf(
  catalogue: readonly CatalogueModel[],
  env: Env,
  variables: Variables,
): Map<string, Upstream> {
  const found = new Map<string, Upstream>();
  for (const entry of catalogue) {
    const upstream = upstreamOf(entry, env, variables);
    if (upstream) found.set(entry.id, upstream);
  }
  return found;
}

/** Each provider with a key once; of the compatible ones each address. */
function accessesOf(upstreams: ReadonlyMap<string, Upstream>): ProviderAccess[] {
  const found = new Map<string, ProviderAccess>();
  for (const { entry, base_url, api_key } of upstreams.values()) {
    const { provider } = entry;
    const key = `${provider} ${base_url} ${api_key}`;
    const access = found.get(key) ?? { provider, base_url, api_key, entries: [] };
    access.entries.push(entry);
    found.set(key, access);
  }
  return [...found.values()].sort((a, b) => CHOICE.indexOf(a.provider) - CHOICE.indexOf(b.provider));
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
  const { key_env } = PROVIDERS[entry.provider];
  return (key_env && env[key_env]) ?? '';
}

function addressOf(entry: CatalogueModel, env: Env): string {
  const { address_env, address } = PROVIDERS[entry.provider];
  return entry.base_url ?? (address_env && env[address_env]) ?? address ?? '';
}
