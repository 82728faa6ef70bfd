/** Finds a Chromium for the tests, or gets one with the machine's own package manager. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = [
  process.env.CHROMIUM_PATH,
  // Without windows and their trimmings, which take as long as our pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The program's path, or a sentence that says why there is none. */
export function findBrowser(): { path: string } | { missing: string } {
  const path = KNOWN.find((candidate) => candidate && existsSync(candidate));
  if (path) return { path };
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get'))
    return {
      missing:
        'Nenhum Chromium encontrado. Instale o Chromium ou o Chrome, ou aponte CHROMIUM_PATH para ele.',
    };
  if (process.getuid?.() !== 0)
    return {
      missing:
        'Nenhum Chromium encontrado. Rode como administrador: apt-get install chromium (ou aponte CHROMIUM_PATH).',
    };
  console.log('Instalando o Chromium para os testes (pacotes do Debian)…');
  apt('update', '-qq');
  // The first stands alone and draws without windows; some systems have only the second.
  const said = ['chromium-headless-shell', 'chromium'].map((name) => {
    if (existsSync('/usr/bin/chromium-headless-shell')) return '';
    return apt('install', '-y', '-qq', '--no-install-recommends', name);
  });
  const installed = KNOWN.find((candidate) => candidate && existsSync(candidate));
  if (installed) return { path: installed };
  return {
    missing: `O Chromium não pôde ser instalado: ${said.at(-1)?.trim().split('\n').at(-1) || 'apt-get falhou'}`,
  };
}

/** Runs apt-get and returns its error output. */
function apt(...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { encoding: 'utf8', env }).stderr ?? '';
}
