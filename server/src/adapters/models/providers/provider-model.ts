/** A model at a provider: calls it, retries while no text has arrived, and falls back to OpenAI's older API. */
import { type CatalogueModel, PROVIDERS } from '#contract/model-catalogue.ts';
import type { Model, ModelCall, ModelEnding, Prompt, Upstream } from '../model.ts';
import { type Pause, pause } from '../pause.ts';
import { networkOf, type ProviderNetworks } from '../provider-network.ts';
import type { Failure } from './failure.ts';
import { type Post, postOver } from './http-post.ts';
import { type CallOutcome, callProvider, type Request } from './provider-call.ts';
import { buildProviderRequest, type Parameter, sentOf } from './provider-request.ts';
import { type Dialect, streamParsers } from './stream-parsers.ts';

export type ProviderSettings = {
  first_token_ms: number;
  idle_ms: number;
  networks?: ProviderNetworks;
  /** Called before a request is retried. */
  onRetry?: (failure: Failure & { model: string; wait_ms: number }) => void;
  /** Called when a model answered without a parameter that it had refused. */
  onRefusedParameter?: (model: string, parameter: Parameter) => void;
  /** Called when the provider says that another model than the one it was asked for answers. */
  onServedBy?: (entry: CatalogueModel, model: string) => void;
  /** Which of OpenAI's two APIs a host speaks as OpenAI, once it is known. Shared by all models of a process. */
  known_dialects: Map<string, Dialect>;
  /** For tests. */
  pause?: Pause;
  post?: Post;
};

type Failed = Extract<CallOutcome, { type: 'failed' }>;

const RETRIES = 2;
/** The longest wait before an answer, all retries together. A provider that asks for more counts as busy. */
const WAIT_MAX_MS = 10_000;
const BACKOFF_MS = 400;
/** With a reserve, a provider that asks for a longer wait is not waited for. */
const WAIT_BEFORE_RESERVE_MS = 2_000;

const retriesOf = ({ has_reserve }: ModelCall): number => (has_reserve ? 1 : RETRIES);
const waitMax = ({ has_reserve }: ModelCall): number => (has_reserve ? WAIT_BEFORE_RESERVE_MS : WAIT_MAX_MS);

/** The state of one call over all its requests. */
type Asking = {
  upstream: Upstream;
  settings: ProviderSettings;
  call: ModelCall;
  /** By `performance.now()`. */
  deadline: number;
  dialect: Dialect;
  /** Parameters that are left out. */
  without: Set<Parameter>;
  retries: number;
  waited_ms: number;
};

export function providerModel(upstream: Upstream, settings: ProviderSettings): Model {
  const { entry } = upstream;
  /** The parameters that this model refused before. */
  const refused = new Set<Parameter>();
  return async (call, onText) => {
    const asking = newAsking(upstream, settings, call, refused);
    for (;;) {
      const outcome = await callProvider(requestOf(asking), onText);
      if (outcome.type === 'abandoned') return undefined;
      const served_as = servedAs(outcome, entry);
      if (served_as !== null) settings.onServedBy?.(entry, served_as);
      if (outcome.type === 'ended') {
        remember(asking, refused);
        const { usage, reason } = outcome;
        return { type: 'end', usage, reason, ...(served_as === null ? {} : { served_as }) };
      }
      if (changesRequest(asking, outcome)) continue;
      const wait_ms = waitBeforeRetry(asking, outcome);
      if (wait_ms === null) return failed(outcome, entry, asking.retries + 1);
      settings.onRetry?.({ ...outcome.failure, model: entry.id, wait_ms: Math.round(wait_ms) });
      asking.retries += 1;
      asking.waited_ms += wait_ms;
      await (settings.pause ?? pause)(wait_ms, call.signal);
      if (call.signal.aborted) return undefined;
    }
  };
}

function newAsking(
  upstream: Upstream,
  settings: ProviderSettings,
  call: ModelCall,
  refused: Set<Parameter>,
): Asking {
  const patience_ms = Math.min(settings.first_token_ms, call.first_token_ms ?? settings.first_token_ms);
  const deadline = performance.now() + patience_ms;
  const dialect = firstDialect(upstream, settings);
  return { upstream, settings, call, deadline, dialect, without: new Set(refused), retries: 0, waited_ms: 0 };
}

/** Keeps the lessons of an answer about the model and its host. */
function remember({ upstream, settings, dialect, without }: Asking, refused: Set<Parameter>): void {
  const { entry, base_url } = upstream;
  // Only an answer proves that the parameter was the reason.
  for (const parameter of without)
    if (!refused.has(parameter)) {
      refused.add(parameter);
      settings.onRefusedParameter?.(entry.id, parameter);
    }
  // A gateway may serve several providers at one address; only its OpenAI side answers this question.
  if (entry.provider === 'openai') settings.known_dialects.set(base_url, dialect);
}

/** True where the same question is asked at once in another form: by the older API, or without a refused parameter. */
function changesRequest(asking: Asking, outcome: Failed): boolean {
  const { upstream, settings, call, without } = asking;
  if (asking.dialect === 'responses' && isUnknownApi(outcome, upstream, settings)) {
    asking.dialect = 'chat';
    return true;
  }
  const { refused } = outcome.failure;
  if (outcome.said || !refused || !isSent(refused, sentOf(upstream.entry, call, without))) return false;
  without.add(refused);
  return true;
}

/** Null where the request is not repeated. */
function waitBeforeRetry(
  { call, deadline, retries, waited_ms }: Asking,
  { failure, said, state }: Failed,
): number | null {
  const ms = state.retry_after_ms ?? BACKOFF_MS * 2 ** retries * (0.5 + Math.random() / 2);
  const fits = waited_ms + ms <= waitMax(call) && performance.now() + ms < deadline;
  return failure.retryable && !said && retries < retriesOf(call) && fits ? ms : null;
}

/**
 * OpenAI has two APIs. Its own host speaks Responses; other hosts at OPENAI_BASE_URL (gateways, vLLM, stubs) speak one or
 * both, and the address does not show which. Responses is therefore tried first everywhere. Where a host other than
 * OpenAI's own does not know it (404, 405, 501), Chat Completions is used and remembered. On OpenAI's own host a 404 is
 * an unknown model.
 */
function firstDialect({ entry, base_url }: Upstream, { known_dialects }: ProviderSettings): Dialect {
  if (entry.provider !== 'openai') return DIALECT_OF[entry.provider];
  return known_dialects.get(base_url) ?? 'responses';
}

function isUnknownApi(
  { state }: Failed,
  { base_url }: Upstream,
  { known_dialects }: ProviderSettings,
): boolean {
  // Where Chat Completions is known by now, another call of the same moment has learned it first.
  if (base_url === PROVIDERS.openai.address || known_dialects.get(base_url) === 'responses') return false;
  return [404, 405, 501].includes(state.status ?? 0);
}

const DIALECT_OF = { anthropic: 'messages', google: 'gemini', compatible: 'chat' } as const;

const isSent = (parameter: Parameter, sent: ReturnType<typeof sentOf>): boolean => sent[parameter] !== null;

function requestOf({ upstream, settings, call, deadline, dialect, without }: Asking): Request {
  return {
    parser: streamParsers[dialect],
    build: () => buildProviderRequest(upstream, dialect, call, without),
    post: settings.post ?? postOver(networkOf(settings.networks, upstream)),
    signal: call.signal,
    deadline,
    idle_ms: settings.idle_ms,
    ...(call.onUsage ? { onUsage: call.onUsage } : {}),
    secrets: { key: upstream.api_key, texts: wordsOf(call.prompt) },
  };
}

/**
 * The model that the provider says it answers with, where it is another one. A provider may name a version of the model,
 * `gpt-4o-2024-11-20` for `gpt-4o`, or the other way about.
 */
function servedAs(
  { state: { model } }: Exclude<CallOutcome, { type: 'abandoned' }>,
  { provider_model: asked }: CatalogueModel,
): string | null {
  return model !== null && !model.startsWith(asked) && !asked.startsWith(model) ? model : null;
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
