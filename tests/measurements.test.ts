/** R-DOC-65, R-ACC-60: the page of measurements names commands that exist, and every measurement stands on it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCESS_BARS } from '../bench/installation/access-bars.ts';

const page = readFileSync('docs/measurements.md', 'utf8');
const namesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {4}(?:'([\w-]+)'|(\w+)): \(\) => import/gm)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
/** Measured for a decision or printed with the quick table, without a bar of their own on the page. */
const WITHOUT_BAR = [
  'backup',
  'conversation',
  'datasource',
  'faults',
  'fusion',
  'fuzz',
  'lists',
  'manipulation',
  'quick',
  'render',
  'rounds',
  'stats',
];

test('R-DOC-65 every command of the page of measurements exists, and every measurement with a bar stands on it', () => {
  const known = [
    ...namesIn('bench/main.ts').map((name) => `bench -- ${name}`),
    ...namesIn('trials/main.ts').map((name) => `trials -- ${name}`),
  ];
  expect(known.length).toBeGreaterThan(15);
  const named = [...page.matchAll(/npm run (bench|trials) -- ([\w-]+)/g)].map(
    ([, command, name]) => `${command} -- ${name}`,
  );
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const absent = known.filter((name) => !named.includes(name));
  expect(absent.filter((name) => !WITHOUT_BAR.includes(name.split(' ').at(-1) ?? ''))).toEqual([]);
});

test('R-ACC-60 R-ACC-19 the bars of people coming in and being refused are measured, and stand on the page as they are measured', () => {
  const { scim, preview, apply, entry_ms, recheck, refusals_apart } = ACCESS_BARS;
  const barsOf = (command: string) => {
    const lines = page.split('\n');
    const first = lines.findIndex((line) => line.includes(`npm run bench -- ${command}`));
    const others = lines.slice(first + 1).findIndex((line) => !line.includes('| the same |'));
    return lines.slice(first, first + 1 + others).map((line) => line.split('|')[2]?.trim());
  };
  expect(barsOf('access')).toEqual([
    ...[`≤ ${scim} s`, `≤ ${preview} s`, `≤ ${apply} s`, '0'],
    ...[`≤ ${entry_ms} ms`, '0', `≤ ${recheck} s`, `≤ ${refusals_apart}`],
  ]);
});
