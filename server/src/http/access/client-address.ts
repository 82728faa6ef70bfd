/** The address of whoever asks, by which limits count and which the audit log keeps. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../network-address.ts';

/**
 * What trusted proxies forwarded begins with what the asking machine itself wrote, where that is trusted too: words that
 * are no address, or one of this machine, which no limit counts. The nearest hop that can be one counts then.
 */
export function clientAddress({ ip, ips, socket }: Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>): string {
  if (!ips) return ip;
  const hops = ips.toReversed().map(withoutPort);
  return hops.find((hop) => isIP(hop) > 0 && !isLoopbackHost(hop)) ?? socket.remoteAddress ?? ip;
}

/** Some proxies write the port of the connection, which is another one each time. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
