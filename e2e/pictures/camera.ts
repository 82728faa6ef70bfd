/** Takes pictures of pages that have come to rest, small enough for a repository. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** WebP quality: characters stay crisp, and a picture takes about 40 KB. */
const QUALITY = 82;

export const camera =
  (folder: string) =>
  async (page: Page, name: string): Promise<number> => {
    await rested(page);
    const lens = await page.context().newCDPSession(page);
    const { data } = await lens.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await lens.detach();
    const picture = Buffer.from(data, 'base64');
    await writeFile(join(folder, `${name}.webp`), picture);
    process.stdout.write(`${name}.webp, ${Math.round(picture.length / 1024)} KB\n`);
    return picture.length;
  };

/** Nothing is loading, letters are there, no caret blinks. */
async function rested(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[data-skeleton], [aria-busy="true"], [role="progressbar"]:not([aria-valuenow])',
      ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
