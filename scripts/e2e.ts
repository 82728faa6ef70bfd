/**
 * The stories in a real browser, on the built app and an embedded database. `--replicas 2`: as two processes behind
 * a proxy. Other arguments go on to Playwright.
 */
import { findBrowser } from './browser.ts';
import { run } from './steps.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--replicas');
const [, replicas = process.env.PROSA_E2E_REPLICAS ?? '1'] = at < 0 ? [] : args.splice(at, 2);

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
    args: ['test', '--config', 'e2e/playwright.config.ts', ...args],
    env: { CHROMIUM_PATH: browser.path, PROSA_E2E_REPLICAS: replicas },
  },
  { quiet: false },
);
process.exitCode = stories.ok ? 0 : 1;
