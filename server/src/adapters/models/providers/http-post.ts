/** One request to a provider over Node's own client: what comes back is told as it comes, by nobody's leave. */
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

export type ProviderRequest = { url: string; headers: Record<string, string>; body: string };

export type Reply = {
  head(status: number, headers: IncomingHttpHeaders): void;
  /** Characters are whole, events are not. */
  text(text: string): void;
  /** All of it has come. */
  end(): void;
  /** Nothing more will; may be told after the sender has left. */
  broken(error: unknown): void;
};

/** Returns how to leave: the connection is closed. */
export type Post = (request: ProviderRequest, reply: Reply) => () => void;

/** An open connection is kept for the next question, but not as long as something on the way may forget it silently. */
const KEPT_MS = 4_000;
const kept = {
  keepAlive: true,
  scheduling: 'lifo',
  timeout: KEPT_MS,
  // What Node's own agents obey by themselves.
  ...(process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {}),
} as const;
const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) };

export const post: Post = ({ url, headers, body }, reply) => {
  const where = new URL(url);
  const isSecure = where.protocol === 'https:';
  // Redirects are not followed: one would carry the key to wherever it points.
  const sent = (isSecure ? https : http).request(where, {
    method: 'POST',
    headers: { ...headers, 'accept-encoding': 'identity' },
    agent: agents[isSecure ? 'https:' : 'http:'],
    // The agent's patience is for connections that nobody uses: here it would be counted anew with each piece.
    timeout: 0,
  });
  sent.on('error', (error) => reply.broken(error));
  sent.once('response', (response) => {
    response.on('error', (error) => reply.broken(error));
    reply.head(response.statusCode ?? 0, response.headers);
    response.setEncoding('utf8');
    // Bound rather than wrapped: one thing less to fetch with every few letters.
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
