import { expect, test } from 'vitest';
import { deviceOf } from '#contract/devices.ts';
import { deviceName } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K)';

const named = (user_agent: string | null) => {
  const device = deviceOf(user_agent);
  return [deviceName(device), device.kind];
};

test.each([
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome no Windows', 'computer'],
  [`${WINDOWS} ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome no Windows', 'computer'],
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge no Windows', 'computer'],
  [`${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera no Windows', 'computer'],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari no macOS',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox no Linux', 'computer'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome no ChromeOS',
    'computer',
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari no iPhone', 'phone'],
  [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome no iPhone', 'phone'],
  [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox no iPhone', 'phone'],
  [`${IPHONE} Mobile/15E148`, 'Navegador no iPhone', 'phone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari no iPad',
    'tablet',
  ],
  [`${PHONE} ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome no Android', 'phone'],
  [`${PHONE} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome no Android', 'tablet'],
  [
    `${PHONE} ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
    'phone',
  ],
  ['curl/8.5.0', 'curl', 'unknown'],
  ['node', 'node', 'unknown'],
  ['python-requests/2.32.3', 'python-requests', 'unknown'],
])('%s is %s', (user_agent, name, kind) => {
  expect(named(user_agent)).toEqual([name, kind]);
});

test('what says nothing, or nonsense, is not identified', () => {
  for (const user_agent of [null, '', ' ', 'Mozilla/5.0', '<b>x</b>', '1/2', `${'x'.repeat(31)}/1`])
    expect(named(user_agent), String(user_agent)).toEqual(['Navegador não identificado', 'unknown']);
});
