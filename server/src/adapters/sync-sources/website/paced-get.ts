/** Requests to a website, one at a time and with the pauses that its robots.txt asks for. */
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import { type FetchedReply, guardedFetch } from '../../guarded-fetch/guarded-fetch.ts';
import type { GuardedNetwork } from '../../guarded-fetch/guarded-network.ts';
import { mayFollow } from './addresses.ts';

const PATIENCE_MS = 60_000;
const REDIRECTS_MAX = 5;

export type Get = (
  url: string,
  signal: AbortSignal,
  wishes?: { headers?: Record<string, string>; max_bytes?: number },
) => Promise<FetchedReply>;

export type PacedNetwork = {
  network: GuardedNetwork;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  user_agent: string;
};

export function pacedGet({ network, pause, user_agent }: PacedNetwork, delay: () => number): Get {
  let asked = 0;
  return async (url, signal, { headers = {}, max_bytes = UPLOAD_BYTES_MAX } = {}) => {
    if (asked > 0) await pause(delay(), signal);
    signal.throwIfAborted();
    asked += 1;
    return guardedFetch(
      network,
      url,
      {
        method: 'GET',
        headers: { 'user-agent': user_agent, accept: 'text/html,*/*;q=0.8', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      },
      { max_bytes, redirects: REDIRECTS_MAX, mayFollow },
    );
  };
}
