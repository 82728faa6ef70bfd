/** Finds a Chromium for the tests, or gets one with the machine's own package manager. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Without windows and their trimmings, which take more processor time than our pages: a third of the whole. */
const SHELL = '/usr/bin/chromium-headless-shell';
const KNOWN = [
  process.env.CHROMIUM_PATH,
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Made when the shell was asked for, so that a machine without it is asked once. */
const ASKED = 'node_modules/.cache/headless-shell';

/** The program's path, or a sentence that says why there is none. */
export function findBrowser(): { path: string } | { missing: string } {
  const path = KNOWN.find((candidate) => candidate && existsSync(candidate));
  const mayInstall = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  const isRoot = process.getuid?.() === 0;
  if (path) {
    const isBest = path === process.env.CHROMIUM_PATH || path === SHELL || existsSync(ASKED);
    if (!isBest && mayInstall && isRoot) install(['chromium-headless-shell']);
    return { path: isBest || !existsSync(SHELL) ? path : SHELL };
  }
  if (!mayInstall)
    return {
      missing:
        'Nenhum Chromium encontrado. Instale o Chromium ou o Chrome, ou aponte CHROMIUM_PATH para ele.',
    };
  if (!isRoot)
    return {
      missing:
        'Nenhum Chromium encontrado. Rode como administrador: apt-get install chromium (ou aponte CHROMIUM_PATH).',
    };
  // The first stands alone; some systems have only the second.
  const said = install(['chromium-headless-shell', 'chromium']);
  const installed = KNOWN.find((candidate) => candidate && existsSync(candidate));
  if (installed) return { path: installed };
  return { missing: `O Chromium não pôde ser instalado: ${said || 'apt-get falhou'}` };
}

/** Installs the first that there is; returns the last words of the attempts. */
function install(names: string[]): string {
  console.log('Instalando o Chromium para os testes (pacotes do Debian)…');
  mkdirSync(dirname(ASKED), { recursive: true });
  writeFileSync(ASKED, '');
  apt('update', '-qq');
  const said = names.map((name) => {
    if (existsSync(SHELL)) return '';
    return apt('install', '-y', '-qq', '--no-install-recommends', name);
  });
  return said.at(-1)?.trim().split('\n').at(-1) ?? '';
}

/** Runs apt-get and returns its error output. */
function apt(...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { encoding: 'utf8', env }).stderr ?? '';
}
