/** Looks for an engine: the program `tesseract` with its Portuguese, else tesseract.js with the data that is installed. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { type EngineChoice, LANGUAGE } from './recognised-page.ts';

export type FoundEngine = { choice: EngineChoice; name: string; version: string };

/** Which engines may be looked for; tests try each of them. */
export type EngineKind = EngineChoice['kind'];

const run = promisify(execFile);
const LOOK_MS = 10_000;
const require = createRequire(import.meta.url);

/** Null where pages cannot be drawn, or no engine is there. `path`: where programs are looked for. */
export async function findEngine(
  path: string,
  kinds: EngineKind[] = ['native', 'wasm'],
): Promise<FoundEngine | null> {
  if (!['pdfjs-dist/package.json', '@napi-rs/canvas', 'utif2'].every(isInstalled)) return null;
  return (
    (kinds.includes('native') ? await nativeEngine(path) : null) ??
    (kinds.includes('wasm') ? wasmEngine() : null)
  );
}

async function nativeEngine(path: string): Promise<FoundEngine | null> {
  for (const folder of path.split(delimiter)) {
    const program = join(folder, 'tesseract');
    if (!isAbsolute(folder) || !(await isProgram(program))) continue;
    const languages = await said(program, '--list-langs');
    if (!languages.split(/\s+/).includes(LANGUAGE)) continue;
    const version = /tesseract v?([\d.]+)/.exec(await said(program, '--version'))?.[1] ?? '';
    return { choice: { kind: 'native', path: program }, name: 'tesseract', version };
  }
  return null;
}

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const said = (program: string, option: string) =>
  run(program, [option], { timeout: LOOK_MS, env: {} }).then(
    ({ stdout, stderr }) => `${stdout}\n${stderr}`,
    () => '',
  );

function wasmEngine(): FoundEngine | null {
  const language = `@tesseract.js-data/${LANGUAGE}/package.json`;
  if (!isInstalled('tesseract.js/package.json') || !isInstalled(language)) return null;
  const { version } = require('tesseract.js/package.json') as { version: string };
  const data = join(dirname(require.resolve(language)), '4.0.0_best_int');
  return { choice: { kind: 'wasm', data }, name: 'tesseract.js', version };
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
