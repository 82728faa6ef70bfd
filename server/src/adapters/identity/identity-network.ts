/** Connections to providers of sign-on: TLS everywhere but on this machine while developing, and never to metadata services. */
import { BlockList } from 'node:net';
import { isLoopbackHost } from '../../network-address.ts';
import { AddressRefused, type Resolve } from '../guarded-fetch/address-policy.ts';
import { guardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { type GuardedNetwork, openGuardedNetwork } from '../guarded-fetch/guarded-network.ts';

export type IdentityNetwork = { network: GuardedNetwork; production: boolean };

const NO_HOSTS = { names: new Set<string>(), networks: new BlockList(), written: [] };
const MAX_BYTES = 256 * 1024;
const CALL_MS = 10_000;
const KINDS = ['application/json', 'application/jwk-set+json', 'application/jwt'];

const PLAIN = 'o provedor precisa de um endereço https.';

/** Providers stand in the intranet, so that private addresses are allowed; `resolve` replaces the system's resolver. */
export function openIdentityNetwork(
  { production }: { production: boolean },
  resolve?: Resolve,
): IdentityNetwork {
  const network = openGuardedNetwork({
    private_hosts: 'all',
    loopback_hosts: production ? NO_HOSTS : 'all',
    reasons: { private: 'aponta para o próprio servidor.', plain: PLAIN },
    ...(resolve ? { resolve } : {}),
  });
  return { network, production };
}

/** Throws `AddressRefused` for a URL that is no https address. */
export function requireSecure({ production }: Pick<IdentityNetwork, 'production'>, url: URL): void {
  if (url.protocol === 'https:') return;
  if (url.protocol !== 'http:' || production || !isLoopbackHost(url.hostname))
    throw new AddressRefused(PLAIN);
}

/** The provider did not answer, or not in a form that can be read. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type Init = {
  method: string;
  headers: Record<string, string>;
  body: unknown;
  signal?: AbortSignal | undefined;
};

/** A `fetch` for libraries: whole replies within limits, no redirects. */
export const fetchOver =
  (identity: IdentityNetwork) =>
  async (address: string, { method, headers, body, signal }: Init): Promise<Response> => {
    requireSecure(identity, new URL(address));
    const limit = AbortSignal.timeout(CALL_MS);
    const request = {
      method: method === 'GET' ? ('GET' as const) : ('POST' as const),
      headers,
      ...(typeof body === 'string'
        ? { body }
        : body instanceof URLSearchParams
          ? { body: body.toString() }
          : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    const limits = { max_bytes: MAX_BYTES, redirects: 0, kinds: KINDS };
    try {
      const reply = await guardedFetch(identity.network, address, request, limits);
      const type = reply.headers['content-type'];
      const isEmpty = reply.status === 204 || reply.status === 304;
      return new Response(isEmpty ? null : new Uint8Array(reply.body), {
        status: reply.status,
        headers: {
          ...(type ? { 'content-type': type } : {}),
          ...(reply.headers['www-authenticate']
            ? { 'www-authenticate': reply.headers['www-authenticate'] }
            : {}),
        },
      });
    } catch (error) {
      if (error instanceof AddressRefused) throw error;
      throw new NoAnswer('the provider did not answer', { cause: error });
    }
  };
