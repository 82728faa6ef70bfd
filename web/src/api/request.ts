/** Turns an endpoint and its arguments into what `fetch` needs. */
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { LANGUAGE_HEADER } from '#contract/language.ts';

export type Given = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type Prepared = {
  path: string;
  method: string;
  headers: Headers;
  body: BodyInit | undefined;
  /** The answer goes on for as long as it takes; only its beginning has a time limit. */
  streams: boolean;
};

export function prepare(
  endpoint: Endpoint,
  { params, query, body }: Given,
  idempotencyKey?: string,
): Prepared {
  const headers = new Headers({ Accept: endpoint.events ? 'text/event-stream' : 'application/json' });
  if (__LANGUAGE__ === 'en') headers.set(LANGUAGE_HEADER, 'en');
  // One key for all attempts, so that the server recognises a repeated request.
  if (endpoint.idempotent) headers.set('Idempotency-Key', idempotencyKey ?? newKey());
  return {
    path: pathOf(endpoint, params) + queryString(query),
    method: endpoint.method,
    headers,
    body: encode(endpoint, body, headers),
    streams: endpoint.events !== undefined,
  };
}

/** A key for `Idempotency-Key`; keep it to repeat the same request later. */
export function newKey(): string {
  // randomUUID exists only on secure origins, and a first visit may be to http://some-machine:3000.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(key, String(each));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

function encode(endpoint: Endpoint, body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined || body === null) return undefined;
  if (endpoint.form) return new URLSearchParams(body as Record<string, string>);
  if (endpoint.file) return body instanceof FormData ? body : formDataOf(body as Fields);
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}

type Fields = Record<string, string | number | boolean | Blob | null | undefined>;

function formDataOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
