/** Every check and every test, in one command; the last lines count, and name what failed. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findBrowser } from './browser.ts';
import { checks, run, runAll } from './steps.ts';

type Count = { passed: number; failed: number; skipped: number };
/** Said again at the end: whoever reads a long record reads its last lines. */
const failures: string[] = [];
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const add = (count: Count) => {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
};
// Absolute: each tool would take a relative path from a folder of its own.
const results = resolve('node_modules', '.results');
rmSync(results, { recursive: true, force: true });

title('Verificações');
for (const { ok, name } of await runAll(checks)) {
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
  if (!ok) failures.push(name);
}

title('Testes de unidade e de funcionalidades');
const vitestResults = join(results, 'vitest.json');
const features = await run(
  {
    name: 'vitest',
    command: 'vitest',
    args: [
      'run',
      '--project',
      'house',
      '--project',
      'web',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestResults}`,
    ],
  },
  { quiet: false },
);
add(countVitest(vitestResults, features.ok));

title('Histórias no navegador');
const browser = findBrowser();
if ('missing' in browser) {
  console.log(`${browser.missing}\nAs histórias no navegador não foram executadas.`);
  add({ passed: 0, failed: 0, skipped: 1 });
} else {
  const playwrightResults = join(results, 'playwright.json');
  const stories = await run(
    {
      name: 'e2e',
      command: 'node',
      args: ['scripts/e2e.ts'],
      env: { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightResults },
    },
    { quiet: false },
  );
  add(countPlaywright(playwrightResults, stories.ok));
}

title('Requisitos');
printRows();
if (failures.length) title('Falharam');
for (const failure of failures) console.log(`  ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

function title(text: string): void {
  console.log(`\n── ${text} ──`);
}

/** A run that ended badly without naming a failed test (an unhandled rejection, a crash) is a failure by itself. */
function settle(count: Count, ok: boolean): Count {
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

function countVitest(file: string, ok: boolean): Count {
  const report = read(file) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  } | null;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName } of assertionResults)
      if (status === 'failed') failures.push(`${relative('.', name)} › ${fullName}`);
  return settle(
    { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
    ok,
  );
}

function countPlaywright(file: string, ok: boolean): Count {
  const report = read(file) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: Suite[];
  } | null;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  failures.push(...report.suites.flatMap(failedStories));
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle({ passed: expected, failed: unexpected + flaky, skipped }, ok);
}

type Suite = { suites?: Suite[]; specs: { ok: boolean; file: string; title: string }[] };

function failedStories({ suites = [], specs }: Suite): string[] {
  const here = specs.filter(({ ok }) => !ok).map(({ file, title: story }) => `e2e/${file} › ${story}`);
  return [...here, ...suites.flatMap(failedStories)];
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Which rows of the requirement matrix no test names. */
function printRows(): void {
  const rows = readFileSync('tests/requirement-rows.txt', 'utf8').trim().split('\n');
  const named = new Set(
    testFiles('.').flatMap((file) => readFileSync(file, 'utf8').match(/R-[A-Z]+-\d+/g) ?? []),
  );
  const missing = rows.filter((row) => !named.has(row));
  console.log(`${rows.length - missing.length} de ${rows.length} requisitos são citados por um teste.`);
  const areas = Map.groupBy(missing, (row) => row.replace(/-\d+$/, ''));
  for (const [area, some] of areas)
    console.log(`  ${area}: ${some.map((row) => row.split('-').at(-1)).join(' ')}`);
}

function testFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (['node_modules', 'data', 'dist', '.git'].includes(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return testFiles(path);
    return /\.(test|spec)\.tsx?$/.test(name) || path.startsWith('e2e/') ? [path] : [];
  });
}
