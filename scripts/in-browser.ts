/** For what a browser does with the built app: finds the one and builds the other, and ends where one is not to be had. */
import type { Language } from '../contract/src/language.ts';
import { findBrowser } from './browser.ts';
import { run, type Step } from './steps.ts';

/** `language`: only this one is built. The exit code says how it went. */
export async function runInBrowser(step: Step, language?: Language): Promise<void> {
  const browser = findBrowser();
  if ('missing' in browser) {
    console.error(browser.missing);
    process.exit(1);
  }
  const build = await run(
    {
      name: 'build',
      command: 'node',
      args: ['scripts/build.ts', '--if-stale', ...(language ? ['--language', language] : [])],
    },
    { quiet: false },
  );
  if (!build.ok) process.exit(1);
  const { ok } = await run({ ...step, env: { ...step.env, CHROMIUM_PATH: browser.path } }, { quiet: false });
  process.exitCode = ok ? 0 : 1;
}
