/** Which addresses a caller may connect to. Each user of outgoing calls has one policy; the list of addresses is one. */
import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { addressKind, type HostList, isListed } from '../../network-address.ts';

export type ResolvedAddress = { address: string; family: number };
/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export type AddressPolicy = {
  /** The loopback and private addresses that may be reached: all of them, or those on the operator's list. */
  private_hosts: 'all' | HostList;
  /** The loopback addresses that may be reached, where they are not those of `private_hosts`. */
  loopback_hosts?: 'all' | HostList;
  /** Whether addresses of others may be reached without TLS; left out, they may not. */
  plain?: 'allowed';
  /** Replaces the system's resolver. */
  resolve?: Resolve;
  /** The ends of sentences that differ for this user. */
  reasons?: Partial<typeof REASONS>;
};

/** The connection was not opened. `reason` ends the sentence of `address_refused`. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`address refused: ${reason}`);
    this.reason = reason;
  }
}

const REASONS = {
  forbidden: 'aponta para uma faixa reservada à própria máquina ou aos metadados da nuvem.',
  private: 'fica em uma rede privada. Libere-o em MODEL_PRIVATE_HOSTS no servidor.',
  plain: 'fora desta rede é preciso usar https.',
};

type Connection = { host: string; address: string; secure: boolean };

/** Why a connection to this address is not allowed; null where it is. */
export function refusedBy(
  { private_hosts, loopback_hosts = private_hosts, plain, reasons }: AddressPolicy,
  { host, address, secure }: Connection,
): string | null {
  const kind = addressKind(address);
  const words = { ...REASONS, ...reasons };
  if (kind === 'forbidden') return words.forbidden;
  if (kind === 'public') return secure || plain === 'allowed' ? null : words.plain;
  const allowed = kind === 'loopback' ? loopback_hosts : private_hosts;
  return allowed === 'all' || isListed(allowed, host, address) ? null : words.private;
}

/** Throws for a URL that names a refused address by number. Names are judged when they are resolved. */
export const requireAllowedUrl = (policy: AddressPolicy, url: URL): void =>
  requireAllowedLiteral(policy, url.hostname, { secure: url.protocol === 'https:' });

/** Sockets connect to an address that is written as a number without a look-up. */
export function requireAllowedLiteral(
  policy: AddressPolicy,
  named: string,
  { secure }: { secure: boolean },
): void {
  const host = named.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return;
  const reason = refusedBy(policy, { host, address: host, secure });
  if (reason) throw new AddressRefused(reason);
}

/** Resolves the name of a URL and throws where one of its addresses is refused, or where there is none. */
export const requireAllowedHost = (policy: AddressPolicy, url: URL): Promise<ResolvedAddress[]> =>
  requireAllowedServer(policy, url.hostname, { secure: url.protocol === 'https:' });

/** The same for a server that is named by its host alone. */
export async function requireAllowedServer(
  policy: AddressPolicy,
  named: string,
  { secure }: { secure: boolean },
): Promise<ResolvedAddress[]> {
  const host = named.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await (policy.resolve ?? resolveAll)(host);
  return allowed(policy, { host, secure }, found);
}

/**
 * A `lookup` for sockets of any kind: what it returns is what is connected to, so that a name cannot resolve to a good
 * address for a check and to another one for the call (DNS rebinding).
 */
export const guardedLookup =
  (policy: AddressPolicy, { secure }: { secure: boolean }): LookupFunction =>
  (host, options, callback) => {
    (policy.resolve ?? resolveAll)(host)
      .then((found) => allowed(policy, { host, secure }, found))
      .then(
        (found) => {
          const family = familyOf(options.family);
          const fitting = family ? found.filter((one) => one.family === family) : found;
          const [first] = fitting;
          if (!first) callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), []);
          else if (options.all) callback(null, fitting);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
  };

/** A name with one refused address is refused as a whole: which of them is connected to is not ours to decide. */
function allowed(
  policy: AddressPolicy,
  connection: Omit<Connection, 'address'>,
  found: ResolvedAddress[],
): ResolvedAddress[] {
  for (const { address } of found) {
    const reason = refusedBy(policy, { ...connection, address });
    if (reason) throw new AddressRefused(reason);
  }
  return found;
}

const familyOf = (family: number | 'IPv4' | 'IPv6' | undefined) =>
  family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;

const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    resolveName(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
