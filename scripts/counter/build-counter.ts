/**
 * Builds the page of public counters and the script for other sites, apart from the app: neither shares a file with it. The
 * page is Portuguese in every language.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In bytes after gzip, as the specification has them. */
const PAGE_MAX = 30_000;
const SCRIPT_MAX = 3_000;

type Vite = Pick<typeof import('vite'), 'build'>;

/** The names of the files of the page stand in `balcao.json`, which the server reads. Returns what is too large. */
export async function buildCounter({ build }: Vite, dist: string): Promise<string[]> {
  const common = {
    configFile: false,
    root: here('../../web/counter'),
    logLevel: 'warn',
    resolve: {
      alias: [
        { find: /^#contract\//, replacement: here('../../contract/src/') },
        { find: /^zod$/, replacement: here('../../web/schema-stand-in.ts') },
      ],
    },
  } as const;
  const files = (input: string, names: { entry: string; others: string }) => ({
    outDir: here(`../../${dist}`),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: here(`../../web/counter/${input}`),
      treeshake: { moduleSideEffects: (id: string) => !/contract\/src\/(?!markdown)/.test(id) },
      output: { entryFileNames: names.entry, chunkFileNames: names.others, assetFileNames: names.others },
    },
  });
  const hashed = 'assets/balcao-[name]-[hash].js';
  const page = (await build({
    ...common,
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: hashed } } },
    build: files('page.ts', { entry: hashed, others: 'assets/balcao-[name]-[hash][extname]' }),
  })) as Rolldown.RolldownOutput;
  const script = (await build({
    ...common,
    build: files('widget.ts', { entry: 'balcao.js', others: 'assets/balcao-[name]-[hash][extname]' }),
  })) as Rolldown.RolldownOutput;
  const named = (ending: string) =>
    page.output.find(
      ({ fileName, type }) => fileName.endsWith(ending) && (ending !== '.js' || type === 'chunk'),
    )?.fileName;
  writeFileSync(join(dist, 'balcao.json'), JSON.stringify({ script: named('.js'), style: named('.css') }));
  return [
    tooLarge('Página do balcão', sizeOf(page), PAGE_MAX),
    tooLarge('balcao.js', sizeOf(script), SCRIPT_MAX),
  ].flatMap((complaint) => complaint ?? []);
}

const sizeOf = ({ output }: Rolldown.RolldownOutput): number =>
  output.reduce((sum, part) => {
    const content = part.type === 'chunk' ? part.code : part.source;
    return sum + gzipSync(content, { level: 9 }).length;
  }, 0);

function tooLarge(name: string, bytes: number, limit: number): string | null {
  const said = `${name}: ${(bytes / 1_000).toFixed(1).replace('.', ',')} KB de ${limit / 1_000} KB (gzip)`;
  console.log(said);
  return bytes > limit ? `${said}: ficou grande demais.` : null;
}
