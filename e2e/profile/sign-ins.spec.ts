import type { APIRequestContext, Page } from '@playwright/test';
import { stored } from '../support/accounts.ts';
import { API, enter, expect, type Person, signIn, test } from '../support/test-server.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs in as a phone would; its access token. */
async function signInByPhone(request: APIRequestContext, { email, password }: Person): Promise<string> {
  const reply = await request.post(`${API}/auth/login`, {
    form: { username: email, password },
    headers: { 'user-agent': IPHONE },
  });
  return (await reply.json()).data.access_token;
}

const accepted = async (request: APIRequestContext, token: string) =>
  (await request.get(`${API}/users/me`, { headers: { authorization: `Bearer ${token}` } })).status();

const rows = (page: Page) => page.getByRole('region', { name: 'Acessos' }).getByRole('listitem');
const phone = (page: Page) => rows(page).filter({ hasText: 'Safari no iPhone' });

test('people see where their account is open, this device first, and end another sign-in at once; ending this one leads to the sign-in screen', async ({
  page,
  person,
}) => {
  await enter(page, person);
  const token = await signInByPhone(page.request, person);
  await page.goto('/profile');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(/Chrome no \w+este dispositivo/);
  await expect(rows(page).first()).toContainText('Em uso agora');
  await expect(phone(page)).toContainText(/Último uso: hoje, \d\d:\d\d/);
  await expect(phone(page)).toContainText(/Entrada em \d\d\/\d\d\/\d{4}/);
  expect(await accepted(page.request, token)).toBe(200);

  await page.getByRole('button', { name: 'Encerrar o acesso de Safari no iPhone' }).click();

  await expect(page.getByText('Acesso encerrado: Safari no iPhone.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Acessos' })).toBeFocused();
  expect(await accepted(page.request, token)).toBe(401);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .first()
    .getByRole('button', { name: /^Encerrar/ })
    .click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => stored(page, 'token')).toBeNull();
});

test('a browser that was signed out from afar returns to the sign-in screen with its next request', async ({
  page,
  person,
  browser,
}) => {
  await enter(page, person, '/profile');
  const other = await browser.newPage({ baseURL: process.env.PROSA_E2E_URL ?? '', userAgent: IPHONE });
  await enter(other, person, '/chat');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await phone(page).getByRole('button').click();
  await expect(rows(page)).toHaveCount(1);
  await other.goto('/profile');
  await expect(other).toHaveURL('/');
  await expect.poll(() => stored(other, 'refreshToken')).toBeNull();
  await other.close();
});

test('«Sair de todos os dispositivos» warns that it includes this one; afterwards no device is signed in, nor the other tab', async ({
  page,
  person,
  context,
}) => {
  await enter(page, person, '/profile');
  const token = await signInByPhone(page.request, person);
  const tab = await context.newPage();
  await tab.goto('/chat');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Você sai deste dispositivo também');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await accepted(page.request, token)).toBe(200);

  await page.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
  await dialog.getByRole('button', { name: 'Sair de todos' }).click();

  await expect(page).toHaveURL('/');
  await expect(tab).toHaveURL('/');
  await expect.poll(() => stored(page, 'token')).toBeNull();
  expect(await accepted(page.request, token)).toBe(401);
  await signIn(page.request, person);
});

test('failures say what happened, and no one is signed out without the server knowing', async ({
  page,
  person,
}) => {
  const broken = { status: 500, json: {} };
  await enter(page, person);
  await signInByPhone(page.request, person);
  await page.route(`**${API}/auth/sign-ins`, (route) => route.fulfill(broken));
  await page.route(`**${API}/auth/sign-ins/*`, (route) => route.fulfill(broken));
  await page.route(`**${API}/auth/logout-everywhere`, (route) => route.fulfill(broken));
  await page.goto('/profile');
  const region = page.getByRole('region', { name: 'Acessos' });
  await expect(region.getByText('Falha ao carregar os acessos')).toBeVisible();
  await expect(region.getByText(/^Falha ao buscar acessos\. Por favor/)).toBeVisible();
  await page.unroute(`**${API}/auth/sign-ins`);
  await region.getByRole('button', { name: 'Tentar novamente' }).click();

  await phone(page).getByRole('button').click();
  await expect(phone(page).getByText('Falha ao encerrar o acesso')).toBeVisible();
  await expect(phone(page).getByText(/^Erro ao encerrar acesso\. Por favor/)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.unroute(`**${API}/auth/sign-ins/*`);

  await region.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair de todos' }).click();
  await expect(region.getByText('Falha ao sair de todos os dispositivos')).toBeVisible();
  await expect(region.getByText(/^Erro ao sair de todos os dispositivos\. Por favor/)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect.poll(() => stored(page, 'token')).not.toBeNull();

  await phone(page).getByRole('button').click();
  await expect(rows(page)).toHaveCount(1);
});

test('a sign-in that had already ended goes from the list like the others', async ({ page, person }) => {
  await enter(page, person);
  const token = await signInByPhone(page.request, person);
  await page.goto('/profile');
  await expect(rows(page)).toHaveCount(2);
  await page.request.post(`${API}/auth/logout`, { headers: { authorization: `Bearer ${token}` } });
  await phone(page).getByRole('button').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Falha ao encerrar o acesso')).toHaveCount(0);
});

test('the theme is chosen in the profile, works at once and stays', async ({ page, person }) => {
  await enter(page, person, '/profile');
  const theme = page.getByRole('group', { name: 'Tema' });
  await expect(theme.getByRole('radio', { name: 'Sistema' })).toBeChecked();
  for (const [name, value] of [
    ['Escuro', 'dark'],
    ['Claro', 'light'],
  ] as const) {
    await theme.getByRole('radio', { name }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', value);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', value);
    await expect(theme.getByRole('radio', { name })).toBeChecked();
  }
  await expect.poll(() => stored(page, 'theme')).toBeNull();
});
