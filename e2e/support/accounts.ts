/** The sign-in form and what the account stories do with it. */
import type { Page } from '@playwright/test';
import { API, expect } from './test-server.ts';

export const login = {
  email: (page: Page) => page.getByLabel('E-mail'),
  password: (page: Page) => page.getByLabel('Senha', { exact: true }),
  submit: (page: Page) => page.getByRole('button', { name: /^Entra(?:r|ndo…)$/ }),
};

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await login.email(page).fill(email);
  await login.password(page).fill(password);
}

/** From three seconds to none in sight, then the sign-in, not before. The clock of the page must stand still. */
export async function expectCountdownToLogin(page: Page): Promise<void> {
  const here = page.url();
  for (const left of [3, 2, 1]) {
    await expect(page.getByText(`Você volta ao login em ${left} s.`)).toBeVisible();
    expect(page.url()).toBe(here);
    // The page has set its clock for the next second once it answers.
    await page.evaluate((url) => fetch(url).then(() => undefined), `${API}/health`);
    await page.clock.runFor(left > 1 ? 1_000 : 900);
  }
  expect(page.url()).toBe(here);
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
}

/** Answers one call by hand. */
export const intercept = (page: Page, path: string, status: number, body: unknown) =>
  page.route(`**${API}${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );

/** Changes the public configuration of the installation for this page. */
export const configured = (page: Page, change: Record<string, unknown>): Promise<unknown> =>
  page.route(`**${API}/config`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change } } });
  });
