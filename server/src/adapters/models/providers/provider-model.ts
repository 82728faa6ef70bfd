/** The models of the providers: asked, asked again while nothing was said, each over the API that its host speaks. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Model, ModelCall, ModelEnding, Prompt, Upstream } from '../model.ts';
import { type Pause, pause } from '../pause.ts';
import { OFFICIAL } from './base-url.ts';
import type { Failure } from './failure.ts';
import { type Post, post } from './http-post.ts';
import { attempt, type Outcome, type Request } from './provider-call.ts';
import { buildProviderRequest, type Parameter, sentOf } from './provider-request.ts';
import { type WireName, wires } from './stream-parsers.ts';

export type ProviderSettings = {
  first_token_ms: number;
  idle_ms: number;
  /** Says that a request is tried again. */
  onRetry?: (failure: Failure & { model: string; wait_ms: number }) => void;
  /** Called when a model answered without a parameter that it had refused. */
  onRefusedParameter?: (model: string, parameter: Parameter) => void;
  /** Called when the provider says that another model than the one it was asked for answers. */
  onServedBy?: (entry: CatalogueModel, model: string) => void;
  /** Which of OpenAI's two APIs a host speaks as OpenAI, once it is known. Shared by all models of a process. */
  spoken: Map<string, WireName>;
  /** For tests. */
  pause?: Pause;
  post?: Post;
};

type Failed = Extract<Outcome, { type: 'failed' }>;

const RETRIES = 2;
/** All waiting before an answer, together; a provider that asks for more is busy, and the user is told so. */
const WAIT_MAX_MS = 10_000;
const BACKOFF_MS = 400;

export function providerModel(upstream: Upstream, settings: ProviderSettings): Model {
  const { entry } = upstream;
  /** What this model refused before. */
  const refused = new Set<Parameter>();
  return async (call, say) => {
    const deadline = performance.now() + settings.first_token_ms;
    const wait = settings.pause ?? pause;
    let name = firstWire(upstream, settings);
    let waited = 0;
    const without = new Set(refused);
    for (let retries = 0; ; ) {
      const build = () => buildProviderRequest(upstream, name, call, without);
      const outcome = await attempt(requestTo(upstream, { name, build, deadline }, settings, call), say);
      if (outcome.type === 'abandoned') return undefined;
      noteServedBy(outcome, entry, settings);
      if (outcome.type === 'ended') {
        // Only an answer proves that the parameter was the reason.
        for (const parameter of without)
          if (!refused.has(parameter)) settings.onRefusedParameter?.(entry.id, parameter);
        for (const parameter of without) refused.add(parameter);
        // A gateway may serve several providers at one address: what it speaks as another tells nothing.
        if (entry.provider === 'openai') settings.spoken.set(upstream.base_url, name);
        return { type: 'end', usage: outcome.usage, reason: outcome.reason };
      }
      if (name === 'responses' && isNotSpoken(outcome, upstream, settings)) {
        name = 'chat';
        continue;
      }
      const { failure } = outcome;
      if (!outcome.said && failure.refused && isSent(failure.refused, sentOf(entry, call, without))) {
        without.add(failure.refused);
        continue;
      }
      const ms = outcome.seen.retry_after_ms ?? BACKOFF_MS * 2 ** retries * (0.5 + Math.random() / 2);
      const fits = waited + ms <= WAIT_MAX_MS && performance.now() + ms < deadline;
      if (!failure.passing || outcome.said || retries === RETRIES || !fits)
        return failed(outcome, entry, retries + 1);
      settings.onRetry?.({ ...failure, model: entry.id, wait_ms: Math.round(ms) });
      retries += 1;
      waited += ms;
      await wait(ms, call.signal);
      if (call.signal.aborted) return undefined;
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

const isSent = (parameter: Parameter, sent: ReturnType<typeof sentOf>): boolean => sent[parameter] !== null;

function requestTo(
  upstream: Upstream,
  { name, build, deadline }: { name: WireName } & Pick<Request, 'build' | 'deadline'>,
  settings: ProviderSettings,
  call: ModelCall,
): Request {
  return {
    wire: wires[name],
    build,
    post: settings.post ?? post,
    signal: call.signal,
    deadline,
    idle_ms: settings.idle_ms,
    secrets: { key: upstream.api_key, texts: wordsOf(call.prompt) },
  };
}

/** A provider names a version of the model, `gpt-4o-2024-11-20` for `gpt-4o`, or the other way about. */
function noteServedBy(
  outcome: Exclude<Outcome, { type: 'abandoned' }>,
  entry: CatalogueModel,
  settings: ProviderSettings,
): void {
  const { model } = outcome.seen;
  const asked = entry.provider_model;
  if (model !== null && !model.startsWith(asked) && !asked.startsWith(model))
    settings.onServedBy?.(entry, model);
}

function failed({ failure, usage }: Failed, entry: CatalogueModel, tries: number): ModelEnding {
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
