/** docs/security.md names a test for every class of attack: that it is there, and still called that. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const lines = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .map((line) => /^\| (.+?)\s*\| `([^`]+)` (.+?)\s*\|$/.exec(line))
  .filter((line) => line !== null)
  .map(([, attack = '', file = '', title = '']) => ({ attack, file, title }));

test('every class of attack has a test that is there', () => {
  expect(lines.length).toBeGreaterThan(60);
  const missing = lines.filter(({ file, title }) => {
    const text = readFileSync(file, 'utf8');
    // A title may begin with a group's name, or be a line of a table of cases.
    return !text.includes(title);
  });
  expect(missing).toEqual([]);
});
