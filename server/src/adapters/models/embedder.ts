/** Text embeddings of a provider's model. Optional. */
import { z } from 'zod';
import { PROVIDERS } from '#contract/model-catalogue.ts';
import type { Env } from '../../env.ts';
import type { Log } from '../log.ts';
import type { Embedded, Embedder } from './model.ts';
import { residencyOfAddress } from './provider-network.ts';
import { versionedUrl } from './providers/base-url.ts';
import { fetchJson } from './providers/fetch-json.ts';
import { bearer, googleKey } from './providers/provider-request.ts';

type Embed = Embedder['embed'];

/** Some sixty vectors of 3,072 numbers take 5 MB. */
const REPLY_MAX_BYTES = 64 * 1024 * 1024;

/** Null without EMBEDDING_MODEL, and where its provider has no key. */
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
  return {
    name,
    floor: env.EMBEDDING_FLOOR ?? null,
    base_url,
    residency: residencyOfAddress(base_url, env),
    async embed(texts, signal) {
      const embedded = await embed(texts, signal);
      const width = embedded.vectors[0]?.length ?? 0;
      if (embedded.vectors.length !== texts.length || embedded.vectors.some(({ length }) => length !== width))
        throw new Error('the provider returned something else than one vector for each text');
      return embedded;
    },
  };
}

function embedOf(provider: string, env: Env, model: string): { base_url: string; embed: Embed } | null {
  if (provider !== 'openai' && provider !== 'google') return null;
  const { key_env, address_env, address } = PROVIDERS[provider];
  const api_key = env[key_env]?.trim();
  if (!api_key) return null;
  const base_url = versionedUrl(provider, env[address_env] ?? address);
  const embedBy = provider === 'openai' ? openAiEmbed : googleEmbed;
  return { base_url, embed: embedBy(base_url, api_key, model) };
}

const Vector = z.array(z.number()).min(1);

const OpenAiReply = z.object({
  data: z.array(z.object({ embedding: Vector })),
  usage: z.object({ prompt_tokens: z.number() }).nullish(),
});

function openAiEmbed(base_url: string, api_key: string, model: string): Embed {
  return async (input, signal): Promise<Embedded> => {
    const body = { model, input, encoding_format: 'float' };
    const exchange = { headers: bearer(api_key), body, max_bytes: REPLY_MAX_BYTES, signal };
    const { data, usage } = OpenAiReply.parse(await fetchJson(`${base_url}/embeddings`, exchange));
    return { vectors: data.map(({ embedding }) => embedding), tokens: usage?.prompt_tokens ?? null };
  };
}

const GoogleReply = z.object({ embeddings: z.array(z.object({ values: Vector })) });

function googleEmbed(base_url: string, api_key: string, name: string): Embed {
  const model = `models/${name}`;
  return async (texts, signal): Promise<Embedded> => {
    const body = { requests: texts.map((text) => ({ model, content: { parts: [{ text }] } })) };
    const exchange = { headers: googleKey(api_key), body, max_bytes: REPLY_MAX_BYTES, signal };
    const reply = await fetchJson(`${base_url}/${model}:batchEmbedContents`, exchange);
    return { vectors: GoogleReply.parse(reply).embeddings.map(({ values }) => values), tokens: null };
  };
}
