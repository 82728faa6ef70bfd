/**
 * Reads the list of models of each kind of provider. Only ids, names and numbers are taken out of it; a field of
 * another kind than expected is left out by itself, and an id that no catalogue entry could have is dropped.
 */
import type { Provider } from '#contract/model-catalogue.ts';
import { EFFORTS } from '#contract/model-sets.ts';
import type { GuardedNetwork } from '../../guarded-fetch/guarded-network.ts';
import type { ListedModel, ProviderAccess } from '../model.ts';
import { fetchJson } from './fetch-json.ts';
import { anthropicKey, bearer, googleKey } from './provider-request.ts';

type Reader = {
  path: string;
  headers(api_key: string | null): Record<string, string>;
  /** The query of the page after this one; null after the last. */
  next(page: unknown): string | null;
  models(page: unknown): unknown[];
  read(model: unknown): ListedModel | null;
};

const LIST_MAX_BYTES = 1024 * 1024;
const MODELS_MAX = 2_000;
const PAGES_MAX = 20;
const ID = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/;
const NO_CHAT =
  /embed|image|audio|tts|whisper|transcri|realtime|live|moderation|dall|sora|veo|imagen|rerank|guard/i;

/** Throws where the list cannot be read. */
export async function listModels(
  { provider, base_url, api_key }: Pick<ProviderAccess, 'provider' | 'base_url' | 'api_key'>,
  network: GuardedNetwork,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const reader = readers[provider];
  const found: ListedModel[] = [];
  // The limit holds for all pages together.
  let max_bytes = LIST_MAX_BYTES;
  const read = (url: string) =>
    fetchJson(url, {
      network,
      headers: reader.headers(api_key),
      max_bytes,
      onLength(bytes) {
        max_bytes -= bytes;
      },
      signal,
    });
  let query: string | null = reader.path;
  for (let page = 0; query !== null && page < PAGES_MAX && found.length < MODELS_MAX; page += 1) {
    const list = await read(`${base_url}/${query}`);
    for (const model of reader.models(list).slice(0, MODELS_MAX)) {
      const listed = reader.read(model);
      if (listed && ID.test(listed.id)) found.push(listed);
    }
    query = reader.next(list);
  }
  const models = found.slice(0, MODELS_MAX);
  if (provider !== 'compatible' || models.every(({ context }) => context !== null)) return models;
  return withLmStudio(models, () => read(new URL('/api/v0/models', base_url).href));
}

/** LM Studio has contexts and types in a list of its own; every other server answers it with an error. */
async function withLmStudio(models: ListedModel[], read: () => Promise<unknown>): Promise<ListedModel[]> {
  const own = listIn(await read().catch(() => null), 'data') ?? [];
  const known = new Map(own.map((model) => [textIn(model, 'id'), model]));
  return models.map((model) => {
    const more = known.get(model.id);
    const type = textIn(more, 'type');
    return {
      ...model,
      context: model.context ?? countIn(more, 'loaded_context_length') ?? countIn(more, 'max_context_length'),
      is_chat: model.is_chat && type !== 'embeddings',
      vision: type === 'vlm' ? true : model.vision,
    };
  });
}

const UNKNOWN = { vision: null, structured_output: null, efforts: null };

const openAiForm: Reader = {
  path: 'models',
  headers: bearer,
  next: () => null,
  models: (page) => listIn(page, 'data') ?? listIn(page, 'models') ?? (Array.isArray(page) ? page : []),
  read(model) {
    const id = textIn(model, 'id');
    if (!id) return null;
    return {
      id,
      name: null,
      created: countIn(model, 'created'),
      // vLLM has the first field, LM Studio the other two.
      context:
        countIn(model, 'max_model_len') ??
        countIn(model, 'loaded_context_length') ??
        countIn(model, 'max_context_length'),
      max_tokens: null,
      ends_at: dayIn(model, 'shutdown_date'),
      is_chat: !NO_CHAT.test(id),
      ...UNKNOWN,
    };
  },
};

const readers: Record<Provider, Reader> = {
  openai: openAiForm,
  compatible: openAiForm,

  anthropic: {
    path: 'models?limit=1000',
    headers: anthropicKey,
    next(page) {
      const last = textIn(page, 'last_id');
      if (field(page, 'has_more') !== true || !last) return null;
      return `models?limit=1000&after_id=${encodeURIComponent(last)}`;
    },
    models: (page) => listIn(page, 'data') ?? [],
    read(model) {
      const id = textIn(model, 'id');
      if (!id) return null;
      return {
        id,
        name: textIn(model, 'display_name'),
        created: secondsIn(model, 'created_at'),
        context: countIn(model, 'max_input_tokens'),
        max_tokens: countIn(model, 'max_tokens'),
        ends_at: null,
        is_chat: !NO_CHAT.test(id),
        ...capabilitiesIn(field(model, 'capabilities')),
      };
    },
  },

  google: {
    path: 'models?pageSize=1000',
    headers: googleKey,
    next(page) {
      const token = textIn(page, 'nextPageToken');
      return token && `models?pageSize=1000&pageToken=${encodeURIComponent(token)}`;
    },
    models: (page) => listIn(page, 'models') ?? [],
    read(model) {
      const id = textIn(model, 'name')?.replace(/^models\//, '');
      const methods = listIn(model, 'supportedGenerationMethods');
      return id
        ? {
            id,
            name: textIn(model, 'displayName'),
            created: null,
            context: countIn(model, 'inputTokenLimit'),
            max_tokens: countIn(model, 'outputTokenLimit'),
            ends_at: null,
            is_chat: (methods?.includes('generateContent') ?? false) && !NO_CHAT.test(id),
            ...UNKNOWN,
            // The list does not name the efforts of a model that thinks.
            efforts: field(model, 'thinking') === false ? [] : null,
          }
        : null;
    },
  },
};

/** The abilities that Anthropic names, each as `{ supported: boolean }`. */
function capabilitiesIn(
  capabilities: unknown,
): Pick<ListedModel, 'vision' | 'structured_output' | 'efforts'> {
  const effort = field(capabilities, 'effort');
  const isNamed = EFFORTS.some((one) => supportedIn(effort, one) !== null);
  return {
    vision: supportedIn(capabilities, 'image_input'),
    structured_output: supportedIn(capabilities, 'structured_outputs'),
    efforts: isNamed ? EFFORTS.filter((one) => supportedIn(effort, one)) : null,
  };
}

function supportedIn(value: unknown, name: string): boolean | null {
  const supported = field(field(value, name), 'supported');
  return typeof supported === 'boolean' ? supported : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listIn(value: unknown, name: string): unknown[] | null {
  const list = field(value, name);
  return Array.isArray(list) ? list : null;
}

function textIn(value: unknown, name: string): string | null {
  const text = field(value, name);
  return typeof text === 'string' && text !== '' && text.length <= 200 ? text : null;
}

/** A number of tokens, or of seconds since 1970. */
function countIn(value: unknown, name: string): number | null {
  const count = field(value, name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 256 ? count : null;
}

function secondsIn(value: unknown, name: string): number | null {
  const at = Date.parse(textIn(value, name) ?? '');
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

function dayIn(value: unknown, name: string): string | null {
  const at = Date.parse(textIn(value, name) ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}
