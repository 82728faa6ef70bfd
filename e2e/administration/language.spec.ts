/** The language of the screens: of a browser, of a person and of the installation. */
import type { BrowserContext } from '@playwright/test';
import { breakCall, expectFailure, holdBack } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { watchShifts } from '../support/looks.ts';
import { ADMIN, API, enter, expect, openConversation, test } from '../support/test-server.ts';

const choose = (context: BrowserContext, baseURL: string | undefined, value: string) =>
  context.addCookies([{ name: 'prosa_language', value, url: baseURL ?? '' }]);

test('R-LNG-01 a browser without a choice, or with an unknown one, sees what the specification has', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page, ADMIN, '/admin/agents');
  for (const value of ['../../x', 'x'.repeat(4_000), 'fr']) {
    await choose(context, baseURL, value);
    await page.reload();
    await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  }
  await choose(context, baseURL, 'pt-BR');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Novo agente' })).toBeVisible();
});

test('the page of the English build says so before any script runs', async ({ page, context, baseURL }) => {
  await choose(context, baseURL, 'en');
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const answered = await page.request.get('/login');
  // A validator that two languages share would bring the page of the other one back from the browser's store.
  expect(answered.headers()).not.toHaveProperty('etag');
  expect(answered.headers()).not.toHaveProperty('last-modified');
  expect(answered.headers()).toMatchObject({
    vary: expect.stringContaining('Cookie'),
    'cache-control': 'no-cache',
  });
  const html = await answered.text();
  expect(html).toContain('To use Prosa, turn on JavaScript');
  expect(html).toContain('content="Agents that answer');
  await choose(context, baseURL, 'pt-BR');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('R-LNG-04 the menu in the corner has the language too, and says when it could not be changed', async ({
  page,
  person,
  expectComplaints,
}) => {
  expectComplaints(/users\/me/);
  await enter(page, person);
  const menu = page.getByRole('menu');
  const open = () => page.getByRole('button', { name: /^Menu (?:de|of) / }).click();
  await open();
  await expect(menu.getByRole('menuitemradio', { name: 'Português' })).toBeChecked();
  await breakCall(page, '/users/me', 'PATCH');
  await menu.getByRole('menuitemradio', { name: 'English' }).click();
  await expectFailure(menu, 'Falha ao mudar o idioma');
  await page.unrouteAll();
  await menu.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await open();
  await menu.getByRole('menuitemradio', { name: 'Português' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('R-LNG-04 a person chooses a language in the profile, without signing out, and it is kept after they have', async ({
  page,
  context,
  person,
}) => {
  await enter(page, person, '/profile');
  const choice = page.getByRole('combobox', { name: 'Idioma das telas' });
  await expect(choice.getByRole('option')).toHaveText(['O da instalação', 'Português', 'English']);
  await choice.selectOption('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('combobox', { name: 'Language of the screens' })).toHaveValue('en');
  await page.getByRole('button', { name: `Menu of ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // A browser that knows nothing of it learns it at the sign-in.
  await context.clearCookies();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('R-LNG-04 on a screen with English an administrator is offered Portuguese, until they put the offer away', async ({
  page,
  person,
}) => {
  await inDatabase((client) =>
    client.query("update users set role = 'admin' where email = $1", [person.email]),
  );
  // The machine may be slow: a screen waits longer for what stands above it.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, ms?: number) =>
      set(run, ms === 600 ? 60_000 : ms)) as typeof window.setTimeout;
  });
  await enter(page, person, '/admin/users');
  const line = page.getByText('Parte desta tela está em inglês.');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto('/admin/agents');
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Ler tudo em português' }).click();
  await expect(page.getByRole('button', { name: 'Novo agente' })).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto('/profile');
  const choice = page.getByRole('combobox', { name: 'Idioma das telas' });
  await expect(choice).toHaveValue('pt-BR');
  await choice.selectOption('O da instalação');
  await expect(choice).toHaveValue('installation');
  await page.goto('/admin/agents');
  await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  await page
    .getByRole('status')
    .filter({ has: line })
    .getByRole('button', { name: 'Dispensar aviso' })
    .click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('R-LNG-04 an offer of Portuguese that comes late pushes nothing down, and stands above the next screen', async ({
  page,
  person,
}) => {
  await inDatabase((client) =>
    client.query("update users set role = 'admin' where email = $1", [person.email]),
  );
  const shifted = await watchShifts(page);
  const release = await holdBack(page, '/users/me/dismissals', 'GET');
  await enter(page, person, '/admin/agents');
  const line = page.getByText('Parte desta tela está em inglês.');
  await expect(page.getByRole('button', { name: 'New Agent' })).toBeVisible();
  await page.waitForFunction(() => document.querySelector('main .opacity-0') === null);
  const before = await shifted();
  const answered = page.waitForResponse(`**${API}/users/me/dismissals`);
  release();
  await answered;
  await expect(line).toHaveCount(0);
  expect((await shifted()) - before).toBe(0);
  await page.getByRole('link', { name: 'Bancos de Dados' }).click();
  await expect(line).toBeVisible();
});

test('R-LNG-04 a choice that could not be stored, or settings that could not be read, say so and change nothing', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await breakCall(page, '/users/me', 'PATCH');
  const choice = page.getByRole('combobox', { name: 'Idioma das telas' });
  await choice.selectOption('English');
  await expectFailure(page, 'Falha ao mudar o idioma');
  await expect(choice).toHaveValue('installation');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('R-LNG-04 the language of the installation that could not be read or stored says so', async ({
  page,
}) => {
  await enter(page, ADMIN, '/chat');
  await breakCall(page, '/admin/interface', 'GET');
  await page.goto('/admin/settings');
  await expectFailure(page, 'Falha ao carregar o idioma das telas');
  await page.unrouteAll();
  await page.reload();
  await breakCall(page, '/admin/interface', 'PUT');
  const choice = page.getByRole('combobox', { name: 'Idioma', exact: true });
  const before = await choice.inputValue();
  await choice.selectOption('English');
  await expectFailure(page, 'Falha ao mudar o idioma das telas');
  await expect(choice).toHaveValue(before);
});

test('R-LNG-03 in English the months of older conversations have English names', async ({
  page,
  context,
  person,
  baseURL,
}) => {
  await choose(context, baseURL, 'en');
  await enter(page, person, '/chat');
  const id = await openConversation(page);
  await inDatabase((client) =>
    client.query("update chat_sessions set created_at = '2025-03-10T15:00:00Z' where id = $1", [id]),
  );
  await page.reload();
  await expect(page.getByText('March 2025', { exact: true })).toBeVisible();
});

test('R-LNG-03 in English the columns of people that are not imported are quoted as English has it', async ({
  page,
  context,
  baseURL,
}) => {
  await choose(context, baseURL, 'en');
  await enter(page, ADMIN, '/admin/users?tab=import');
  await page.getByLabel('Spreadsheet of people').setInputFiles({
    name: 'pessoas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome;E-mail;Perfil;Cor\nAna;ana@linguas.exemplo.com.br;admin;azul'),
  });
  await expect(page.getByText(/“Perfil”.*“Cor”/)).toBeVisible();
});
