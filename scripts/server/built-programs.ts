/**
 * Lets tests start the built programs of the server (readers of files, threads, the server itself) instead of their
 * sources: they need half the processor time to start, and are what `npm start` runs (decision 211).
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(root, 'server/src/');

/** `npm test` sets it once the server is built; a run of single files starts the sources, which it may just have edited. */
export const BUILT_PROGRAMS = { PROSA_PROGRAMS: 'built' };

export const runsBuiltPrograms = (): boolean => process.env.PROSA_PROGRAMS === BUILT_PROGRAMS.PROSA_PROGRAMS;

/** The code of a module of the server, where the built one stands for each program that it names by its place. */
export const withBuiltPrograms = (code: string, id: string): string =>
  code.replace(/new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g, (named, program: string) => {
    const built = join(root, 'server/dist', `${basename(program)}.js`);
    return existsSync(built) ? `new URL('${relative(dirname(id), built)}', import.meta.url)` : named;
  });

export const builtPrograms = (): Plugin => ({
  name: 'built-programs',
  enforce: 'pre',
  transform(code, id) {
    if (!runsBuiltPrograms() || !id.startsWith(SOURCES) || !code.includes('import.meta.url')) return null;
    // Lines stay where they are.
    return { code: withBuiltPrograms(code, id), map: null };
  },
});
