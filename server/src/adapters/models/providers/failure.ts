/** Classifies a failed request: a code for the caller and a short cause for the log, without secrets or texts. */
import type { ProblemCode } from '#contract/errors.ts';
import type { Parameter } from './provider-request.ts';
import type { StreamState } from './stream-parsers.ts';

export type Failure = {
  code: Extract<ProblemCode, `model_${string}`>;
  /** The provider's status, or the one its error event stands for; null when nothing answered. */
  status: number | null;
  message: string;
  /** The same request may succeed a moment later. */
  retryable: boolean;
  /** A parameter of the request that this model does not accept. */
  refused?: Parameter;
};

const PASSING_STATUS = new Set([429, 500, 502, 503, 529]);
const MESSAGE_MAX = 200;
/** A run of this many characters of a text is an echo of it, not a coincidence. */
const ECHO = 24;
/** Shorter texts, such as «Oi» or «Bom dia», may be part of any sentence. */
const SHORT_ECHO = 10;

/** Texts that must not get into a log: the key, and the words of people and documents. */
export type Secrets = { key: string | null; texts: string[] };

type Refusal = {
  message?: unknown;
  type?: unknown;
  /** OpenAI's name of the problem, Google's number of it. */
  code?: unknown;
  /** Google's name of the problem. */
  status?: unknown;
  /** Which field of the request OpenAI refuses. */
  param?: unknown;
  responseBody: string;
};

/** Reads the body of a refusal. Every provider sends an object `error` with a `message`. */
export function refusalOf(body: string): Refusal {
  let told: unknown;
  try {
    told = JSON.parse(body);
  } catch {
    // A page of a proxy in between: only the status is of use.
    return { responseBody: body };
  }
  const first = Array.isArray(told) ? told[0] : told;
  const error = field(first, 'error') ?? first;
  const message = typeof error === 'string' ? error : field(error, 'message');
  return {
    message,
    type: field(error, 'type'),
    code: field(error, 'code'),
    status: field(error, 'status'),
    param: field(error, 'param'),
    responseBody: body,
  };
}

/** `error` is the network error, the refusal or the error event of the provider. */
export function failureOf(error: unknown, state: StreamState, secrets: Secrets): Failure {
  if (state.status === null) {
    // There was no response. The message may hold the address with its password or a whole header: only the code is kept.
    const code = networkCode(error);
    return {
      code: 'model_failed',
      status: null,
      message: `no answer (${code ?? nameOf(error)})`,
      retryable: code !== null,
    };
  }
  const claimed = statusOf(error);
  const status = state.status >= 400 ? state.status : (claimed ?? state.status);
  if (status < 300) {
    const code = networkCode(error);
    const what = code ? `connection lost (${code})` : shortMessage(error, secrets);
    return { code: 'model_failed', status, message: what, retryable: false };
  }
  const code = codeOf(status, error);
  const refused = status === 400 ? refusedParameter(error) : null;
  return {
    code,
    ...(refused ? { refused } : {}),
    status,
    // The text of a refused credential often repeats the credential.
    message: status === 401 || status === 403 ? 'credential refused' : shortMessage(error, secrets),
    retryable: PASSING_STATUS.has(status) && code !== 'model_without_credit',
  };
}

/** Providers refuse an account without credit with the status of a rate limit or of a bad request. */
const WITHOUT_CREDIT =
  /insufficient[_ ]quota|credit balance is too low|insufficient[_ ]balance|billing_error/i;

function codeOf(status: number, error: unknown): Failure['code'] {
  const told = `${String(field(error, 'message'))} ${String(field(error, 'responseBody'))}`;
  if (status === 402 || (status < 500 && WITHOUT_CREDIT.test(told))) return 'model_without_credit';
  if (status === 401 || status === 403) return 'model_refused_key';
  if (status === 429) return 'model_busy';
  if (isGone(status, error)) return 'model_gone';
  // Google answers a wrong key with 400.
  if (status === 400 && String(field(error, 'responseBody')).includes('API_KEY_INVALID'))
    return 'model_refused_key';
  return 'model_failed';
}

const MODEL_IS_GONE =
  /\bmodel\b.*(not found|does not exist|no longer available|deprecated|decommissioned|retired)/is;

/** Whether the refusal speaks of the model. A 404 that does not comes from a wrong address. */
function isGone(status: number, error: unknown): boolean {
  if (![400, 404, 410].includes(status)) return false;
  const message = text(field(error, 'message'));
  const code = field(error, 'code');
  const type = field(error, 'type');
  const param = field(error, 'param');
  // The sentence is about another field of the request: «temperature is deprecated for this model».
  if (typeof param === 'string' && param !== 'model') return false;
  if (code === 'model_deprecated' || type === 'model_deprecated' || MODEL_IS_GONE.test(message))
    return status !== 400 || refusedParameter(error) === null;
  if (status === 400) return false;
  if (code === 'model_not_found') return true;
  if (type === 'not_found_error' && message.startsWith('model:')) return true;
  const isGoogles = field(error, 'status') === 'NOT_FOUND';
  return isGoogles && /\bmodels\/|Requested entity was not found/.test(message);
}

const PARAMETERS: [Parameter, RegExp][] = [
  ['temperature', /temperature/i],
  ['effort', /reasoning|thinking|effort/i],
  ['form', /response_?format|json_?schema|text\.format|output_config|structured/i],
];

const IS_REFUSAL =
  /support|allow|accept|permit|deprecat|unknown|unrecogni[sz]ed|unexpected|invalid|only the default/i;

/** A sentence that merely repeats the request, as some gateways do, names every parameter and refuses none. */
function refusedParameter(error: unknown): Parameter | null {
  const param = text(field(error, 'param'));
  const message = text(field(error, 'message'));
  const told = param || (IS_REFUSAL.test(message) ? message : '');
  return PARAMETERS.find(([, words]) => words.test(told))?.[0] ?? null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One line, at most 200 characters, without the key and without a run of anybody's words. */
export function shortMessage(error: unknown, secrets: Secrets): string {
  const raw = typeof error === 'string' ? error : field(error, 'message');
  if (typeof raw !== 'string') return nameOf(error);
  // Searched well beyond the length that is kept: half a key at the cut would not be recognized.
  const line = oneLine(raw.slice(0, 20 * MESSAGE_MAX));
  const hidden = line
    .replaceAll(secrets.key || '\0', '[chave]')
    .replace(/\b(?:[spr]k-|AIza|Bearer )[\w*.-]{8,}/g, '[chave]');
  if (hidden === '') return nameOf(error);
  if (echoes(hidden, secrets.texts)) return `${nameOf(error)} (text withheld)`;
  return hidden.slice(0, MESSAGE_MAX).toWellFormed();
}

function echoes(line: string, texts: string[]): boolean {
  const said = texts.map(oneLine).filter((text) => text.length >= SHORT_ECHO);
  if (said.some((text) => text.length < ECHO && line.includes(text))) return true;
  for (let start = 0; start + ECHO <= line.length; start += 1) {
    const run = line.slice(start, start + ECHO);
    if (said.some((text) => text.includes(run))) return true;
  }
  return false;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

function networkCode(error: unknown): string | null {
  for (let here: unknown = error, depth = 0; here && depth < 8; here = field(here, 'cause'), depth += 1) {
    const code = field(here, 'code');
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)) return code;
  }
  return null;
}

/** The status for which the names of error events stand, where a provider has already begun its reply. */
const STATUS_OF_EVENT: Record<string, number> = { api_error: 500, server_error: 500, overloaded_error: 529 };

/** The status of an HTTP error, or the one that an error event names. */
function statusOf(error: unknown): number | null {
  const named = STATUS_OF_EVENT[text(field(error, 'type'))] ?? STATUS_OF_EVENT[text(field(error, 'code'))];
  if (named !== undefined) return named;
  const status = Number(field(error, 'statusCode') ?? field(error, 'code'));
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : null;
}

function nameOf(error: unknown): string {
  const name = field(error, 'type') ?? field(error, 'name');
  return typeof name === 'string' && name.length <= 60 ? name : 'unknown error';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
