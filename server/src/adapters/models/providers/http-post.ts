/** One request to a provider over Node's own client. Response chunks are delivered synchronously, without a stream between. */
import type { IncomingHttpHeaders } from 'node:http';
import type { GuardedNetwork } from '../../guarded-fetch/guarded-network.ts';

export type ProviderRequest = { url: string; headers: Record<string, string>; body: string };

export type ResponseListener = {
  head(status: number, headers: IncomingHttpHeaders): void;
  /** Chunks hold whole characters, but may end within an event. */
  text(text: string): void;
  /** The response is complete. */
  end(): void;
  /** The connection failed; may be called after the request was closed. */
  broken(error: unknown): void;
};

/** Returns a function that closes the connection. */
export type Post = (request: ProviderRequest, reply: ResponseListener) => () => void;

/** Redirects are not followed: one would carry the key to wherever it points. */
export const postOver =
  (network: GuardedNetwork): Post =>
  ({ url, headers, body }, reply) => {
    const sent = network.request(new URL(url), {
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    sent.on('error', (error) => reply.broken(error));
    sent.once('response', (response) => {
      response.on('error', (error) => reply.broken(error));
      reply.head(response.statusCode ?? 0, response.headers);
      response.setEncoding('utf8');
      // Bound and not wrapped: a closure less for each chunk.
      response.on('data', reply.text.bind(reply));
      response.once('end', () => reply.end());
    });
    sent.end(body);
    return () => void sent.destroy();
  };

/** Seconds, a date, or OpenAI's own header in milliseconds. */
export function retryAfter(headers: IncomingHttpHeaders): number | null {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const text = headers['retry-after'];
  if (!text) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
