import { expect, test } from 'vitest';
import { isTooDeep } from './json-depth.ts';

const nested = (depth: number, inside = '') => `${'[{"a":'.repeat(depth)}1${inside}${'}]'.repeat(depth)}`;
const padding = `,"b":"${'x'.repeat(10_000)}"`;

test('B27 a body that nests beyond all sense is known before it is parsed, and brackets in its texts are texts', () => {
  expect(isTooDeep('['.repeat(400_000))).toBe(true);
  expect(isTooDeep(nested(51, padding))).toBe(true);
  expect(isTooDeep(nested(50, padding))).toBe(false);
  expect(isTooDeep(JSON.stringify({ question: '[{'.repeat(6_000) }))).toBe(false);
  expect(isTooDeep(JSON.stringify({ question: `\\"${'['.repeat(9_000)}` }))).toBe(false);
  expect(isTooDeep(`[${'[],'.repeat(9_000)}[]]`)).toBe(false);
  // Short ones are left to the parser.
  expect(isTooDeep('['.repeat(8_000))).toBe(false);
});
