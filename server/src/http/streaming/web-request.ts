/** The request of a call that speaks another protocol, as a value: its signal is aborted when the client leaves. */
import type { FastifyRequest } from 'fastify';

/** Secrets stay here: nothing behind the access check needs them. */
const KEPT_BACK = new Set(['authorization', 'cookie', 'content-length']);

export function webRequest(request: FastifyRequest, left: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !KEPT_BACK.has(name)) headers.set(name, String(value));
  // As the client addressed it: behind a proxy that is trusted, the proxy names it.
  headers.set('host', request.host);
  const body = (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null;
  return new Request('http://localhost/', { method: request.method, headers, body, signal: left });
}
