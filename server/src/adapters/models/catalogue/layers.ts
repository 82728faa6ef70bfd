/**
 * The layers of the catalogue, field by field: MODEL_OVERRIDES before the rows of the installation before the list in
 * code.
 */
import { type CatalogueModel, modelCatalogue, type Provider } from '#contract/model-catalogue.ts';
import { type Env, StartRefused } from '../../../env.ts';
import type { InstallationModels, ModelRow } from '../model.ts';

type Fields = Partial<Omit<CatalogueModel, 'id'>>;

const NEW_ENTRY = {
  provider: 'compatible',
  description: '',
  context_window: 32_000,
  max_tokens: 4_096,
  supports_temperature: true,
  is_new: false,
  recommended: false,
} as const;

/** Ollama reports no context and cuts what is longer without a word; this is what it is set to where nobody set it. */
const COMPATIBLE_CONTEXT = 4_096;
/** The longest answer that Prosa asks of a model that nobody has described, in tokens. */
const ANSWER_TOKENS = 16_384;

const inCode: ReadonlyMap<string, CatalogueModel> = new Map(modelCatalogue.map((entry) => [entry.id, entry]));

/** Whether an entry stands in the list in code. */
export const isInCode = (id: string): boolean => inCode.has(id);

/** The entries in the order of screens: those in code, then those of the installation, then those of the operator. */
export function layeredCatalogue(
  env: Env,
  { rows, added, gone, providers }: Pick<InstallationModels, 'rows' | 'added' | 'gone' | 'providers'>,
): CatalogueModel[] {
  const overrides = env.MODEL_OVERRIDES ?? {};
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const addedOf = new Map(added.map((entry) => [entry.id, entry]));
  const ids = new Set([...inCode.keys(), ...rowOf.keys(), ...addedOf.keys(), ...Object.keys(overrides)]);
  const kindOf = (row: ModelRow | undefined): Fields => {
    const provider = providers.find(({ id }) => id === row?.provider_id);
    return provider ? { provider: provider.kind } : {};
  };
  return [...ids].map((id) => {
    const base = inCode.get(id) ?? addedOf.get(id) ?? { ...NEW_ENTRY, id, name: id, provider_model: id };
    const row = rowOf.get(id);
    const changed = over(over(base, { ...kindOf(row), ...row }), overrides[id]);
    return gone.includes(id) ? { ...changed, gone: true } : changed;
  });
}

/** Throws `StartRefused` where MODEL_OVERRIDES adds a compatible model without an address. */
export function requireAddresses({ MODEL_OVERRIDES = {} }: Env): void {
  for (const [id, fields] of Object.entries(MODEL_OVERRIDES)) {
    const provider = fields.provider ?? inCode.get(id)?.provider ?? 'compatible';
    if (provider === 'compatible' && !fields.base_url)
      throw new StartRefused(`MODEL_OVERRIDES: o modelo "${id}" precisa de "base_url".`);
  }
}

function over(entry: CatalogueModel, fields: Fields | undefined): CatalogueModel {
  return fields ? { ...(isElsewhere(entry, fields) ? withoutFacts(entry) : entry), ...fields } : entry;
}

/** The entry runs another model than the catalogue knows, so when that one ends and what it can says nothing of it. */
const isElsewhere = (entry: CatalogueModel, fields: Fields): boolean =>
  fields.base_url !== undefined ||
  (fields.provider ?? entry.provider) !== entry.provider ||
  (fields.provider_model ?? entry.provider_model) !== entry.provider_model;

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
  like: { provider: Provider } & Pick<CatalogueModel, 'base_url' | 'api_key_env' | 'provider_id'>,
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
