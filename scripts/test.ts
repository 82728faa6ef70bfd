/**
 * Every check and every test, in one command; the last lines count, and name what failed. What failed is tried once
 * more by itself after the others: what passes then does not stop the work, and is named as unsteady (decision 27).
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findBrowser } from './browser.ts';
import { buildServer, isServerBuilt } from './server/build-server.ts';
import { BUILT_PROGRAMS } from './server/built-programs.ts';
import { checks, run, runAll } from './steps.ts';

type Count = { passed: number; failed: number; skipped: number };
/** Repeated at the end, because the last lines of a long log are the ones that are read. */
const failures: string[] = [];
/** The output of each failed check, by its name: printed again at the end. */
const printed = new Map<string, string>();
const unsteady: string[] = [];
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
for (const { ok, name, output } of await runAll(checks)) {
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
  if (ok) continue;
  failures.push(name);
  printed.set(name, output);
}

title('Testes de unidade e de funcionalidades');
const programs = await buildPrograms();
add(await runFeatures());

title('Histórias no navegador');
add(await runStories());

title('Requisitos');
printRows();
list('Instáveis: falharam e, de novo sozinhos, passaram', unsteady);
for (const [name, output] of printed) {
  title(`O que a verificação «${name}» disse`);
  console.log(output.trim().split('\n').slice(-40).join('\n'));
}
list('Falharam', failures);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

function title(text: string): void {
  console.log(`\n── ${text} ──`);
}

/** A run that ended badly without naming a failed test (an unhandled rejection, a crash) is a failure by itself. */
function settle(count: Count, ok: boolean): Count {
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

/** More than ten failures at once have one cause, and are not tried again. */
function isAccident(failed: string[]): boolean {
  return failed.length > 0 && failed.length <= 10;
}

function list(heading: string, names: string[]): void {
  if (names.length === 0) return;
  title(heading);
  for (const name of names) console.log(`  ${name}`);
}

/** The tests of the server start what is built here; where it cannot be built they start the sources. */
async function buildPrograms(): Promise<Record<string, string>> {
  const { NODE_ENV } = process.env;
  try {
    if (!isServerBuilt()) await buildServer(await import('vite'));
    return BUILT_PROGRAMS;
  } catch (error) {
    failures.push('a construção do servidor');
    add({ passed: 0, failed: 1, skipped: 0 });
    console.log(error);
    return {};
  } finally {
    // Vite sets it to «production», and the tests that come need React as it is developed with.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

async function runFeatures(): Promise<Count> {
  const first = await vitest('vitest');
  if (!first.report) return { passed: 0, failed: 1, skipped: 0 };
  const fallen = failedTests(first.report);
  const files = [...new Set(fallen.map(({ file }) => file))];
  const again = isAccident(files) ? await vitest('vitest-again', files) : null;
  const still = new Set((again?.report ? failedTests(again.report) : fallen).map(({ name }) => name));
  const steadied = fallen.flatMap(({ name }) => (still.has(name) ? [] : [name]));
  failures.push(...still);
  unsteady.push(...steadied);
  const { numPassedTests, numPendingTests } = first.report;
  const count = { passed: numPassedTests + steadied.length, failed: still.size, skipped: numPendingTests };
  return settle(count, (again ?? first).ok);
}

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

async function vitest(
  name: string,
  files: string[] = [],
): Promise<{ ok: boolean; report: VitestReport | null }> {
  const json = join(results, `${name}.json`);
  const projects = ['--project', 'server', '--project', 'web'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`];
  const args = ['run', ...projects, ...reporters, ...files];
  const { ok } = await run({ name, command: 'vitest', args, env: programs }, { quiet: false });
  return { ok, report: read(json) as VitestReport | null };
}

function failedTests({ testResults }: VitestReport): { file: string; name: string }[] {
  return testResults.flatMap(({ name, status: how, assertionResults }) => {
    const file = relative('.', name);
    const fallen = assertionResults.filter(({ status }) => status === 'failed');
    // A file that did not even load has no tests to name.
    if (fallen.length === 0) return how === 'failed' ? [{ file, name: file }] : [];
    return fallen.map(({ fullName }) => ({ file, name: `${file} › ${fullName}` }));
  });
}

async function runStories(): Promise<Count> {
  const browser = findBrowser();
  if ('missing' in browser) {
    console.log(`${browser.missing}\nAs histórias no navegador não foram executadas.`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const first = await playwright('playwright', browser.path);
  if (!first.report) return { passed: 0, failed: 1, skipped: 0 };
  const fallen = failedStories(first.report);
  // One worker: a story that fell behind on a busy machine has the machine to itself now.
  const places = fallen.map(({ file, line }) => `/${file}:${line}`);
  const again = isAccident(places)
    ? await playwright('playwright-again', browser.path, ['--workers', '1', ...places])
    : null;
  const still = new Set((again?.report ? failedStories(again.report) : fallen).map(({ name }) => name));
  const steadied = fallen.flatMap(({ name }) => (still.has(name) ? [] : [name]));
  failures.push(...still);
  unsteady.push(...steadied);
  const { expected, skipped } = first.report.stats;
  return settle({ passed: expected + steadied.length, failed: still.size, skipped }, (again ?? first).ok);
}

type PlaywrightReport = { stats: { expected: number; skipped: number }; suites: Suite[] };
type Suite = {
  suites?: Suite[];
  specs: { file: string; line: number; title: string; tests: { status: string }[] }[];
};
type Story = { file: string; line: number; name: string };

async function playwright(
  name: string,
  browser: string,
  args: string[] = [],
): Promise<{ ok: boolean; report: PlaywrightReport | null }> {
  const json = join(results, `${name}.json`);
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: json };
  const { ok } = await run(
    { name, command: 'node', args: ['scripts/e2e.ts', ...args], env },
    { quiet: false },
  );
  return { ok, report: read(json) as PlaywrightReport | null };
}

function failedStories({ suites }: Pick<PlaywrightReport, 'suites'>): Story[] {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ file, line, title }) => ({ file, line, name: `e2e/${file} › ${title}` })),
    ...failedStories({ suites: inner }),
  ]);
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
  const rows = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^\| (R-[A-Z]+-\d+) /gm)].map(
    ([, row = '']) => row,
  );
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
