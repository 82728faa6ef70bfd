import { describe, expect, test } from 'vitest';
import { failedSignIns, networkOf, registrations } from './limits.ts';

describe('where someone knocks from', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['not an address', 'not an address'],
  ])('%s is %s', (ip, place) => {
    expect(networkOf(ip)).toBe(place);
  });

  test('a whole IPv6 network is one place, two networks are two', () => {
    const key = (ip: string) => failedSignIns('ana@exemplo.com.br', ip)[0]?.key;
    expect(key('2001:db8:1:2::1')).toBe(key('2001:db8:1:2:ffff::'));
    expect(key('2001:db8:1:2::1')).not.toBe(key('2001:db8:1:3::1'));
  });

  test('visitors behind a proxy of this machine do not share one limit', () => {
    expect(registrations('ana@exemplo.com.br', '127.0.0.1')).toHaveLength(1);
    expect(registrations('ana@exemplo.com.br', '::1')).toHaveLength(1);
    expect(registrations('ana@exemplo.com.br', '203.0.113.7')).toHaveLength(2);
  });

  test('no key holds what was typed', () => {
    const keys = failedSignIns('minha senha por engano', '203.0.113.7').map(({ key }) => key);
    expect(keys.join()).not.toMatch(/minha|203/);
  });
});
