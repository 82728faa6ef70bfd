import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Remembered, uncheckedFiles } from './unchecked-files.ts';

const home = process.cwd();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-unchecked-'));
  process.chdir(folder);
  execFileSync('git', ['init', '-q']);
  writeFileSync('rules.json', '{}');
  for (const name of 'abcdefgh') writeFileSync(`${name}.ts`, `export const ${name} = 1;\n`);
  writeFileSync('user.ts', "import { a } from './a.ts';\nexport const user = a;\n");
  writeFileSync('screen.ts', "export { user } from './user.ts';\n");
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const remembered = (more: Partial<Remembered> = {}): Remembered => ({
  memory: join('.git', 'memory.json'),
  files: /\.ts$/,
  rules: ['rules.json'],
  seesTypes: false,
  ...more,
});
const afterOneRun = (more?: Partial<Remembered>) => uncheckedFiles(remembered(more)).remember();

test('everything is checked the first time, and what is right and unchanged is not checked again', () => {
  expect(uncheckedFiles(remembered()).files).toBeNull();
  // Only a run that found nothing is remembered.
  expect(uncheckedFiles(remembered()).files).toBeNull();
  afterOneRun();
  expect(uncheckedFiles(remembered()).files).toEqual([]);
});

test('a changed file and a new one are checked again, until a run finds nothing', () => {
  afterOneRun();
  writeFileSync('a.ts', 'export const a = 2;\n');
  writeFileSync('new.ts', 'export const fresh = 1;\n');
  writeFileSync('text.md', 'no source');
  expect(uncheckedFiles(remembered()).files).toEqual(['a.ts', 'new.ts']);
  expect(uncheckedFiles(remembered()).files).toEqual(['a.ts', 'new.ts']);
  afterOneRun();
  expect(uncheckedFiles(remembered()).files).toEqual([]);
});

test('where types are seen, whatever imports a changed file is checked with it, also through others', () => {
  afterOneRun({ seesTypes: true });
  writeFileSync('a.ts', 'export const a = Promise.resolve(2);\n');
  expect(uncheckedFiles(remembered({ seesTypes: true })).files?.toSorted()).toEqual([
    'a.ts',
    'screen.ts',
    'user.ts',
  ]);
  writeFileSync('types.d.ts', 'declare const known: string;\n');
  expect(uncheckedFiles(remembered({ seesTypes: true })).files).toBeNull();
});

test('other rules, or many changes, check everything again', () => {
  afterOneRun();
  for (const name of 'abcde') writeFileSync(`${name}.ts`, `export const ${name} = 3;\n`);
  expect(uncheckedFiles(remembered()).files).toBeNull();
  afterOneRun();
  writeFileSync('rules.json', '{"strict":true}');
  expect(uncheckedFiles(remembered()).files).toBeNull();
});

test('outside a repository everything is checked and nothing is remembered', () => {
  rmSync('.git', { recursive: true });
  afterOneRun({ memory: 'memory.json' });
  expect(uncheckedFiles(remembered({ memory: 'memory.json' })).files).toBeNull();
});
