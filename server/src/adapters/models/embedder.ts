/** Text embeddings of a provider's model. Optional. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PROVIDERS } from '#contract/model-catalogue.ts';
import type { Env } from '../../env.ts';
import type { Log } from '../log.ts';
import { BATCH_TEXTS, BatchSize } from './batch-size.ts';
import { type Embedded, type Embedder, MEANING_WEIGHT } from './model.ts';
import { residencyOfAddress } from './provider-network.ts';
import { versionedUrl } from './providers/base-url.ts';
import { fetchJson, ProviderReplyError } from './providers/fetch-json.ts';
import { bearer, googleKey } from './providers/provider-request.ts';

type Embed = (texts: string[], signal: AbortSignal) => Promise<Embedded>;

/** Some sixty vectors of 3,072 numbers take 5 MB. */
const REPLY_MAX_BYTES = 64 * 1024 * 1024;

/** Null without EMBEDDING_MODEL, and where its provider has neither a key nor an address of the embedder's own. */
export function openEmbedder(env: Env, log: Log): Embedder | null {
  const name = env.EMBEDDING_MODEL;
  if (!name) return null;
  const [provider = '', ...rest] = name.split('/');
  const model = rest.join('/');
  const opened = model ? embedOf(provider, env, model) : null;
  if (!opened) {
    log.warn({ embedding_model: name }, 'EMBEDDING_MODEL cannot be used: search goes by words alone');
    return null;
  }
  const { base_url, embed } = opened;
  const prefix = { question: env.EMBEDDING_QUERY_PREFIX ?? '', passage: env.EMBEDDING_PASSAGE_PREFIX ?? '' };
  return {
    name,
    vector_name: name + nameOf(prefix.passage),
    floor: env.EMBEDDING_FLOOR ?? null,
    base_url,
    residency: residencyOfAddress(base_url, env),
    batch: new BatchSize(env.EMBEDDING_BATCH ?? BATCH_TEXTS),
    weight: env.EMBEDDING_WEIGHT ?? MEANING_WEIGHT,
    async embed(texts, signal, use) {
      const prefixed = texts.map((text) => prefix[use] + text);
      const embedded = await embed(prefixed, signal);
      const width = embedded.vectors[0]?.length ?? 0;
      if (embedded.vectors.length !== texts.length || embedded.vectors.some(({ length }) => length !== width))
        throw new ProviderReplyError(null, NOT_VECTORS);
      return embedded;
    },
  };
}

const NOT_VECTORS = 'the provider returned something else than one vector for each text';

/** The reply in the given form; NaN and null are no numbers. */
function vectorsIn<S extends z.ZodType>(schema: S, reply: unknown): z.output<S> {
  const read = schema.safeParse(reply);
  if (!read.success) throw new ProviderReplyError(null, NOT_VECTORS);
  return read.data;
}

/** Vectors of passages that were sent with another prefix do not compare. */
const nameOf = (prefix: string): string =>
  prefix && `#${createHash('sha256').update(prefix).digest('hex').slice(0, 6)}`;

function embedOf(provider: string, env: Env, model: string): { base_url: string; embed: Embed } | null {
  if (provider !== 'openai' && provider !== 'google' && provider !== 'compatible') return null;
  const target = env.EMBEDDING_BASE_URL ? ownTarget(env, env.EMBEDDING_BASE_URL) : targetOf(provider, env);
  if (!target) return null;
  const base_url = versionedUrl(provider, target.address);
  const embedBy = provider === 'google' ? googleEmbed : openAiEmbed;
  return { base_url, embed: embedBy(base_url, target.api_key, model) };
}

type Target = { address: string; api_key: string | null };

/** The key of a provider never goes to an address of the embedder's own. */
const ownTarget = ({ EMBEDDING_API_KEY }: Env, address: string): Target => ({
  address,
  api_key: EMBEDDING_API_KEY?.trim() || null,
});

function targetOf(provider: 'openai' | 'google' | 'compatible', env: Env): Target | null {
  if (provider === 'compatible') return null;
  const { key_env, address_env, address } = PROVIDERS[provider];
  const api_key = (env.EMBEDDING_API_KEY ?? env[key_env])?.trim();
  return api_key ? { address: env[address_env] ?? address, api_key } : null;
}

const Vector = z.array(z.number()).min(1);

const OpenAiReply = z.object({
  data: z.array(z.object({ embedding: Vector })),
  usage: z.object({ prompt_tokens: z.number() }).nullish(),
});

function openAiEmbed(base_url: string, api_key: string | null, model: string): Embed {
  return async (input, signal): Promise<Embedded> => {
    const body = { model, input, encoding_format: 'float' };
    const exchange = {
      headers: api_key === null ? {} : bearer(api_key),
      body,
      max_bytes: REPLY_MAX_BYTES,
      signal,
    };
    const { data, usage } = vectorsIn(OpenAiReply, await fetchJson(`${base_url}/embeddings`, exchange));
    return { vectors: data.map(({ embedding }) => embedding), tokens: usage?.prompt_tokens ?? null };
  };
}

const GoogleReply = z.object({ embeddings: z.array(z.object({ values: Vector })) });

function googleEmbed(base_url: string, api_key: string | null, name: string): Embed {
  const model = `models/${name}`;
  return async (texts, signal): Promise<Embedded> => {
    const body = { requests: texts.map((text) => ({ model, content: { parts: [{ text }] } })) };
    const exchange = {
      headers: api_key === null ? {} : googleKey(api_key),
      body,
      max_bytes: REPLY_MAX_BYTES,
      signal,
    };
    const reply = await fetchJson(`${base_url}/${model}:batchEmbedContents`, exchange);
    return { vectors: vectorsIn(GoogleReply, reply).embeddings.map(({ values }) => values), tokens: null };
  };
}
