/** The faults of a reply, whatever the request was. */
import { type Endpoint, statusesOf } from '../../contract/src/endpoint.ts';
import { problems } from '../../contract/src/errors.ts';
import type { Came } from './send-request.ts';

/** Error codes above 500 that the contract gives a status of its own: missing configuration and the clock. */
const AGREED = new Set([
  'content_database_missing',
  'sheets_away',
  'identity_provider_away',
  'model_not_configured',
  'payments_missing',
  'query_timeout',
  'not_ready',
]);

/** Nothing that people read may hold these: where the code lies, what the database was asked, what the parser is called. */
const INSIDES = [
  /\n\s+at [\w.<>[\] ]+\(/,
  /\bat (?:async )?file:\/\//,
  /node_modules|\/server\/src\/|\/contract\/src\//,
  /\bFailed query\b|\bparams: /,
  /\b(?:insert into|delete from|update) "/i,
  /\b(?:ZodError|TypeError|RangeError|SyntaxError|ReferenceError|DrizzleQueryError|FST_ERR_\w+|ECONN\w+)\b/,
  /violates (?:foreign key|not-null|unique|check) constraint/,
  /duplicate key value/,
];
/** A sentence that nobody translated. */
const ENGLISH =
  /\b(?:must|should|invalid|expected|required|unexpected|received|too (?:small|big|long|large)|not found|failed|unsupported|cannot|missing|error occurred)\b/i;

export type Answer = { oddity: string | null; code: string | null };

export function judge(endpoint: Endpoint, { status, headers, text }: Came): Answer {
  const type = String(headers['content-type'] ?? '');
  const isJson = /^application\/(?:scim\+)?json/.test(type);
  let body: unknown = null;
  try {
    body = isJson ? JSON.parse(text) : null;
  } catch {
    return { oddity: `${status} is not JSON: ${text.slice(0, 200)}`, code: null };
  }
  const code = codeOf(body);
  const oddity =
    status >= 400
      ? oddityOfRefusal(endpoint, status, body, code, text)
      : oddityOfAnswer(endpoint, { status, headers, text }, body);
  return { oddity: oddity && `${oddity}: ${status} ${text.slice(0, 300)}`, code };
}

function codeOf(body: unknown): string | null {
  const { code, error } = (body ?? {}) as {
    code?: unknown;
    error?: { code?: unknown; data?: { code?: unknown } };
  };
  // JSON-RPC's own codes are numbers, and its library gives no others.
  if (typeof error?.code === 'number')
    return typeof error.data?.code === 'string' ? error.data.code : `${error.code}`;
  return typeof code === 'string' ? code : typeof error?.code === 'string' ? error.code : null;
}

function oddityOfRefusal(
  endpoint: Endpoint,
  status: number,
  body: unknown,
  code: string | null,
  text: string,
): string | null {
  if (status >= 500 && !(code && AGREED.has(code))) return 'broke';
  const inner = INSIDES.find((pattern) => pattern.test(text));
  // An error in an administrator's own query is quoted in the words of the database.
  if (inner && code !== 'query_failed') return `tells of its insides (${inner})`;
  if (!code) return 'has no code';
  if (endpoint.access === 'key') {
    const { error } = body as { error?: { message?: unknown } };
    return typeof error?.message === 'string' && error.message ? null : 'has no message';
  }
  if (isScim(endpoint)) {
    const { status: said, detail } = body as { status?: unknown; detail?: unknown };
    return said === String(status) && typeof detail === 'string' && detail
      ? null
      : 'is not in the form of SCIM';
  }
  const { success, detail, errors = [] } = body as { success?: unknown; detail?: unknown; errors?: unknown };
  if (success !== false || typeof detail !== 'string' || detail === '') return 'is not in the envelope';
  if (!(code in problems)) return 'has an unknown code';
  const named =
    Array.isArray(errors) &&
    errors.every(({ field, message }) => typeof field === 'string' && typeof message === 'string');
  if (!named) return 'names its fields badly';
  // Fields keep their names, and so do their values.
  const sentence = detail.replace(/destes valores: [^.]*|"[\w.]+"/g, '');
  if (!['query_failed', 'regex_invalid'].includes(code) && ENGLISH.test(sentence)) return 'is not Portuguese';
  return null;
}

const isScim = ({ access }: Endpoint) => access === 'scim';

function oddityOfAnswer(endpoint: Endpoint, { status, headers, text }: Came, body: unknown): string | null {
  if (!statusesOf(endpoint).includes(status)) return 'has another status';
  if (status === 204) return text === '' ? null : 'says something';
  const type = String(headers['content-type'] ?? '');
  if (endpoint.events && type.startsWith('text/event-stream')) return oddityOfEvents(text);
  if (endpoint.download)
    return String(headers['content-disposition']).startsWith('attachment;') ? null : 'no file';
  if (endpoint.bare) return body === null ? 'nothing' : null;
  const { success, data, metadata, message } = (body ?? {}) as Record<string, unknown>;
  if (success !== true || data === undefined) return 'is not in the envelope';
  if (!endpoint.list) return message === undefined || typeof message === 'string' ? null : 'has no message';
  const { total, has_more } = (metadata ?? {}) as Record<string, unknown>;
  const fine =
    Array.isArray(data) &&
    Number.isInteger(total) &&
    typeof has_more === 'boolean' &&
    typeof message === 'string';
  // Others may have taken some away between the rows and their number.
  return fine && (total as number) >= 0 ? null : 'is not a page';
}

function oddityOfEvents(text: string): string | null {
  const lines = text.split('\n').filter((line) => line && !line.startsWith(':'));
  const strange = lines.find((line) => !/^(?:event: [\w.]+|data: (?:\{.*\}|\[DONE\]))$/.test(line));
  if (strange !== undefined) return `a line of the stream is odd (${strange.slice(0, 100)})`;
  const last = lines.at(-1) ?? '';
  if (last === 'data: [DONE]') return null;
  const { done, type } = JSON.parse(last.slice(6) || '{}') as { done?: unknown; type?: string };
  if (/^response\.(?:completed|incomplete|failed)$/.test(type ?? '')) return null;
  return done === true ? null : 'the stream has no end';
}
