/**
 * Whether a request comes from this machine: by the other end of the socket and by the host name that was asked for.
 * A page of any site can give its own name this machine's address and then read what is answered; headers of proxies
 * mean that another machine may be asking.
 */
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../network-address.ts';

export function isLoopback({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers.forwarded;
  return !forwarded && isLoopbackHost(socket.remoteAddress ?? '') && isLoopbackHost(nameIn(headers.host));
}

/** Without its port: behind a server of development it is another. */
const nameIn = (host = '') => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');
