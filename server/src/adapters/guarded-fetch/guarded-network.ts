/** Connections to the outside under one address policy: agents that keep connections, and requests over them. */
import { lookup } from 'node:dns';
import type { ClientRequest, RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { http } from '../../tuning/node-http.ts';
import { type AddressPolicy, guardedLookup, requireAllowedUrl } from './address-policy.ts';

export type GuardedNetwork = {
  readonly policy: AddressPolicy;
  /**
   * Begins a request; redirects are not followed. A refused address is an `error` event, like every other failure to
   * connect, except that one which stands in the URL itself throws.
   */
  request(url: URL, options: Pick<RequestOptions, 'method' | 'headers' | 'signal'>): ClientRequest;
  /** Closes the connections that are kept. */
  close(): void;
};

/** Idle connections are reused for this long; a proxy in between may drop older ones without notice. */
const KEPT_MS = 4_000;

/** A network of its own for each policy: a connection that one policy allowed must not be reused under another. */
export function openGuardedNetwork(policy: AddressPolicy): GuardedNetwork {
  const options = (secure: boolean) => ({
    keepAlive: true,
    scheduling: 'lifo' as const,
    timeout: KEPT_MS,
    lookup: exceptProxies(guardedLookup(policy, { secure })),
    // Node's own agents obey this variable by themselves, an agent of ours does not.
    ...(process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {}),
  });
  const agents = { plain: new http.Agent(options(false)), secure: new https.Agent(options(true)) };
  return {
    policy,
    request(url, given) {
      requireAllowedUrl(policy, url);
      const secure = url.protocol === 'https:';
      return (secure ? https : http).request(url, {
        ...given,
        agent: secure ? agents.secure : agents.plain,
        // The agent's timeout is for idle connections; a request under way has the time limits of its call.
        timeout: 0,
      });
    },
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

/** The operator's own proxy may stand anywhere; it resolves the names of what is reached through it. */
function exceptProxies(guarded: LookupFunction): LookupFunction {
  if (process.env.NODE_USE_ENV_PROXY !== '1') return guarded;
  const proxies = new Set(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']
      .map((name) => process.env[name] ?? '')
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url).hostname),
  );
  const plain = lookup as LookupFunction;
  return (host, options, callback) => (proxies.has(host) ? plain : guarded)(host, options, callback);
}
