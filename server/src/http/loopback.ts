/**
 * Whether somebody at this machine asks: by the other end of the socket, and by the name that this house was called.
 * A page of anybody's can give its own name the address of this machine and then read what is answered; headers of
 * proxies mean that somebody else may be asking.
 */
import type { FastifyRequest } from 'fastify';

const OURS = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback({ socket, headers }: FastifyRequest, appUrl: string): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers.forwarded;
  const isHere = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
  return isHere && !forwarded && [...OURS, new URL(appUrl).hostname].includes(nameIn(headers.host));
}

/** Without its port: behind a server of development it is another. */
const nameIn = (host = '') => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');
