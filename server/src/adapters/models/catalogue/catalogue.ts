/** The catalogue of one version of the installation: its entries, and how each is reached. */
import { type CatalogueModel, PROVIDERS, type Provider } from '#contract/model-catalogue.ts';
import type { Env } from '../../../env.ts';
import type { InstallationModels, ProviderAccess, ProviderInfo, ReachedModel } from '../model.ts';
import type { ModelProvider } from '../model-provider.ts';
import { residencyOfAddress } from '../provider-network.ts';
import { versionedUrl } from '../providers/base-url.ts';
import { layeredCatalogue } from './layers.ts';

export type Variables = Record<string, string | undefined>;

/** The order in which a default is looked for: a key of Anthropic counts before one of OpenAI. */
const CHOICE = Object.keys({
  anthropic: 1,
  openai: 2,
  google: 3,
  compatible: 4,
} satisfies Record<Provider, number>) as Provider[];

export const NOTHING_STORED: InstallationModels = {
  version: -1,
  default: null,
  steps: null,
  reserves: [],
  follow_successor: true,
  added: [],
  rows: [],
  gone: [],
  providers: [],
};

/** A provider before an entry is looked at. Null as its id: it stands in the environment only. */
type Known = Omit<ModelProvider, 'id' | 'key_readable'> & { id: number | null };

/** Never changes: another version of the installation is another object. */
export class Catalogue {
  readonly installation: InstallationModels;
  readonly models: readonly CatalogueModel[];
  readonly entries: ReadonlyMap<string, CatalogueModel>;
  /** The upstreams of the entries whose provider has a key. */
  readonly upstreams: ReadonlyMap<string, ReachedModel>;
  /** In the order in which a default is looked for. */
  readonly providers: ProviderAccess[];
  readonly #known: readonly Known[];
  readonly #env: Env;

  constructor(env: Env, variables: Variables, installation: InstallationModels = NOTHING_STORED) {
    this.#env = env;
    this.installation = installation;
    this.models = layeredCatalogue(env, installation);
    this.entries = new Map(this.models.map((entry) => [entry.id, entry]));
    this.#known = withBuiltIn(env, installation.providers);
    const reached = this.models.map((entry) => upstreamOf(entry, this.#known, { env, variables }));
    this.upstreams = new Map(
      reached.filter((upstream) => upstream !== null).map((upstream) => [upstream.entry.id, upstream]),
    );
    this.providers = accessesOf(this.upstreams, this.#known);
  }

  hasKey(entry: CatalogueModel): boolean {
    return this.upstreams.has(entry.id);
  }

  providerOf(entry: CatalogueModel): ProviderInfo | null {
    const provider = knownProviderOf(entry, this.#known);
    return provider && infoOf(entry, provider, this.#env);
  }

  /** The catalogue's own choice for each provider with a key. A compatible server has none but its first entry. */
  ownChoices(use: 'default' | 'steps', compatible: boolean): string[] {
    return this.providers.flatMap(({ provider, entries: [first] }) => {
      const id = PROVIDERS[provider][use];
      return id ? [id] : first && compatible ? [first.id] : [];
    });
  }
}

/** The configured providers, and of each built-in kind that has no row yet what the environment says. */
function withBuiltIn(env: Env, configured: readonly ModelProvider[]): Known[] {
  const builtIn = CHOICE.flatMap((kind): Known[] => {
    const { name, key_env, address_env } = PROVIDERS[kind];
    if (!key_env || configured.some((provider) => provider.kind === kind)) return [];
    const base_url = (address_env && env[address_env]) ?? null;
    const key = env[key_env]?.trim() || null;
    const builtIn = { id: null, kind, name, base_url, key } as const;
    return [{ ...builtIn, typed_address: false, key_source: 'env', residency: 'exterior' }];
  });
  return [...configured, ...builtIn];
}

/** An entry with an address of its own and of no configured provider is a provider by itself. */
function knownProviderOf(entry: CatalogueModel, known: readonly Known[]): Known | null {
  if (entry.provider_id !== undefined) return known.find(({ id }) => id === entry.provider_id) ?? null;
  const ofKind = known.find(({ kind }) => kind === entry.provider && kind !== 'compatible');
  if (ofKind) return ofKind;
  if (!entry.base_url) return null;
  const { name } = PROVIDERS[entry.provider];
  const nothing = {
    base_url: null,
    typed_address: false,
    key: null,
    key_source: 'none',
    residency: 'exterior',
  } as const;
  return { id: null, kind: entry.provider, name, ...nothing };
}

/** An address that only MODEL_OVERRIDES names is no provider's. */
const infoOf = (
  { base_url }: CatalogueModel,
  { id, kind, name, residency }: Known,
  env: Env,
): ProviderInfo =>
  base_url
    ? { id: null, kind, name, residency: residencyOfAddress(base_url, env) }
    : { id, kind, name, residency };

/** Null while the provider of the entry has no key. A compatible server may need none. */
function upstreamOf(
  entry: CatalogueModel,
  known: readonly Known[],
  { env, variables }: { env: Env; variables: Variables },
): ReachedModel | null {
  const provider = knownProviderOf(entry, known);
  const address = provider && (entry.base_url ?? addressOf(provider));
  if (!provider || !address) return null;
  const own = entry.api_key_env ? variables[entry.api_key_env] : provider.key;
  const api_key = own?.trim() || null;
  if (!api_key && (entry.api_key_env || !asksForNone(provider))) return null;
  return {
    entry,
    api_key,
    base_url: versionedUrl(provider.kind, address),
    typed_address: !entry.base_url && provider.typed_address,
    info: infoOf(entry, provider, env),
  };
}

const addressOf = ({ kind, base_url }: Known): string | null => base_url ?? PROVIDERS[kind].address;

/** A compatible server without a key; one whose stored key cannot be opened is asked for nothing. */
const asksForNone = ({ kind, key_source }: Known): boolean => kind === 'compatible' && key_source === 'none';

/** Each address with its key once, configured servers without an entry included. */
function accessesOf(upstreams: ReadonlyMap<string, ReachedModel>, known: readonly Known[]): ProviderAccess[] {
  const found = new Map<string, ProviderAccess>();
  const accessOf = (access: Omit<ProviderAccess, 'entries'>): ProviderAccess => {
    const key = `${access.provider} ${access.base_url} ${access.typed_address} ${access.api_key}`;
    const known = found.get(key) ?? { ...access, entries: [] };
    found.set(key, known);
    return known;
  };
  for (const { entry, ...reached } of upstreams.values())
    accessOf({ provider: entry.provider, ...reached }).entries.push(entry);
  for (const provider of known) {
    const { id, kind, name, key, typed_address, residency } = provider;
    const address = addressOf(provider);
    if (!address || !(key || asksForNone(provider))) continue;
    const info = { id, kind, name, residency };
    accessOf({ provider: kind, base_url: versionedUrl(kind, address), typed_address, api_key: key, info });
  }
  return [...found.values()].sort((a, b) => CHOICE.indexOf(a.provider) - CHOICE.indexOf(b.provider));
}
