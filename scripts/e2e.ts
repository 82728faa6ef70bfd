/**
 * The stories in a real browser, on the built app and an embedded database. `--replicas 2`: as two processes behind
 * a proxy. Other arguments go on to Playwright.
 */
import { runInBrowser } from './in-browser.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--replicas');
const [, replicas = process.env.PROSA_E2E_REPLICAS ?? '1'] = at < 0 ? [] : args.splice(at, 2);

await runInBrowser({
  name: 'e2e',
  command: 'playwright',
  args: ['test', '--config', 'e2e/playwright.config.ts', ...args],
  env: { PROSA_E2E_REPLICAS: replicas },
});
