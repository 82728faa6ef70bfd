/** R-DOC-65: the page of measurements names commands that exist, and every measurement stands on it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
