/** Builds the three pages, each on its own, with the same React and the same settings. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type AliasOptions, build } from 'vite';
import webConfig from '../../web/vite.config.ts';

export const PAGES = ['ours', 'streamdown', 'naive'] as const;
export type PageName = (typeof PAGES)[number];

export const STREAMDOWN = '2.7.1';

const here = resolve('bench/render/pages');
const modules = resolve('node_modules');

/** Each page that can be built; `login` is measured with the quick table. */
type BuiltName = PageName | 'login';

/** Into `folder/<name>/`; fetches streamdown, which is no part of the project, into a folder of its own. */
export async function buildPages(folder: string, names: readonly BuiltName[] = PAGES): Promise<void> {
  const foreign = names.includes('streamdown') ? fetchStreamdown() : '';
  for (const name of names) await buildPage(name, folder, foreign);
}

async function buildPage(name: BuiltName, folder: string, foreign: string): Promise<void> {
  const root = join(folder, 'source', name);
  await mkdir(root, { recursive: true });
  await cp(here, root, { recursive: true });
  await writeFile(
    join(root, 'index.html'),
    `<!doctype html><html lang="pt-BR"><body><div id="root" style="height: 100dvh"></div><script type="module" src="./${name}.jsx"></script></body></html>`,
  );
  await build({
    configFile: false,
    root,
    base: `/${name}/`,
    logLevel: 'error',
    plugins: [react(), tailwind()],
    resolve: { alias: [...aliases(foreign), ...(name === 'ours' ? ownAliases() : [])] },
    build: { ...webConfig.build, rolldownOptions: {}, outDir: join(folder, name) },
  });
}

/** Where the pages, which lie outside the project while they are built, find what they import. */
function aliases(foreign: string) {
  const project = ['react', 'react-dom', 'react-router', 'react-markdown', 'remark-gfm', '@tanstack'];
  return [
    { find: /^#web\//, replacement: `${resolve('web/src')}/` },
    { find: /^streamdown$/, replacement: join(foreign, 'node_modules', 'streamdown', 'dist', 'index.js') },
    { find: new RegExp(`^(${project.join('|')})(?=/|$)`), replacement: `${modules}/$1` },
  ];
}

/** The stand-ins of the product belong to the product's page. */
function ownAliases(): { find: string | RegExp; replacement: string }[] {
  const configured: AliasOptions = webConfig.resolve?.alias ?? [];
  return Array.isArray(configured) ? configured.map(({ find, replacement }) => ({ find, replacement })) : [];
}

function fetchStreamdown(): string {
  const folder = join(tmpdir(), `prosa-bench-streamdown-${STREAMDOWN}`);
  if (existsSync(join(folder, 'node_modules', 'streamdown', 'package.json'))) return folder;
  const { status } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `streamdown@${STREAMDOWN}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore'], cwd: tmpdir() },
  );
  if (status !== 0)
    throw new Error(
      `streamdown ${STREAMDOWN} não pôde ser instalado em ${folder}. A comparação precisa dele: verifique a conexão com o registro do npm e tente de novo.`,
    );
  return folder;
}
