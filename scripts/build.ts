/**
 * Builds the web app into web/dist, once for each language, and the server into server/dist; with `--if-stale` each only
 * when something it is made of has changed, with `--language mixed` only that one.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { LANGUAGES, type Language } from '../contract/src/language.ts';
import { buildCounter } from './counter/build-counter.ts';
import { fileCircles } from './file-circles.ts';
import { type Chunk, pageSizes, tooLarge } from './page-sizes.ts';
import { buildServer, isServerBuilt, removeBuiltServer } from './server/build-server.ts';
import { filesUnder, fingerprintOf } from './server/fingerprint.ts';

const dist = 'web/dist';
const stamp = join(dist, '.stamp');
const MADE_OF = [
  'web/index.html',
  'web/vite.config.ts',
  'web/chunks.ts',
  'web/counter',
  'web/first-files.ts',
  'web/icon-files.ts',
  'web/page-language.ts',
  'web/schema-stand-in.ts',
  'web/strip-schemas.ts',
  'web/public',
  'web/src',
  'contract/src',
  'package-lock.json',
];

/** The server chooses one (server/src/http/web.ts). */
const pageOf = (language: string) => `index.${language}.html`;

const { values: flags } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, language: { type: 'string' } },
});
const wanted = fingerprintOf(MADE_OF);
const fresh =
  flags['if-stale'] === true && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
    ? LANGUAGES.filter((language) => existsSync(join(dist, pageOf(language))))
    : [];
const asked = LANGUAGES.filter((language) => !flags.language || language === flags.language);
const missing = asked.filter((language) => !fresh.includes(language));
if (missing.length > 0) await buildWeb(missing);
// One language is for stories and benches of the browser, which start the sources.
if (!flags.language && !(flags['if-stale'] && isServerBuilt())) await buildOrRemoveServer();

/** Where the tools are missing the sources run, and what was built of others must not. */
async function buildOrRemoveServer(): Promise<void> {
  const vite = await import('vite').catch(() => null);
  if (vite) {
    console.log('Construindo o servidor…');
    await buildServer(vite);
  } else {
    removeBuiltServer();
    console.log(
      'O servidor roda direto das fontes, com mais memória: faltam as ferramentas para construí-lo.',
    );
  }
}

async function buildWeb(languages: Language[]): Promise<void> {
  const vite = await import('vite').catch(() => null);
  if (!vite) {
    console.error(
      'A interface não está construída e as ferramentas para construí-la não estão instaladas. Rode: npm run build',
    );
    process.exit(1);
  }
  console.log('Construindo a interface…');
  const built: Rolldown.RolldownOutput[] = [];
  // The names of files are made of their contents: what is equal in several languages is one file.
  for (const [index, language] of languages.entries()) {
    const output = await vite.build({
      configFile: 'web/vite.config.ts',
      logLevel: flags['if-stale'] ? 'warn' : 'info',
      define: { __LANGUAGE__: JSON.stringify(language) },
      build: { emptyOutDir: index === 0 && fresh.length === 0 },
    });
    built.push(output as Rolldown.RolldownOutput);
    renameSync(join(dist, 'index.html'), join(dist, pageOf(language)));
  }
  const large = await buildCounter(vite, dist);
  for (const file of filesUnder(dist)) if (/\.(js|css|html|svg|json)$/.test(file)) compress(file);
  for (const output of built) weigh(output, large);
  writeFileSync(stamp, wanted);
}

/** Reports the download size of a first visit and fails above its limit. */
function weigh({ output }: Rolldown.RolldownOutput, large: string[]): void {
  const chunks = output.flatMap((part): Chunk[] =>
    part.type === 'chunk'
      ? [
          {
            file: part.fileName,
            modules: part.moduleIds,
            imports: part.imports,
            styles: [...(part.viteMetadata?.importedCss ?? [])],
          },
        ]
      : [],
  );
  const sizes = pageSizes(chunks, (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  for (const { line } of sizes) console.log(line);
  const complaints = [...large, ...tooLarge(sizes), ...fileCircles(chunks)];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length) process.exit(1);
}

/** The server sends the smallest form that the browser takes. */
function compress(file: string): void {
  const content = readFileSync(file);
  if (content.length < 1_000 || existsSync(`${file}.br`)) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
