/** The address of the machine that sent a request: rate limits are counted by it, and the audit log keeps it. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../network-address.ts';

/**
 * A forwarded header may begin with what the sending machine wrote itself, if that machine is trusted too: words that
 * are no address, or a loopback address, which no limit counts. The nearest hop with another address is then taken.
 */
export function clientAddress({ ip, ips, socket }: Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>): string {
  if (!ips) return ip;
  const hops = ips.toReversed().map(withoutPort);
  return hops.find((hop) => isIP(hop) > 0 && !isLoopbackHost(hop)) ?? socket.remoteAddress ?? ip;
}

/** Some proxies write the port of the connection, which is another one each time. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
