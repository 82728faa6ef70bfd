/**
 * The stories in a real browser, on the built app and an embedded database. `--replicas 2`: as two processes behind
 * a proxy. Other arguments go on to Playwright.
 */
import { runInBrowser } from './in-browser.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--replicas');
const [, replicas = process.env.PROSA_E2E_REPLICAS ?? '1'] = at < 0 ? [] : args.splice(at, 2);

/** One language is enough for all files of stories but those about languages. */
const oneLanguage = args.some((arg) => /\w\/\w/.test(arg)) && !/language|-g\b|--grep/.test(args.join(' '));

await runInBrowser(
  {
    name: 'e2e',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts', ...args],
    env: { PROSA_E2E_REPLICAS: replicas },
  },
  oneLanguage ? 'mixed' : undefined,
);
