/**
 * What a provider is sent. The AI SDK's provider packages write it, each in its own dialect; they are loaded at the
 * first question. The answer is not theirs to read: a few letters would go through five streams and two schema
 * checks, and what is missing at the end would be filled with zeros.
 */
import type { OpenAIProvider } from '@ai-sdk/openai';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { ModelCall } from './model.ts';
import type { Letter } from './post.ts';
import { promptText } from './prompt-text.ts';
import type { WireName } from './wire.ts';

/** The SDK's interface to a language model; every provider package returns it. */
type LanguageModel = ReturnType<OpenAIProvider['chat']>;
type CallOptions = Parameters<LanguageModel['doStream']>[0];

export type Upstream = {
  entry: CatalogueModel;
  /** With its version, see base-url.ts. */
  base_url: string;
  /** Null only for a compatible server that asks for none. */
  api_key: string | null;
};

/** In tokens; OpenAI refuses to be asked for less. */
const SHORTEST_ANSWER = 16;

export async function letterTo(upstream: Upstream, name: WireName, call: ModelCall): Promise<Letter> {
  let letter: Letter | undefined;
  const model = await modelOf(upstream, name, (url, init) => {
    if (typeof url === 'string' && typeof init?.body === 'string')
      letter = { url, headers: Object.fromEntries(new Headers(init.headers)), body: init.body };
    throw new Error('the letter goes another way');
  });
  try {
    await model.doStream(optionsOf(upstream.entry, call));
  } catch (error) {
    if (!letter) throw error;
  }
  if (!letter) throw new Error('no letter was written');
  return letter;
}

async function modelOf(
  { entry, base_url: baseURL, api_key }: Upstream,
  name: WireName,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const apiKey = api_key ?? undefined;
  if (entry.provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({ apiKey, baseURL, fetch });
    return name === 'chat' ? provider.chat(entry.provider_model) : provider.responses(entry.provider_model);
  }
  if (entry.provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL, fetch })(entry.provider_model);
  }
  if (entry.provider === 'google') {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, baseURL, fetch })(entry.provider_model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    apiKey,
    baseURL,
    includeUsage: true,
    // One that knows no schema refuses the request, and is asked again without.
    supportsStructuredOutputs: true,
    fetch,
  });
  return provider(entry.provider_model);
}

function optionsOf(entry: CatalogueModel, call: ModelCall): CallOptions {
  const { prompt, temperature, max_tokens, form } = call;
  const { instructions, turns } = promptText(prompt);
  const messages: CallOptions['prompt'] = turns.map(({ role, text }) => ({
    role,
    content: [{ type: 'text', text }],
  }));
  if (instructions) messages.unshift({ role: 'system', content: instructions });
  return {
    prompt: messages,
    maxOutputTokens: Math.max(SHORTEST_ANSWER, Math.min(max_tokens, entry.max_tokens)),
    ...(entry.supports_temperature ? { temperature } : {}),
    ...(form ? { responseFormat: { type: 'json', name: form.name, schema: form.schema } } : {}),
    // Otherwise OpenAI keeps conversations for thirty days.
    providerOptions: { openai: { store: false } },
  };
}
