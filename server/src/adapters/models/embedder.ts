/** Texts as points of a space in which what means alike lies near, by a provider's model. Optional. */
import type { Env } from '../../env.ts';
import type { Log } from '../log.ts';
import { OFFICIAL, versionedUrl } from './base-url.ts';

export type Embedded = {
  /** One for each text, in order, all of one length. */
  vectors: number[][];
  /** As the provider counts them; null when it does not say. */
  tokens: number | null;
};

export type Embedder = {
  /** As the operator wrote it, "openai/text-embedding-3-small": vectors of different models do not compare. */
  name: string;
  /** Cosine similarity from which on a passage speaks of a question by its meaning alone; null: words decide. */
  floor: number | null;
  embed(texts: string[], signal: AbortSignal): Promise<Embedded>;
};

/** What of the SDK's embedding models is used. */
type EmbeddingModel = {
  doEmbed(call: { values: string[]; abortSignal: AbortSignal }): PromiseLike<{
    embeddings: number[][];
    usage?: { tokens: number } | undefined;
  }>;
};

/** Null without EMBEDDING_MODEL, and where its provider has no key. */
export function openEmbedder(env: Env, log: Log): Embedder | null {
  const name = env.EMBEDDING_MODEL;
  if (!name) return null;
  const [provider = '', ...rest] = name.split('/');
  const model = rest.join('/');
  const open = model ? openers(env, model)[provider] : undefined;
  if (!open) {
    log.warn({ embedding_model: name }, 'EMBEDDING_MODEL cannot be used: search goes by words alone');
    return null;
  }
  let opened: Promise<EmbeddingModel> | undefined;
  return {
    name,
    floor: env.EMBEDDING_FLOOR ?? null,
    async embed(texts, signal) {
      opened ??= open();
      const { embeddings, usage } = await (await opened).doEmbed({ values: texts, abortSignal: signal });
      const width = embeddings[0]?.length ?? 0;
      if (embeddings.length !== texts.length || !width || embeddings.some((one) => !isVector(one, width)))
        throw new Error('the provider returned something else than one vector for each text');
      return { vectors: embeddings, tokens: usage?.tokens ?? null };
    },
  };
}

const isVector = (numbers: number[], width: number) =>
  numbers.length === width && numbers.every((number) => Number.isFinite(number));

function openers(env: Env, model: string): Record<string, (() => Promise<EmbeddingModel>) | undefined> {
  const openAiKey = env.OPENAI_API_KEY?.trim();
  const googleKey = env.GOOGLE_GENERATIVE_AI_API_KEY?.trim();
  return {
    openai: openAiKey
      ? async () => {
          const { createOpenAI } = await import('@ai-sdk/openai');
          const baseURL = versionedUrl('openai', env.OPENAI_BASE_URL ?? OFFICIAL.openai);
          return createOpenAI({ apiKey: openAiKey, baseURL }).embeddingModel(model);
        }
      : undefined,
    google: googleKey
      ? async () => {
          const { createGoogle } = await import('@ai-sdk/google');
          const baseURL = versionedUrl('google', env.GOOGLE_BASE_URL ?? OFFICIAL.google);
          return createGoogle({ apiKey: googleKey, baseURL }).embeddingModel(model);
        }
      : undefined,
  };
}
