/** The stories in a real browser, on the built app and an embedded database. Arguments go on to Playwright. */
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
const stories = await run(
  {
    name: 'e2e',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
    env: { CHROMIUM_PATH: browser.path },
  },
  { quiet: false },
);
process.exitCode = stories.ok ? 0 : 1;
