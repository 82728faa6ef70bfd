/** Signs of hostile content: a request to another host, a dialog, a violation of the content security policy. */
import type { Page } from '@playwright/test';

export async function watch(page: Page, baseURL: string) {
  const away: string[] = [];
  const dialogs: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL)) away.push(request.url());
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
  return { away, dialogs, violations };
}
