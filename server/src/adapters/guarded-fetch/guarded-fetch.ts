/** One whole reply from the outside, within limits of size, kind and redirects. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GuardedNetwork } from './guarded-network.ts';

export type FetchLimits = {
  /** A longer reply is refused. */
  max_bytes: number;
  /** How many redirects are followed; 0 for requests that carry a key. */
  redirects: number;
  /** Whether a redirect is followed; absent for wherever it leads. */
  mayFollow?: (from: URL, to: URL) => boolean;
  /** Media types that are read, such as `application/json`; absent for all of them. */
  kinds?: readonly string[];
};

export type FetchRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

export type FetchedReply = { status: number; headers: IncomingHttpHeaders; body: Buffer; url: string };

export type FetchProblem = 'redirected' | 'too_long' | 'kind';

export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Never sent to another origin than the one that they were meant for. */
const CREDENTIALS = /^(authorization|cookie|proxy-authorization|x-.*key)$/i;

/** Rejects with `AddressRefused`, `FetchRefused`, the abort's reason, or the failure of the connection. */
export async function guardedFetch(
  network: GuardedNetwork,
  address: string,
  request: FetchRequest,
  limits: FetchLimits,
): Promise<FetchedReply> {
  let here = new URL(address);
  let sent = request;
  for (let followed = 0; ; followed += 1) {
    const reply = await replyTo(network, here, sent);
    const to = REDIRECTS.has(reply.statusCode ?? 0) ? reply.headers.location : undefined;
    if (to === undefined) return read(reply, here, limits);
    reply.destroy();
    if (followed >= limits.redirects || request.method !== 'GET')
      throw new FetchRefused('redirected', 'the address redirects');
    const next = new URL(to, here);
    if (!['http:', 'https:'].includes(next.protocol))
      throw new FetchRefused('redirected', 'the address redirects to another protocol');
    if (limits.mayFollow && !limits.mayFollow(here, next))
      throw new FetchRefused('redirected', 'the address redirects to another site');
    if (next.origin !== here.origin) sent = { ...sent, headers: withoutCredentials(sent.headers) };
    here = next;
  }
}

const withoutCredentials = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name)));

function replyTo(network: GuardedNetwork, url: URL, request: FetchRequest): Promise<IncomingMessage> {
  const { method, body, signal } = request;
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const sent = network.request(url, { method, headers, signal });
    sent.once('error', reject);
    sent.once('response', resolve);
    sent.end(body);
  });
}

async function read(
  reply: IncomingMessage,
  url: URL,
  { max_bytes, kinds }: FetchLimits,
): Promise<FetchedReply> {
  const status = reply.statusCode ?? 0;
  const kind = (reply.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (kinds && status >= 200 && status < 300 && !kinds.includes(kind)) {
    reply.destroy();
    throw new FetchRefused('kind', 'the reply is of another kind than was asked for');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > max_bytes) throw new FetchRefused('too_long', 'the reply is too long');
    chunks.push(chunk);
  }
  return { status, headers: reply.headers, body: Buffer.concat(chunks), url: url.href };
}
