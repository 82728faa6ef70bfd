/** Sends one request: bearer token, timeout, and failover to the backup host. */
import { ApiFailure } from './failure.ts';
import { apiHosts } from './hosts.ts';
import type { Prepared } from './request.ts';

/** As `fetch`: settles with an answer of any status, fails when there is none. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

type SendOptions = {
  /** Goes along as the bearer. */
  token: string | null;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  transport?: Transport | undefined;
};

export async function send(
  request: Prepared,
  { token, timeoutMs, signal, transport = fetch }: SendOptions,
): Promise<Response> {
  const { primary, backup } = await apiHosts();
  signal?.throwIfAborted();
  const headers = new Headers(request.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);

  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const init: RequestInit = {
    method: request.method,
    headers,
    body: request.body,
    // Authentication is by bearer token only; no cookies are sent or accepted.
    credentials: 'omit',
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
  };
  try {
    return await askHosts([primary, backup], (host) => transport(host + request.path, init), init.signal);
  } catch (cause) {
    clearTimeout(timer);
    signal?.throwIfAborted();
    throw new ApiFailure({ kind: 'network', cause });
  } finally {
    if (request.streams) clearTimeout(timer);
  }
}

/** The JSON of an answer, or `undefined` when it is none; a cut connection is a network failure. */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiFailure({ kind: 'network', cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file with the name the server gave it; a cut connection is a network failure. */
export async function readFile(
  response: Response,
  signal?: AbortSignal,
): Promise<{ blob: Blob; filename: string }> {
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  try {
    return { blob: await response.blob(), filename: named ? decodeURIComponent(named) : 'prosa' };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiFailure({ kind: 'network', cause });
  }
}

/** Throws unless the status is 2xx. */
export async function refuseFailure(response: Response, signal?: AbortSignal): Promise<void> {
  if (response.ok) return;
  const body = await readJson(response, signal);
  throw new ApiFailure({ kind: 'http', status: response.status, body: body ?? null });
}

async function askHosts(
  [primary, backup]: [string, string | null],
  ask: (host: string) => Promise<Response>,
  signal: RequestInit['signal'],
): Promise<Response> {
  try {
    return await ask(primary);
  } catch (cause) {
    // After an abort (by the caller or by the timeout) the server may still be at work: no second request.
    if (backup === null || signal?.aborted) throw cause;
    return ask(backup);
  }
}
