/** One short exchange of JSON with a provider, for what is no stream: lists of models and embeddings. */
import { guardedFetch } from '../../guarded-fetch/guarded-fetch.ts';
import type { GuardedNetwork } from '../../guarded-fetch/guarded-network.ts';
import { environmentNetwork } from '../provider-network.ts';

export type JsonExchange = {
  /** Absent for addresses of the environment. */
  network?: GuardedNetwork | undefined;
  headers: Record<string, string>;
  /** Absent for a GET. */
  body?: object;
  /** A longer reply is refused. */
  max_bytes: number;
  /** Called with the length of the reply, in bytes. */
  onLength?: (bytes: number) => void;
  signal: AbortSignal;
};

/** The provider answered, but not with what was asked for. */
export class ProviderReplyError extends Error {
  override readonly name = 'ProviderReplyError';
  /** Null where the status was 2xx and the body was at fault. */
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Rejects for every status but 2xx, for a redirect, for a refused address and for what is no JSON. The message holds no
 * text of the provider.
 */
export async function fetchJson(url: string, exchange: JsonExchange): Promise<unknown> {
  const { network = environmentNetwork, headers, body, max_bytes, onLength, signal } = exchange;
  const request = {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'prosa' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  } as const;
  // A redirect would carry the key to wherever it points.
  const reply = await guardedFetch(network, url, request, { max_bytes, redirects: 0 });
  if (reply.status < 200 || reply.status > 299)
    throw new ProviderReplyError(reply.status, `the provider answered with ${reply.status}`);
  onLength?.(reply.body.length);
  try {
    return JSON.parse(reply.body.toString());
  } catch {
    throw new ProviderReplyError(null, 'the reply of the provider is no JSON');
  }
}
