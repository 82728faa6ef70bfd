/** docs/requirements.md describes each id that a test may name. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const described = [
  ...readFileSync('docs/requirements.md', 'utf8').matchAll(
    /^\| *((?:R-[A-Z]+-|[AO]-|W)\d+) *\| *(.+?) *\|$/gm,
  ),
];
const ids = new Set(described.map(([, id]) => id));
/** Ids of the specification, of settled questions and of promises about attacks. */
const NAMED = /\b(?:R-[A-Z]+-\d+|[AO]-\d{2,3}|W\d{1,2})\b/g;
/** Base64 and recorded answers hold letters and digits that are no ids. */
const isProse = (line: string) => line.length < 400;

test('the ids that tests name are described', () => {
  const unknown = ['contract', 'server', 'web/src', 'tests', 'e2e', 'scripts']
    .flatMap(testsUnder)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(isProse)
        .flatMap((line) => line.match(NAMED) ?? [])
        .filter((id) => !ids.has(id))
        .map((id) => `${file}: ${id}`),
    );
  expect(unknown).toEqual([]);
});

test('each id is described once, in a few words', () => {
  expect(described.length).toBeGreaterThan(600);
  expect(ids.size).toBe(described.length);
  expect(described.filter(([, , words = '']) => words.length < 8).map(([, id]) => id)).toEqual([]);
});

function testsUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return testsUnder(path);
    return /\.(?:test|spec)\.tsx?$/.test(name) ? [path] : [];
  });
}
