/**
 * Prints figures of the code base: `node tests/code-figures.ts`. Rooms, functions and files that are larger than
 * CONTRIBUTING.md allows, small files with one importer, and the lines of the product and of everything.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { crowded, ROOM_MAX, TRANSLATION } from './layout.ts';
import { findings } from './plain-words.ts';

const FUNCTION_LINES_MAX = 60;
const COMPLEXITY_MAX = 14;
const FILE_LINES_MAX = 300;
const SMALL_LINES = 35;

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n').filter(existsSync);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const sources = tracked.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const product = sources.filter((file) => /^(?:contract|server|web)\/src\//.test(file) && !isTest(file));
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
const linesOf = (file: string) => (texts.get(file) ?? readFileSync(file, 'utf8')).split('\n').length - 1;

const importers = new Map<string, Set<string>>();
for (const [file, text] of texts)
  for (const [, name = ''] of text.matchAll(
    /(?:from|import|import\()\s*['"]((?:\.|#contract\/)[^'"]+)['"]/g,
  )) {
    const path = name.startsWith('.')
      ? normalize(join(dirname(file), name))
      : name.replace('#contract/', 'contract/src/');
    if (!isTest(file)) importers.set(path, (importers.get(path) ?? new Set()).add(file));
  }
const small = product.filter((file) => importers.get(file)?.size === 1 && linesOf(file) < SMALL_LINES);
/** Each feature has its routes and its jobs in a file of this name, however few they are. */
const isConvention = (file: string) => /\/(?:routes|jobs)\.ts$/.test(file);

const rooms = Map.groupBy(
  sources.filter((file) => !isTest(file) && !TRANSLATION.test(file)),
  dirname,
);
const over = [...rooms].filter(([room, { length }]) => length > ROOM_MAX && !crowded[room]);
const long = product.filter((file) => linesOf(file) > FILE_LINES_MAX);
const sum = (files: string[]) => files.reduce((lines, file) => lines + linesOf(file), 0);

console.log(`rooms over ${ROOM_MAX} files without a reason: ${over.length}`);
for (const [rule, count] of functionsOver()) console.log(`${rule}: ${count}`);
console.log(
  `files with one importer under ${SMALL_LINES} lines: ${small.length}, of them routes and jobs: ${small.filter(isConvention).length}`,
);
console.log(
  `files over ${FILE_LINES_MAX} lines: ${long.length} (${long.map((file) => `${file} ${linesOf(file)}`).join(', ')})`,
);
console.log(`product: ${product.length} files, ${sum(product)} lines`);
console.log(
  `tracked lines, without the lockfile and binaries: ${sum(tracked.filter((file) => /\.(?:tsx?|mjs|md|json|css|sql|html|ya?ml|txt)$/.test(file) && file !== 'package-lock.json'))}`,
);
console.log(`private words and elliptic comments: ${findings().length}`);

/** Counted by the linter, in the product without tests. */
function functionsOver(): Map<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-figures-'));
  const config = join(folder, 'oxlint.json');
  const rules = {
    'max-lines-per-function': ['error', { max: FUNCTION_LINES_MAX }],
    complexity: ['error', { max: COMPLEXITY_MAX }],
  };
  writeFileSync(config, JSON.stringify({ plugins: ['eslint'], categories: { correctness: 'off' }, rules }));
  const args = ['-c', config, '-f', 'json', '--ignore-pattern', '**/*.test.*'];
  try {
    execFileSync('node_modules/.bin/oxlint', [...args, 'contract/src', 'server/src', 'web/src']);
    return new Map();
  } catch (error) {
    // It exits with 1 when it finds something.
    const { diagnostics } = JSON.parse(String((error as { stdout: Buffer }).stdout));
    const found = (diagnostics as { code: string; filename: string; message: string }[]).toSorted(
      (a, b) => a.code.localeCompare(b.code) || a.filename.localeCompare(b.filename),
    );
    for (const { filename, message } of found) console.log(`  ${filename}: ${message}`);
    return new Map([...Map.groupBy(found, ({ code }) => code)].map(([code, { length }]) => [code, length]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
