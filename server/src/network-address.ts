/** Which network a host name or address belongs to, as far as its text says; names are not resolved. */
import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Names that no public server may have: one label, or reserved for private networks (RFC 6762, 8375, ICANN). */
const PRIVATE_NAME = /^[^.]+$|\.(local|internal|home\.arpa|localhost)$/;

/** `host` as in a URL or a setting: brackets around IPv6 are allowed. */
export function isLoopbackHost(host: string): boolean {
  const bare = withoutBrackets(host);
  if (isIP(bare)) return bare === '::1' || /^(::ffff:)?127\./.test(bare);
  return bare === 'localhost' || bare.endsWith('.localhost');
}

/** Neither loopback nor private: what is sent there passes networks of others. */
export function isRemoteHost(host: string): boolean {
  const bare = withoutBrackets(host);
  if (isLoopbackHost(bare)) return false;
  const family = isIP(bare);
  if (family) return !PRIVATE.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  return !PRIVATE_NAME.test(bare);
}

/**
 * Whether other machines reach this installation. A reverse proxy with its defaults looks like loopback to the process
 * behind it, so only the settings tell.
 */
export const isExposed = ({ APP_URL, HOST }: { APP_URL: string; HOST: string }): boolean =>
  !isLoopbackHost(new URL(APP_URL).hostname) || !isLoopbackHost(HOST);

const withoutBrackets = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');
