/** Which network a host name or address belongs to. Names are judged by their text alone here; nothing is resolved. */
import { BlockList, isIP } from 'node:net';

/**
 * `forbidden`: no server of anybody's stands there, or one that gives away the credentials of this machine. `private`
 * includes addresses that a carrier or a VPN shares out (100.64.0.0/10).
 */
export type AddressKind = 'forbidden' | 'loopback' | 'private' | 'public';

type Range = readonly [network: string, prefix: number];

const RANGES: Record<Exclude<AddressKind, 'public'>, { ipv4: Range[]; ipv6: Range[] }> = {
  forbidden: {
    ipv4: [
      ['0.0.0.0', 8],
      // Link-local, with the metadata services of most clouds.
      ['169.254.0.0', 16],
      // Metadata services of Alibaba, Azure and Oracle.
      ['100.100.100.200', 32],
      ['168.63.129.16', 32],
      ['192.0.0.192', 32],
      // Multicast, reserved and broadcast.
      ['224.0.0.0', 3],
    ],
    ipv6: [
      ['::', 128],
      ['fe80::', 10],
      ['ff00::', 8],
      // The metadata services of Amazon and of Google.
      ['fd00:ec2::254', 128],
      ['fd20:ce::254', 128],
    ],
  },
  loopback: { ipv4: [['127.0.0.0', 8]], ipv6: [['::1', 128]] },
  private: {
    ipv4: [
      ['10.0.0.0', 8],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['100.64.0.0', 10],
      ['192.0.0.0', 24],
      ['198.18.0.0', 15],
    ],
    ipv6: [
      ['fc00::', 7],
      ['fec0::', 10],
    ],
  },
};

const lists = Object.entries(RANGES).map(([kind, { ipv4, ipv6 }]) => {
  const list = new BlockList();
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6');
  return { kind: kind as AddressKind, list };
});

/** `address` is an IP address; the IPv4 address within an IPv6 one (mapped, NAT64, 6to4) is the one that counts. */
export function addressKind(address: string): AddressKind {
  const bare = withoutBrackets(address).split('%')[0] ?? '';
  const inner = isIP(bare) === 6 ? embeddedIpv4(bare) : bare;
  const host = inner ?? bare;
  const family = isIP(host);
  if (!family) return 'forbidden';
  return lists.find(({ list }) => list.check(host, family === 6 ? 'ipv6' : 'ipv4'))?.kind ?? 'public';
}

function embeddedIpv4(address: string): string | null {
  const groups = groupsOf(address);
  const [first, second] = groups;
  const tail = dotted(groups[6], groups[7]);
  if (first === 0x2002) return dotted(groups[1], groups[2]);
  if (first === 0x64 && second === 0xff9b) return tail;
  if (groups.slice(0, 4).some(Boolean)) return null;
  const [fifth, sixth] = groups.slice(4);
  if (fifth === 0 && sixth === 0xffff) return tail;
  if (fifth === 0xffff && sixth === 0) return tail;
  // `::` and `::1` are addresses of their own.
  return fifth === 0 && sixth === 0 && groups[6] !== 0 ? tail : null;
}

/** The eight groups of an IPv6 address; the URL parser writes a dotted tail as two groups. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Names that no public server may have: one label, or reserved for private networks (RFC 6762, 8375, ICANN). */
const PRIVATE_NAME = /^[^.]+$|\.(local|internal|home\.arpa|localhost)$/;

/** `host` as in a URL or a setting: brackets around IPv6 are allowed. */
export function isLoopbackHost(host: string): boolean {
  const bare = withoutBrackets(host);
  if (isIP(bare)) return addressKind(bare) === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

/** Neither loopback nor private: what is sent there passes networks of others. */
export function isRemoteHost(host: string): boolean {
  const bare = withoutBrackets(host);
  if (isLoopbackHost(bare)) return false;
  if (isIP(bare)) return addressKind(bare) !== 'private';
  return !PRIVATE_NAME.test(bare);
}

/** Hosts and networks that an operator names: names are compared as written, addresses by network. */
export type HostList = { names: ReadonlySet<string>; networks: BlockList; written: readonly string[] };

/** `text` holds names, addresses and networks (`10.1.0.0/16`), separated by commas. Null where one of them is none. */
export function parseHostList(text: string): HostList | null {
  const names = new Set<string>();
  const networks = new BlockList();
  const written: string[] = [];
  for (const part of text.split(',').map((one) => withoutBrackets(one.trim()))) {
    if (!part) continue;
    written.push(part);
    const [address = '', prefix, ...more] = part.split('/');
    const family = isIP(address);
    if (family) {
      const bits = family === 6 ? 128 : 32;
      const size = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
      if (more.length || size < 0 || size > bits) return null;
      networks.addSubnet(address, size, family === 6 ? 'ipv6' : 'ipv4');
    } else if (
      /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(part)
    )
      names.add(part);
    else return null;
  }
  return { names, networks, written };
}

/** Whether the list names the host, or the address that it was resolved to. */
export function isListed({ names, networks }: HostList, host: string, address: string): boolean {
  if (names.has(withoutBrackets(host))) return true;
  const family = isIP(address);
  return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether other machines reach this installation. A reverse proxy with its defaults looks like loopback to the process
 * behind it, so only the settings tell.
 */
export const isExposed = ({ APP_URL, HOST }: { APP_URL: string; HOST: string }): boolean =>
  !isLoopbackHost(new URL(APP_URL).hostname) || !isLoopbackHost(HOST);

const withoutBrackets = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');
