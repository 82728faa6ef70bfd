/**
 * A connection to a directory by LDAP, for one piece of work. TLS always, with its certificate checked, but for this
 * machine while developing; the address is judged when it is connected to. Referrals are not followed.
 */
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Client } from 'ldapts';
import { AddressRefused, guardedLookup, requireAllowedLiteral } from '../guarded-fetch/address-policy.ts';
import { connectionFailure } from './connection-failure.ts';
import { type DirectoryConnection, targetOf } from './directory-address.ts';
import type { IdentityNetwork } from './identity-network.ts';
import { ProviderFailure } from './provider-failure.ts';

const STEP_MS = 5_000;
/** A server that answers each step just in time holds a sign-in no longer than this. */
const WHOLE_MS = 10_000;
const AT_ONCE = 10;
let running = 0;
const waiting: (() => void)[] = [];

/** A process asks directories ten things at once; later ones wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The connection is bound to nobody yet. Rejects with its failure as it is: see `directoryFailure`. */
export const withDirectory = <T>(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> => inTurn(() => connected(identity, connection, work));

async function connected<T>(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { policy } = identity.network;
  const { host, port, secure } = targetOf(identity, connection);
  requireAllowedLiteral(policy, host, { secure: true });
  const place = { host, port, lookup: guardedLookup(policy, { secure: true }) };
  const security: ConnectionOptions = {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) ? {} : { servername: host }),
    ...(connection.ca_pem ? { ca: connection.ca_pem } : {}),
  };
  const sockets: Socket[] = [];
  const kept = <S extends Socket>(socket: S): S => {
    sockets.push(socket);
    return socket;
  };
  const client = new Client({
    url: `${secure === 'ldaps' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    timeout: STEP_MS,
    connectTimeout: STEP_MS,
    createConnection: (() => kept(connect(place))) as typeof connect,
    // Called with the options alone where a connection is upgraded.
    createSecureConnection: ((first: unknown) =>
      kept(
        typeof first === 'object'
          ? connectTls({ ...security, socket: (first as ConnectionOptions).socket })
          : connectTls({ ...place, ...security }),
      )) as typeof connectTls,
  });
  const limit = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error('the directory took too long'));
  }, WHOLE_MS);
  try {
    if (secure === 'starttls') await client.startTLS({});
    return await work(client);
  } finally {
    clearTimeout(limit);
    for (const socket of sockets) socket.destroy();
  }
}

/** Codes of LDAP by which a server says that it is there and cannot answer now. */
const BUSY = new Set([51, 52]);

/** Its own words stay in the cause, for the log. */
export function directoryFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = resultCodeOf(error);
  if (code !== null)
    return new ProviderFailure(BUSY.has(code) ? 'identity_provider_away' : 'provider_misconfigured', error);
  const { at } = connectionFailure(error);
  const isOurs = at === 'certificate' || error instanceof AddressRefused;
  return new ProviderFailure(isOurs ? 'provider_misconfigured' : 'identity_provider_away', error);
}

/** The number with which a directory refused an operation; null for every other failure. */
export function resultCodeOf(error: unknown): number | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : null;
  return typeof code === 'number' ? code : null;
}
