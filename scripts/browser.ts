/** Finds a Chromium for the tests, or gets one with the machine's own package manager. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = [
  process.env.CHROMIUM_PATH,
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
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    encoding: 'utf8',
    env,
  });
  return existsSync('/usr/bin/chromium')
    ? { path: '/usr/bin/chromium' }
    : {
        missing: `O Chromium não pôde ser instalado: ${result.stderr.trim().split('\n').at(-1) ?? 'apt-get falhou'}`,
      };
}
