/** The pictures of the manual, of the built app, into docs/pictures. Not part of the tests. Names choose some of them. */
import { findBrowser } from './browser.ts';
import { run } from './steps.ts';

const browser = findBrowser();
if ('missing' in browser) {
  console.error(browser.missing);
  process.exit(1);
}
const build = await run(
  { name: 'build', command: 'node', args: ['scripts/build.ts', '--if-stale'] },
  { quiet: false },
);
if (!build.ok) process.exit(1);
const pictures = await run(
  {
    name: 'pictures',
    command: 'node',
    args: ['e2e/pictures/main.ts', ...process.argv.slice(2)],
    env: { CHROMIUM_PATH: browser.path },
  },
  { quiet: false },
);
process.exitCode = pictures.ok ? 0 : 1;
