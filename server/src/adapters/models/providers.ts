/**
 * The models of the providers, over the AI SDK's provider packages. They are loaded at the first question.
 *
 * The packages' own `doStream` is used and not `streamText` around it: the same protocol code, for a third of
 * the processor time per chunk (12 against 36 µs), without keeping the whole answer a second time and without
 * writing to the console. What `streamText` would add (retries, limits, ends) is decided here anyway.
 */
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import { attempt, type CallOptions, type LanguageModel, type Outcome, type Request } from './attempt.ts';
import { OFFICIAL } from './base-url.ts';
import type { Failure } from './failure.ts';
import type { Model, ModelCall, ModelEvent, Prompt } from './model.ts';
import { type Pause, pause } from './pause.ts';
import { promptText } from './prompt-text.ts';
import { type WireName, wires } from './wire.ts';

export type Upstream = {
  entry: CatalogueModel;
  /** With its version, see base-url.ts. */
  base_url: string;
  /** Null only for a compatible server that asks for none. */
  api_key: string | null;
};

export type ProviderSettings = {
  first_token_ms: number;
  idle_ms: number;
  /** Says that a request is tried again. */
  onRetry?: (failure: Failure & { model: string; wait_ms: number }) => void;
  /** Which of OpenAI's two APIs a host speaks, once it is known. Shared by all models of a process. */
  spoken: Map<string, WireName>;
  /** For tests. */
  pause?: Pause;
};

type Failed = Extract<Outcome, { type: 'failed' }>;

const RETRIES = 2;
/** All waiting before an answer, together; a provider that asks for more is busy, and the user is told so. */
const WAIT_MAX_MS = 10_000;
const BACKOFF_MS = 400;
/** In tokens; OpenAI refuses to be asked for less. */
const SHORTEST_ANSWER = 16;

export function providerModel(upstream: Upstream, settings: ProviderSettings): Model {
  const { entry } = upstream;
  return async function* (call) {
    const deadline = performance.now() + settings.first_token_ms;
    const wait = settings.pause ?? pause;
    let name = firstWire(upstream, settings);
    let waited = 0;
    for (let retries = 0; ; ) {
      const outcome = yield* attempt(requestTo(upstream, name, settings, call, deadline));
      if (outcome.type === 'abandoned') return;
      if (outcome.type === 'ended') {
        settings.spoken.set(upstream.base_url, name);
        yield { type: 'end', usage: outcome.usage, reason: outcome.reason };
        return;
      }
      if (name === 'responses' && isNotSpoken(outcome, upstream, settings)) {
        name = 'chat';
        continue;
      }
      const { failure } = outcome;
      const ms = outcome.seen.retry_after_ms ?? BACKOFF_MS * 2 ** retries * (0.5 + Math.random() / 2);
      const fits = waited + ms <= WAIT_MAX_MS && performance.now() + ms < deadline;
      if (!failure.passing || outcome.said || retries === RETRIES || !fits) {
        yield failedEvent(outcome, entry, retries + 1);
        return;
      }
      settings.onRetry?.({ ...failure, model: entry.id, wait_ms: Math.round(ms) });
      retries += 1;
      waited += ms;
      await wait(ms, call.signal);
      if (call.signal.aborted) return;
    }
  };
}

/**
 * OpenAI has two APIs. Its own host speaks Responses; other hosts at OPENAI_BASE_URL (gateways, vLLM, stubs)
 * speak one or both, and nothing in the address tells. So Responses is tried first everywhere, and where a host
 * other than OpenAI's own says that there is no such thing (404, 405, 501), Chat Completions, which is then
 * remembered. On OpenAI's host a 404 is an unknown model, and stays that.
 */
function firstWire({ entry, base_url }: Upstream, { spoken }: ProviderSettings): WireName {
  if (entry.provider !== 'openai') return WIRE_OF[entry.provider];
  return spoken.get(base_url) ?? 'responses';
}

function isNotSpoken({ seen }: Failed, { base_url }: Upstream, { spoken }: ProviderSettings): boolean {
  if (base_url === OFFICIAL.openai || spoken.has(base_url)) return false;
  return [404, 405, 501].includes(seen.status ?? 0);
}

const WIRE_OF = { anthropic: 'messages', google: 'gemini', compatible: 'chat' } as const;

function requestTo(
  upstream: Upstream,
  name: WireName,
  settings: ProviderSettings,
  call: ModelCall,
  deadline: number,
): Request {
  return {
    wire: wires[name],
    open: (fetch) => modelOf(upstream, name, fetch),
    options: optionsOf(upstream.entry, call),
    signal: call.signal,
    deadline,
    idle_ms: settings.idle_ms,
    secrets: { key: upstream.api_key, texts: wordsOf(call.prompt) },
    isFormed: call.form !== undefined,
  };
}

async function modelOf(
  upstream: Upstream,
  name: WireName,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { entry, base_url: baseURL } = upstream;
  const apiKey = upstream.api_key ?? undefined;
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

function failedEvent({ failure, usage }: Failed, entry: CatalogueModel, tries: number): ModelEvent {
  const { code, status, message } = failure;
  return {
    type: 'failed',
    code,
    cause: { provider: entry.provider, model: entry.id, status, message, tries },
    usage,
  };
}

function wordsOf({ instructions, passages, history, question }: Prompt): string[] {
  const said = history.flatMap((turn) => [turn.question, turn.answer]);
  return [instructions, question, ...(passages ?? []).map(({ text }) => text), ...said];
}
