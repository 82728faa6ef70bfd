import { expect, test } from 'vitest';
import { addressKind, isListed, parseHostList } from './network-address.ts';

test.each([
  ['169.254.169.254', 'forbidden'],
  ['169.254.0.1', 'forbidden'],
  ['::ffff:169.254.169.254', 'forbidden'],
  ['::ffff:a9fe:a9fe', 'forbidden'],
  ['0:0:0:0:0:ffff:169.254.169.254', 'forbidden'],
  ['64:ff9b::a9fe:a9fe', 'forbidden'],
  ['2002:a9fe:a9fe::1', 'forbidden'],
  ['::169.254.169.254', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['fe80::1', 'forbidden'],
  ['fe80::1%eth0', 'forbidden'],
  ['ff02::1', 'forbidden'],
  ['::', 'forbidden'],
  ['0.0.0.0', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
  ['100.100.100.200', 'forbidden'],
  ['no address at all', 'forbidden'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.10', 'private'],
  ['100.64.1.1', 'private'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::a00:1', 'private'],
  ['172.32.0.1', 'public'],
  ['1.1.1.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['::ffff:1.1.1.1', 'public'],
] as const)('the address %s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});

test('a list of hosts holds names, addresses and networks', () => {
  const list = parseHostList(' ollama.interno, 10.1.0.0/16,192.168.0.7 , [fd12::1] ');
  if (!list) throw new Error('the list was not read');
  expect(isListed(list, 'ollama.interno', '10.9.9.9')).toBe(true);
  expect(isListed(list, 'OLLAMA.interno', '10.9.9.9')).toBe(true);
  expect(isListed(list, 'outro', '10.1.200.3')).toBe(true);
  expect(isListed(list, 'outro', '192.168.0.7')).toBe(true);
  expect(isListed(list, '[fd12::1]', 'fd12::1')).toBe(true);
  expect(isListed(list, 'outro', '192.168.0.8')).toBe(false);
  expect(isListed(list, 'x.ollama.interno', '10.9.9.9')).toBe(false);
});

test.each(['10.0.0.0/33', '10.0.0.0/x', 'http://ollama', 'duas palavras', '10.0.0.0/8/9', 'a..b'])(
  'the entry %s of a list of hosts is refused',
  (text) => {
    expect(parseHostList(text)).toBeNull();
  },
);
