/**
 * Builds the server into server/dist, for its memory (decision 249): one file of its modules instead of 1,700, and one for
 * each program that it starts. Readable, with source maps beside it; what the code finds beside itself stays in server/src.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fingerprintOf } from './fingerprint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'server/dist');
const stamp = join(dist, '.stamp');
const MAIN = join(root, 'server/src/main.ts');
export const BUILT_SERVER = 'server/dist/main.js';

/** Packages of many small modules, or of modules that know many others by heart; all others stay in node_modules. */
const INSIDE = ['@fastify/error', 'drizzle-orm', 'fastify-type-provider-zod', 'zod'];

const MADE_OF = ['server/src', 'contract/src', 'scripts/server', 'package.json', 'package-lock.json'];

type Vite = Pick<typeof import('vite'), 'build'>;

export function isServerBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

const fingerprint = () => fingerprintOf(MADE_OF.map((path) => join(root, path)));

/** The next start then runs the sources. */
export const removeBuiltServer = () => rmSync(dist, { recursive: true, force: true });

export async function buildServer({ build }: Vite): Promise<void> {
  const wanted = fingerprint();
  removeBuiltServer();
  const programs = [MAIN];
  // Each is built apart, since a thread would load what it shared with the server whole; the list grows meanwhile.
  for (const program of programs)
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      plugins: [placesOfSources((found) => add(programs, found))],
      ssr: { noExternal: INSIDE },
      build: {
        ssr: program,
        outDir: dist,
        emptyOutDir: false,
        target: 'node24',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          output: {
            comments: false,
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            sourcemapExcludeSources: true,
          },
        },
      },
    });
  writeFileSync(stamp, wanted);
}

function add(programs: string[], found: string): void {
  if (programs.includes(found)) return;
  if (programs.some((program) => basename(program) === basename(found)))
    throw new Error(`two programs of the server are called ${basename(found)}`);
  programs.push(found);
}

/** `new URL('./thread.ts', import.meta.url)` names a program, which is built too; any other place is the source's. */
const placesOfSources = (found: (program: string) => void): Plugin => ({
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('/node_modules/') || !code.includes('import.meta.url'))
      return null;
    const source = `new URL('${relative(dist, id)}', import.meta.url).href`;
    const placed = code.replace(
      /new URL\('(\.{1,2}\/[^']+\.ts)', (import\.meta\.url)\)|import\.meta\.url/g,
      (_, program?: string) => {
        if (!program) return source;
        found(join(dirname(id), program));
        return `new URL('./${basename(program, '.ts')}.js', import.meta.url)`;
      },
    );
    // Lines stay where they are.
    return { code: placed, map: null };
  },
});
